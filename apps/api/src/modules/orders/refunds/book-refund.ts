import type { Tx } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { recordRefund } from '#api/modules/ledger/index.ts'
import { lockLines, type LockedLine } from '../lock-lines.repo.ts'
import { toSaleLine } from '../sale-line.ts'
import { lineTotal } from '../order.ts'
import { findRefundLineId } from './refunds.repo.ts'

/** Locks the order of a refund and returns its line; `undefined` for an unknown refund. */
export async function lockRefundLine(tx: Tx, refundId: string): Promise<LockedLine | undefined> {
  const lineId = await findRefundLineId(tx, refundId)
  if (lineId === undefined) return undefined
  const [line] = await lockLines(tx, { lineId })
  return line
}

/** The audit entry of a refund. */
export function refundChange(line: LockedLine, refundId: string, { from, to }: { from: string; to: string }) {
  const amount = lineTotal(line)
  return {
    teamId: line.teamId,
    details: {
      order_id: line.orderId,
      line_id: line.id,
      refund_id: refundId,
      before: { state: from },
      after: { state: to, amount_minor: amount.minor, currency: amount.currency },
    },
  }
}

/** Books a paid refund and records its event, in the transaction that completes it. */
export async function bookRefund(
  tx: Tx,
  line: LockedLine,
  { refundId, round, paidFrom }: { refundId: string; round: number; paidFrom: 'gateway' | 'bank' },
): Promise<void> {
  const { attemptId, orderId, teamId, sellerTeamId } = line
  await recordRefund(tx, {
    refundId,
    round,
    attemptId,
    orderId,
    teamId,
    total: lineTotal(line),
    lines: [toSaleLine(line)],
    paidFrom,
  })
  await recordEvents(tx, [
    {
      topic: 'order.line_refunded',
      subject: orderId,
      payload: { orderId, lineId: line.id, teamId, sellerTeamId },
    },
  ])
}
