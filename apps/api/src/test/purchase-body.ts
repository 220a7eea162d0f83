import type { checkoutRoutes } from '@terrace/contracts/checkout'
import type { BodyInputOf } from '@terrace/contracts/route'
import { fromWireMoney, toWireMoney, type WireMoney } from '@terrace/contracts/wire-money'
import { multiplyMoney, sumMoney } from '@terrace/domain/money'

export interface HeldTickets {
  hold_id: string
  listing_id: string
  quantity: number
  price: WireMoney
  service_fee: WireMoney
}

/** The payload that a browser sends for these held tickets (spec §3), every figure right. */
export function purchaseBody(
  held: readonly HeldTickets[],
  cardToken = 'pm_card_visa',
): BodyInputOf<typeof checkoutRoutes.buy> {
  const sum = (amounts: readonly { amount: WireMoney; quantity: number }[]) =>
    toWireMoney(
      sumMoney(
        amounts.map(({ amount, quantity }) => multiplyMoney(fromWireMoney(amount), quantity)),
        amounts[0]?.amount.currency ?? 'GBP',
      ),
    ).amount
  return {
    payment_method: 'Card',
    use_existing_card: 0,
    card_token: cardToken,
    total_tickets_price: sum(held.map(({ price, quantity }) => ({ amount: price, quantity }))),
    total_service_fee: sum(held.map(({ service_fee, quantity }) => ({ amount: service_fee, quantity }))),
    email_address: 'jo.marsh@example.test',
    contact_number: '020 7946 0000',
    listings_to_buy: held.map((line) => ({
      listing_id: line.listing_id,
      hold_id: line.hold_id,
      ticket_price: line.price.amount,
      ticket_quantity: line.quantity,
      service_fee: line.service_fee.amount,
    })),
  }
}
