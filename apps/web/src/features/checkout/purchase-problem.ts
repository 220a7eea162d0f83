import { errorText, type ApiError } from '#web/lib/api-error.ts'
import { asSentence } from '#web/lib/sentence.ts'
import { contactPathOf, pathOf } from './draft-fields.ts'
import type { CheckoutPayload } from './payload.ts'

export interface PurchaseProblem {
  /** Where it is said: at the card, at the fields that are wrong, or at the button. */
  place: 'card' | 'contact' | 'attendees' | 'foot'
  text: string
  /** What is wrong with single fields, by their paths with the hold in place of its listing: 'hld_1/0/first_name'. */
  fields?: ReadonlyMap<string, string>
}

const totalsText =
  'The total has changed and nothing was charged. The figures here are right now: please check them and pay again.'

/** Where on the page a refusal of the server belongs. */
export function placeOfRefusal(error: ApiError, payload: CheckoutPayload): PurchaseProblem {
  const text = errorText(error)
  const names = Object.keys(error.fieldErrors)
  const fields = new Map(
    Object.entries(error.fieldErrors).flatMap(([name, reason]) => {
      const path = contactPathOf(name) ?? attendeePathOf(name, payload)
      return path === undefined ? [] : [[path, asSentence(reason)] as const]
    }),
  )
  if (names.some((name) => /^listings_to_buy\.\d+\.attendees/.test(name)))
    return { place: 'attendees', text, fields }
  if (fields.size > 0) return { place: 'contact', text, fields }
  if (error.code === 'checkout.totals_differ') return { place: 'foot', text: totalsText }
  const isCard = error.code === 'checkout.card_missing' || error.code === 'checkout.card_unknown'
  return { place: isCard ? 'card' : 'foot', text }
}

/** 'listings_to_buy.0.attendees.1.first_name' → 'hld_1/1/first_name', of the hold that was sent first. */
function attendeePathOf(name: string, { listings_to_buy: lines }: CheckoutPayload): string | undefined {
  const [, index, ticket, field] = /^listings_to_buy\.(\d+)\.attendees\.(\d+)\.(.+)$/.exec(name) ?? []
  const line = lines[Number(index)]
  return line && field && pathOf(line.hold_id, Number(ticket), field)
}
