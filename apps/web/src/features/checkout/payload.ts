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

/**
 * The payload of `{product}/buyer-checkout` for a new card (spec §3): every figure from the prices frozen at holding,
 * the fee per ticket rounded as the server rounds it, amounts as decimal strings. At least one hold, one currency.
 */
export function checkoutPayload(
  holds: readonly WireHold[],
  contact: Contact,
  cardToken: string,
): CheckoutPayload {
  const sums = totals(holds.map(pricedLine))
  return {
    payment_method: 'Card',
    use_existing_card: 0,
    card_token: cardToken,
    total_tickets_price: toWireMoney(sums.tickets).amount,
    total_service_fee: toWireMoney(sums.fee).amount,
    email_address: contact.email.trim(),
    contact_number: contact.phone.trim(),
    listings_to_buy: holds.map((hold) => {
      const { price, feeBp } = pricedLine(hold)
      return {
        listing_id: hold.listing_id,
        hold_id: hold.hold_id,
        ticket_price: toWireMoney(price).amount,
        ticket_quantity: hold.quantity,
        service_fee: toWireMoney(serviceFee(price, feeBp)).amount,
      }
    }),
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
  if (!parsed.ok) throw new RangeError(`${percent} is no fee percent: ${parsed.reason}`)
  return parsed.minor
}
