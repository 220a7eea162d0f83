import { errorText, type ApiError } from '#web/lib/api-error.ts'
import type { CheckoutPayload } from './payload.ts'

export interface PurchaseProblem {
  /** Where it is said: at the card, at the fields that are wrong, or at the button. */
  place: 'card' | 'contact' | 'attendees' | 'foot'
  text: string
  /** Of the contact: what is wrong with each field, by its name on the wire. */
  fields?: Readonly<Record<string, string>>
  /** Of the attendees: by the hold's id, and then by the path below its attendees. */
  attendees?: ReadonlyMap<string, ReadonlyMap<string, string>>
}

const totalsText =
  'The total has changed and nothing was charged. The figures here are right now: please check them and pay again.'

/** Where on the page a refusal of the server belongs. */
export function placeOfRefusal(error: ApiError, payload: CheckoutPayload): PurchaseProblem {
  const fields = error.fieldErrors
  const text = errorText(error)
  const attendees = attendeeRefusals(fields, payload)
  if (attendees.size > 0) return { place: 'attendees', text, attendees }
  if (fields['email_address'] !== undefined || fields['contact_number'] !== undefined)
    return { place: 'contact', text, fields }
  if (error.code === 'checkout.totals_differ') return { place: 'foot', text: totalsText }
  const isCard = error.code === 'checkout.card_missing' || error.code === 'checkout.card_unknown'
  return { place: isCard ? 'card' : 'foot', text }
}

/** 'listings_to_buy.0.attendees.1.first_name' → the first hold's '1.first_name'. */
function attendeeRefusals(
  fields: Readonly<Record<string, string>>,
  { listings_to_buy: lines }: CheckoutPayload,
) {
  const found = new Map<string, Map<string, string>>()
  for (const [name, text] of Object.entries(fields)) {
    const [, index, path = ''] = /^listings_to_buy\.(\d+)\.attendees\.?(.*)$/.exec(name) ?? []
    const line = lines[Number(index)]
    if (line === undefined) continue
    found.set(line.hold_id, (found.get(line.hold_id) ?? new Map<string, string>()).set(path, text))
  }
  return found
}
