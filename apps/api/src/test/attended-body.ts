import type { WireAttendee } from '@terrace/contracts/attendees'
import { purchaseBody, type HeldTickets } from './purchase-body.ts'

/** Who goes in with tickets that ask for identification, and with such that ask where to deliver. */
export const passport: WireAttendee = {
  first_name: 'Ottoline',
  last_name: 'Quillfeather',
  date_of_birth: '1987-03-09',
  nationality: 'PL',
  document_type: 'passport',
  document_number: 'ZX9988776',
}
export const delivery: WireAttendee = {
  first_name: 'Thaddeus',
  last_name: 'Marchbanks',
  email: 'thaddeus@post.example',
  phone: '+44 20 7946 0188',
  address: { line1: '7 Whitlock Mews', city: 'Leeds', postcode: 'LS1 4AP', country_code: 'GB' },
}
/** What is sent to pay for these tickets, each with who attends. */
export function attendedBody(
  lines: readonly { held: HeldTickets; attendees?: WireAttendee[] }[],
  cardToken?: string,
) {
  const purchase = purchaseBody(
    lines.map((line) => line.held),
    cardToken,
  )
  return {
    ...purchase,
    listings_to_buy: purchase.listings_to_buy.map((line, index) => {
      const attendees = lines[index]?.attendees
      return attendees ? { ...line, attendees } : line
    }),
  }
}
