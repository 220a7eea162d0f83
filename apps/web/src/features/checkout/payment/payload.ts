import type { WireAttendee } from '@terrace/contracts/attendees'
import type { checkoutRoutes } from '@terrace/contracts/checkout'
import type { WireHold } from '@terrace/contracts/holds'
import type { BodyInputOf } from '@terrace/contracts/route'
import { fromWireMoney, toWireMoney } from '@terrace/contracts/wire-money'
import { parseDecimal } from '@terrace/domain/money/money'
import { serviceFee, totals, type BasisPoints, type PricedLine } from '@terrace/domain/money/service-fee'
import type { detailsPayload } from '#web/features/checkout/purchase-details.ts'

export type CheckoutPayload = BodyInputOf<typeof checkoutRoutes.buy>

export interface Contact {
  email: string
  phone: string
}

/** A saved card by id, or a new one by the payment gateway's token. */
export type PayingCard = { cardId: string } | { token: string; shouldSaveCard: boolean }

export interface Purchase {
  /** At least one hold, all in one currency. */
  holds: readonly WireHold[]
  contact: Contact
  /** By hold id, for holds that require attendees. */
  attendees: ReadonlyMap<string, WireAttendee[]>
  /** Slug of the quote that these tickets were offered in. */
  quoteSlug?: string | undefined
  /** Client, reference and note for the order. */
  details?: ReturnType<typeof detailsPayload>
}

/**
 * The body of `{product}/buyer-checkout` (spec §3). Amounts use the prices locked when the tickets were held; the fee
 * is rounded per ticket, as on the server.
 */
export function checkoutPayload(
  { holds, contact, attendees, quoteSlug, details }: Purchase,
  card: PayingCard,
): CheckoutPayload {
  const amounts = totals(holds.map(pricedLine))
  return {
    payment_method: 'Card',
    ...cardPart(card),
    ...(quoteSlug !== undefined && { quote_slug: quoteSlug }),
    ...details,
    total_tickets_price: toWireMoney(amounts.tickets).amount,
    total_service_fee: toWireMoney(amounts.fee).amount,
    email_address: contact.email.trim(),
    contact_number: contact.phone.trim(),
    listings_to_buy: holds.map((hold) => {
      const { price, feeBp } = pricedLine(hold)
      const attendeeDetails = attendees.get(hold.hold_id)
      return {
        listing_id: hold.listing_id,
        hold_id: hold.hold_id,
        ticket_price: toWireMoney(price).amount,
        ticket_quantity: hold.quantity,
        service_fee: toWireMoney(serviceFee(price, feeBp)).amount,
        ...(attendeeDetails && { attendees: attendeeDetails }),
      }
    }),
  }
}

function cardPart(card: PayingCard) {
  if ('cardId' in card) return { use_existing_card: 1 as const, card_id: card.cardId }
  const { token, shouldSaveCard } = card
  return {
    use_existing_card: 0 as const,
    card_token: token,
    ...(shouldSaveCard && { save_card: 1 as const }),
  }
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
  if (!parsed.ok) throw new RangeError(`${percent} is not a valid fee percentage: ${parsed.reason}`)
  return parsed.minor
}
