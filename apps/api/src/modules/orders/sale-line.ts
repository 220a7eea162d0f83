import { multiplyMoney, type Money } from '@terrace/domain/money/money'

interface SoldTickets {
  sellerTeamId: string
  quantity: number
  price: Money
  fee: Money
  sellerPrice: Money
}

export function toSaleLine({ sellerTeamId, quantity, price, fee, sellerPrice }: SoldTickets) {
  return {
    sellerTeamId,
    tickets: multiplyMoney(price, quantity),
    fee: multiplyMoney(fee, quantity),
    sellerDue: multiplyMoney(sellerPrice, quantity),
  }
}
