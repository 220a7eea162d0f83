import type { WireAttendee } from '@terrace/contracts/attendees'
import type { checkoutRoutes } from '@terrace/contracts/checkout'
import type { WireHold } from '@terrace/contracts/holds'
import type { BodyInputOf } from '@terrace/contracts/route'
import { fromWireMoney, toWireMoney } from '@terrace/contracts/wire-money'
import { parseDecimal } from '@terrace/domain/money'
import { serviceFee, totals, type BasisPoints, type PricedLine } from '@terrace/domain/service-fee'

export type CheckoutPayload = BodyInputOf<typeof checkoutRoutes.buy>

export interface Contact {
  email: string
  phone: string
}

/** A saved card by its id, or a new one by the name that the payment provider gave it. */
export type PayingCard = { cardId: string } | { token: string; isToBeSaved: boolean }

export interface Purchase {
  /** At least one, in one currency. */
  holds: readonly WireHold[]
  contact: Contact
  /** Of each hold that asks for them, by its id. */
  attendees: ReadonlyMap<string, WireAttendee[]>
  /** Of the quote that the tickets are the offer of. */
  quoteSlug?: string | undefined
}

/**
 * The payload of `{product}/buyer-checkout` (spec §3): every figure from the prices frozen at holding, the fee per ticket
 * rounded as the server rounds it, amounts as decimal strings.
 */
export function checkoutPayload(
  { holds, contact, attendees, quoteSlug }: Purchase,
  card: PayingCard,
): CheckoutPayload {
  const sums = totals(holds.map(pricedLine))
  return {
    payment_method: 'Card',
    ...cardPart(card),
    ...(quoteSlug !== undefined && { quote_slug: quoteSlug }),
    total_tickets_price: toWireMoney(sums.tickets).amount,
    total_service_fee: toWireMoney(sums.fee).amount,
    email_address: contact.email.trim(),
    contact_number: contact.phone.trim(),
    listings_to_buy: holds.map((hold) => {
      const { price, feeBp } = pricedLine(hold)
      const asked = attendees.get(hold.hold_id)
      return {
        listing_id: hold.listing_id,
        hold_id: hold.hold_id,
        ticket_price: toWireMoney(price).amount,
        ticket_quantity: hold.quantity,
        service_fee: toWireMoney(serviceFee(price, feeBp)).amount,
        ...(asked && { attendees: asked }),
      }
    }),
  }
}

function cardPart(card: PayingCard) {
  if ('cardId' in card) return { use_existing_card: 1 as const, card_id: card.cardId }
  const { token, isToBeSaved } = card
  return { use_existing_card: 0 as const, card_token: token, ...(isToBeSaved && { save_card: 1 as const }) }
}

function pricedLine(hold: WireHold): PricedLine {
  return {
    price: fromWireMoney(hold.price),
    quantity: hold.quantity,
    feeBp: basisPoints(hold.service_fee_percent),
  }
}

/** "5.00" percent → 500. */
function basisPoints(percent: string): BasisPoints {
  const parsed = parseDecimal(percent, 2)
  if (!parsed.ok) throw new RangeError(`${percent} is no fee percent: ${parsed.reason}`)
  return parsed.minor
}
