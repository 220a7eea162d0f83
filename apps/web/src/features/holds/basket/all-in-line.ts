import type { WireHold } from '@terrace/contracts/holds'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { addMoney, formatMoney, multiplyMoney, type Money } from '@terrace/domain/money/money'
import { formatTickets } from '@terrace/domain/tickets/format-count'

/** The price of one ticket with its fee. */
export function holdAllInPrice({ price, service_fee: fee }: WireHold): Money {
  return addMoney(fromWireMoney(price), fromWireMoney(fee))
}

/** '4 tickets · All-in £497.72 (£124.43 each, was £130.00)', or '1 ticket · All-in £124.43'. */
export function allInLineText(quantity: number, price: Money, previousPrice: Money | null = null): string {
  const was = previousPrice ? `, was ${formatMoney(previousPrice)}` : ''
  const total = `${formatTickets(quantity)} · All-in ${formatMoney(multiplyMoney(price, quantity))}`
  return quantity === 1 ? `${total}${was}` : `${total} (${formatMoney(price)}\u00A0each${was})`
}
