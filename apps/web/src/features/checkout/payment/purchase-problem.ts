import { errorText, type ApiError } from '#web/lib/http/api-error.ts'
import { toSentence } from '#web/lib/format/sentence.ts'
import { contactPathOf, fieldLabel, fieldPath } from '#web/features/checkout/draft/draft-fields.ts'
import type { CheckoutPayload } from './payload.ts'

export interface PurchaseProblem {
  /** Where the problem is shown: at the card, at the invalid fields, or at the Pay button. */
  section: 'card' | 'contact' | 'attendees' | 'payBar'
  text: string
  /** Problems of single fields, by path with the hold id: 'hld_1/0/first_name'. */
  fields?: ReadonlyMap<string, string>
}

const totalsText = 'The total changed and you weren’t charged. Review it and pay again.'

const attendeesText = 'Attendee requirements changed. Review the details and pay again.'

/** Maps a server error to the part of the page that shows it. */
export function toPurchaseProblem(error: ApiError, payload: CheckoutPayload): PurchaseProblem {
  const rejectedFields = Object.entries(error.fieldErrors)
  const named = rejectedFields.flatMap(([name, reason]) => {
    const path = contactPathOf(name) ?? attendeePathOf(name, payload)
    return path === undefined ? [] : [{ name, reason, path }]
  })
  const fields = new Map(named.map(({ path, reason }) => [path, toSentence(reason)]))
  // The error's title repeats its first field by wire name; show the field's label instead.
  const first = named.find(({ name, reason }) => error.message === `${name}: ${reason}`)
  const text = first ? `${fieldLabel(first.path)}: ${first.reason}` : errorText(error)
  if (rejectedFields.some(([name]) => /^listings_to_buy\.\d+\.attendees$/.test(name)))
    return { section: 'attendees', text: attendeesText, fields }
  if (rejectedFields.some(([name]) => /^listings_to_buy\.\d+\.attendees/.test(name)))
    return { section: 'attendees', text, fields }
  if (fields.size > 0) return { section: 'contact', text, fields }
  if (error.code === 'checkout.totals_differ') return { section: 'payBar', text: totalsText }
  const isCard = error.code === 'checkout.card_missing' || error.code === 'checkout.card_unknown'
  return { section: isCard ? 'card' : 'payBar', text }
}

/**
 * 'listings_to_buy.0.attendees.1.first_name' → 'hld_1/1/first_name', where `hld_1` is the first hold in the request.
 */
function attendeePathOf(name: string, { listings_to_buy: lines }: CheckoutPayload): string | undefined {
  const [, index, ticket, field] = /^listings_to_buy\.(\d+)\.attendees\.(\d+)\.(.+)$/.exec(name) ?? []
  const line = lines[Number(index)]
  return line && field && fieldPath(line.hold_id, Number(ticket), field)
}
