import { multiplyMoney, type Money } from '@terrace/domain/money/money'
import { saleProceeds } from '@terrace/domain/money/seller-proceeds'

interface SoldTickets {
  sellerTeamId: string
  quantity: number
  price: Money
  fee: Money
  sellerPrice: Money
}

/** What the ledger records of a sold order line: amounts for all of its tickets, `sellerDue` in the seller's currency. */
export function toSaleLine({ sellerTeamId, quantity, price, fee, sellerPrice }: SoldTickets) {
  return {
    sellerTeamId,
    tickets: multiplyMoney(price, quantity),
    fee: multiplyMoney(fee, quantity),
    sellerDue: saleProceeds(sellerPrice, quantity),
  }
}
