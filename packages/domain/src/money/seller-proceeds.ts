/**
 * What a seller receives. Sales in the ledger and every screen of the seller use these functions, so that both agree to
 * the penny.
 */
import { money, multiplyMoney, type Money } from './money.ts'
import { serviceFee } from './service-fee.ts'

/** Deducted from the seller's price, in basis points: nothing, because buyers pay the service fee on top of it. */
export const sellerFeeBp = 0

/** For one ticket at the seller's price, in the seller's currency. */
export function sellerProceeds(price: Money): Money {
  return money(price.minor - serviceFee(price, sellerFeeBp).minor, price.currency)
}

/** For all tickets of a sale; rounding happens per ticket. */
export function saleProceeds(price: Money, quantity: number): Money {
  return multiplyMoney(sellerProceeds(price), quantity)
}
