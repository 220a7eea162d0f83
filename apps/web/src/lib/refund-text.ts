import type { WireOrder, WireRefund } from '@terrace/contracts/orders'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { formatMoney, money } from '@terrace/domain/money'
import { onOwnClock } from './own-clock.ts'
import { priceText } from './price.ts'

/** How far a refund is, in a sentence without its full stop. */
export function refundText({ amount, status, refunded_at }: WireRefund): string {
  const text = priceText(amount)
  switch (status) {
    case 'succeeded':
      return `${text} refunded${refunded_at === null ? '' : ` ${onOwnClock(refunded_at)}`}`
    case 'pending':
      return `${text} is on its way back to your card`
    default:
      return `Your bank refused the refund of ${text}: we pay it back another way and will contact you`
  }
}

/**
 * Of what an order has in `total_refunded`: it is there, or some of it is not yet, or it was never taken; null where it has
 * nothing.
 */
export function refundedWord({
  refunds,
  total_refunded: back,
}: Pick<WireOrder, 'refunds' | 'total_refunded'>): 'refunded' | 'going back' | 'not charged' | null {
  if (refunds.length === 0) return fromWireMoney(back).minor === 0 ? null : 'not charged'
  if (refunds.some(({ status }) => status === 'pending')) return 'going back'
  return refunds.some(({ status }) => status === 'succeeded') ? 'refunded' : null
}

const sumLabels = { refunded: 'Refunded', 'going back': 'Going back', 'not charged': 'Not charged' } as const

/** What stands below an order's total where some of it goes back: that, and what is paid in the end. */
export function refundSums(
  order: Pick<WireOrder, 'refunds' | 'total' | 'total_refunded'>,
): [string, string][] {
  const word = refundedWord(order)
  if (word === null) return []
  const [total, back] = [fromWireMoney(order.total), fromWireMoney(order.total_refunded)]
  return [
    [sumLabels[word], `−${formatMoney(back)}`],
    [
      word === 'not charged' ? 'Total charged' : 'Total after refunds',
      formatMoney(money(total.minor - back.minor, total.currency)),
    ],
  ]
}
