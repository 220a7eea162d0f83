import { errorText, type ApiError } from '#web/lib/api-error.ts'
import { asSentence } from '#web/lib/sentence.ts'
import { contactPathOf, fieldLabel, pathOf } from './draft-fields.ts'
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

const attendeesText =
  'What these tickets ask of those who go in has changed. Please check the attendees and pay again.'

/** Where on the page a refusal of the server belongs. */
export function placeOfRefusal(error: ApiError, payload: CheckoutPayload): PurchaseProblem {
  const refused = Object.entries(error.fieldErrors)
  const named = refused.flatMap(([name, reason]) => {
    const path = contactPathOf(name) ?? attendeePathOf(name, payload)
    return path === undefined ? [] : [{ name, reason, path }]
  })
  const fields = new Map(named.map(({ path, reason }) => [path, asSentence(reason)]))
  // The title of such a refusal is its first field, by the name that it has on the wire, and what is wrong with it.
  const first = named.find(({ name, reason }) => error.message === `${name}: ${reason}`)
  const text = first ? `${fieldLabel(first.path)}: ${first.reason}` : errorText(error)
  if (refused.some(([name]) => /^listings_to_buy\.\d+\.attendees$/.test(name)))
    return { place: 'attendees', text: attendeesText, fields }
  if (refused.some(([name]) => /^listings_to_buy\.\d+\.attendees/.test(name)))
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
