import { formatMoney, money } from '@terrace/domain/money/money'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import type { Tx } from '#api/db/transaction.ts'
import type { Topic } from '#api/outbox/domain-events.ts'
import {
  joinParts,
  sourceOf,
  payloadStrings,
  type NotificationDraft,
  type TeamRow,
} from './notification-draft.ts'
import { readOrderLines, readOrders, type OrderDetails } from './notification-details.repo.ts'

const lineKinds = {
  'order.line_delivered': { kind: 'tickets_delivered', text: 'Tickets delivered', severity: 'success' },
  'order.line_partially_delivered': {
    kind: 'tickets_delivered',
    text: 'Some tickets delivered',
    severity: 'success',
  },
  'order.line_cancelled': { kind: 'order_changed', text: 'Tickets cancelled', severity: 'warning' },
  'order.line_refunded': { kind: 'order_changed', text: 'Refund paid', severity: 'success' },
  'order.refund_failed': { kind: 'order_changed', text: 'Refund delayed', severity: 'warning' },
} as const satisfies Partial<Record<Topic, object>>

const disputeTexts = {
  'payment.disputed': 'Payment disputed',
  'payment.dispute_updated': 'Dispute updated',
} as const satisfies Partial<Record<Topic, string>>

export const orderNotificationTopics: readonly Topic[] = [
  'order.placed',
  'checkout.refunded',
  ...(Object.keys(lineKinds) as (keyof typeof lineKinds)[]),
  ...(Object.keys(disputeTexts) as (keyof typeof disputeTexts)[]),
]

const orderLink = (orderId: string) => `/profile?tab=purchases&order=${orderId}`

/** Notifies the whole team about new orders and failed purchases, and the account that placed an order about its progress. */
export async function draftOrderNotifications(
  tx: Tx,
  rows: readonly TeamRow[],
): Promise<NotificationDraft[]> {
  const [lines, orders] = [
    await readOrderLines(tx, payloadStrings(rows, 'lineId')),
    await readOrders(tx, {
      ids: payloadStrings(
        rows.filter(({ topic }) => topic === 'order.placed'),
        'orderId',
      ),
      attemptIds: payloadStrings(rows, 'attemptId'),
    }),
  ]
  return rows.flatMap((row): NotificationDraft[] => {
    const { topic, teamId, at, payload } = row
    const base = { source: sourceOf(row), at }
    if (topic in lineKinds) {
      const line = lines.find(({ id }) => id === payload['lineId'])
      if (!line) return []
      const { kind, text, severity } = lineKinds[topic as keyof typeof lineKinds]
      return [
        {
          ...base,
          to: { teamId, accountId: line.accountId },
          kind,
          severity,
          title: `${text}: ${line.eventTitle}`,
          detail: joinParts(`Order ${line.orderNumber}`, formatTickets(line.quantity)),
          link: orderLink(line.orderId),
        },
      ]
    }
    const order = orders.find(({ id, attemptId }) =>
      topic === 'order.placed' ? id === payload['orderId'] : attemptId === payload['attemptId'],
    )
    if (topic === 'checkout.refunded') return [failedPurchase(row, order)]
    if (!order) return []
    const events = order.eventTitles.join(', ')
    if (topic === 'order.placed') {
      return [
        {
          ...base,
          to: { teamId },
          kind: 'order_placed',
          severity: 'success',
          title: `Order ${order.number} placed`,
          detail: joinParts(events, formatMoney(money(order.totalMinor, order.currency))),
          link: orderLink(order.id),
        },
      ]
    }
    return [
      {
        ...base,
        to: { teamId, accountId: order.accountId },
        kind: 'order_changed',
        severity: 'warning',
        title: `${disputeTexts[topic as keyof typeof disputeTexts]}: order ${order.number}`,
        detail: events,
        link: orderLink(order.id),
      },
    ]
  })
}

/** `order`: the order that was reversed, if one had been placed. */
function failedPurchase(row: TeamRow, order: OrderDetails | undefined): NotificationDraft {
  return {
    to: { teamId: row.teamId },
    kind: 'order_changed',
    severity: 'error',
    title: order
      ? `Order ${order.number} cancelled: payment not completed`
      : 'A purchase couldn’t be completed',
    detail: joinParts(order?.eventTitles.join(', '), 'The payment was cancelled or refunded'),
    link: order ? orderLink(order.id) : '/profile?tab=purchases',
    source: sourceOf(row),
    at: row.at,
  }
}
