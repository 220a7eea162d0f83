import type { Tx } from '../../../db/transaction.ts'
import { recordEvents } from '../../../outbox/outbox.repo.ts'
import { recordRefund } from '../../ledger/index.ts'
import { lockLines, type LockedLine } from '../lock-lines.repo.ts'
import { saleOfLine } from '../order-sale.ts'
import { lineTotal } from '../order.ts'
import { findLineOfRefund } from './refunds.repo.ts'

/** The line that a refund is for, under its order's lock; undefined for a refund that never was. */
export async function lockLineOfRefund(tx: Tx, refundId: string): Promise<LockedLine | undefined> {
  const lineId = await findLineOfRefund(tx, refundId)
  if (lineId === undefined) return undefined
  const [line] = await lockLines(tx, { lineId })
  return line
}

/** Books a refund that was paid just now, and tells of it; in the transaction that ends it. */
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
    lines: [saleOfLine(line)],
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
