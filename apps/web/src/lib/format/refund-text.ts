import type { WireOrder, WireRefund } from '@terrace/contracts/order-shapes'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { formatMoney, money } from '@terrace/domain/money/money'
import { inViewerTimeZone } from './viewer-time.ts'
import { priceText } from './price.ts'

/** A refund's status as a sentence without the full stop. */
export function refundText({ amount, status, refunded_at }: WireRefund): string {
  const text = priceText(amount)
  switch (status) {
    case 'succeeded':
      return `${text} refunded${refunded_at === null ? '' : ` ${inViewerTimeZone(refunded_at)}`}`
    case 'pending':
      return `${text} is being refunded to your card`
    default:
      return `Your bank rejected the ${text} refund. We’ll contact you to pay it another way`
  }
}

/** Label for an order's `total_refunded`: refunded, still pending, or never charged; `null` without refunds. */
export function refundLabel({
  refunds,
  total_refunded: refunded,
}: Pick<WireOrder, 'refunds' | 'total_refunded'>): 'refunded' | 'refund pending' | 'not charged' | null {
  if (refunds.length === 0) return fromWireMoney(refunded).minor === 0 ? null : 'not charged'
  if (refunds.some(({ status }) => status === 'pending')) return 'refund pending'
  return refunds.some(({ status }) => status === 'succeeded') ? 'refunded' : null
}

const totalLabels = {
  refunded: 'Refunded',
  'refund pending': 'Refund pending',
  'not charged': 'Not charged',
} as const

/** Rows below the total of an order with refunds: the refunded amount and the final total. */
export function refundTotals(
  order: Pick<WireOrder, 'refunds' | 'total' | 'total_refunded'>,
): [string, string][] {
  const label = refundLabel(order)
  if (label === null) return []
  const [total, refunded] = [fromWireMoney(order.total), fromWireMoney(order.total_refunded)]
  return [
    [totalLabels[label], `−${formatMoney(refunded)}`],
    [
      label === 'not charged' ? 'Total charged' : 'Total after refunds',
      formatMoney(money(total.minor - refunded.minor, total.currency)),
    ],
  ]
}
