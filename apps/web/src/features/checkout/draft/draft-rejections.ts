import { z } from 'zod/mini'
import { ApiError, errorText } from '#web/lib/http/api-error.ts'
import { toSentence } from '#web/lib/format/sentence.ts'
import { contactPathOf, draftBody, listingOf, fieldPath, type DraftFields } from './draft-fields.ts'

/** A value that the server rejected, and why. */
export interface Rejection {
  text: string
  reason: string
}

const notHeld = z.looseObject({ listing_id: z.string() })

/**
 * The sent fields that the server rejected, by path. Empty when the error names no field; the other fields of that
 * request are valid.
 */
export function rejectionsIn(error: unknown, sent: DraftFields): ReadonlyMap<string, Rejection> {
  if (!(error instanceof ApiError)) return new Map()
  const reasonOf =
    error.code === 'checkout.draft_not_held' ? reasonByListing(error) : reasonByPath(error, sent)
  return new Map(
    [...sent].flatMap(([path, text]) => {
      const reason = reasonOf(path)
      return reason === undefined ? [] : [[path, { text, reason }] as const]
    }),
  )
}

type ReasonOf = (path: string) => string | undefined

/** Rejects every field of a listing that the team does not hold. */
function reasonByListing(error: ApiError): ReasonOf {
  const id = notHeld.safeParse(error.errors).data?.listing_id
  return (path) => (id !== undefined && listingOf(path) === id ? errorText(error) : undefined)
}

/** 'listings.0.attendees.1.phone' is the second ticket of the first listing in the request. */
function reasonByPath({ fieldErrors }: ApiError, sent: DraftFields): ReasonOf {
  const { listings = [] } = draftBody(sent)
  const reasons = new Map(
    Object.entries(fieldErrors).map(([name, text]) => {
      const [, listing, ticket, field = ''] = /^listings\.(\d+)\.attendees\.(\d+)\.(.+)$/.exec(name) ?? []
      const id = listings[Number(listing)]?.listing_id
      return [id === undefined ? contactPathOf(name) : fieldPath(id, Number(ticket), field), toSentence(text)]
    }),
  )
  return (path) => reasons.get(path)
}
