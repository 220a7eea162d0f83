import { multiplyMoney, type Money } from '@terrace/domain/money'

interface SoldTickets {
  sellerTeamId: string
  quantity: number
  price: Money
  fee: Money
  sellerPrice: Money
}

/** A line as the ledger books it. */
export function saleOfLine({ sellerTeamId, quantity, price, fee, sellerPrice }: SoldTickets) {
  return {
    sellerTeamId,
    tickets: multiplyMoney(price, quantity),
    fee: multiplyMoney(fee, quantity),
    sellerDue: multiplyMoney(sellerPrice, quantity),
  }
}
