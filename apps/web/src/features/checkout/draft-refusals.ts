import { z } from 'zod/mini'
import { ApiError, errorText } from '#web/lib/api-error.ts'
import { asSentence } from '#web/lib/sentence.ts'
import { contactPathOf, draftBody, listingOf, pathOf, type DraftFields } from './draft-fields.ts'

/** A text that the server will not have, and why. */
export interface Refusal {
  text: string
  reason: string
}

const notHeld = z.looseObject({ listing_id: z.string() })

/**
 * Which of the fields that were sent the server refuses, by their paths; none where it says nothing of single fields. The
 * others of that save are not at fault.
 */
export function refusalsIn(error: unknown, sent: DraftFields): ReadonlyMap<string, Refusal> {
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

/** All that was sent of tickets that are not the team's. */
function reasonByListing(error: ApiError): ReasonOf {
  const id = notHeld.safeParse(error.errors).data?.listing_id
  return (path) => (id !== undefined && listingOf(path) === id ? errorText(error) : undefined)
}

/** 'listings.0.attendees.1.phone' is the field of the second ticket of the listing that was sent first. */
function reasonByPath({ fieldErrors }: ApiError, sent: DraftFields): ReasonOf {
  const { listings = [] } = draftBody(sent)
  const reasons = new Map(
    Object.entries(fieldErrors).map(([name, text]) => {
      const [, listing, ticket, field = ''] = /^listings\.(\d+)\.attendees\.(\d+)\.(.+)$/.exec(name) ?? []
      const id = listings[Number(listing)]?.listing_id
      return [id === undefined ? contactPathOf(name) : pathOf(id, Number(ticket), field), asSentence(text)]
    }),
  )
  return (path) => reasons.get(path)
}
