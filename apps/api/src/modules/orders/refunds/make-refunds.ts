import type { Db } from '../../../db/client.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { recordEvents } from '../../../outbox/outbox.repo.ts'
import { repeat, type Repeated } from '../../../shared/repeat.ts'
import { recordRefund } from '../../ledger/index.ts'
import { GatewayRefused, GatewayUnavailable, type PaymentGateway } from '../../payments/index.ts'
import { lockLines } from '../lock-lines.repo.ts'
import { saleOfLine } from '../order-sale.ts'
import { lineTotal } from '../order.ts'
import { claimDueRefunds, endRefund, lineOfRefund, type DueRefund } from './refunds.repo.ts'

interface RefundDeps {
  db: Db
  gateway: PaymentGateway
  outbox: { wake(): void }
  logger: { warn(facts: object, text: string): void; error(facts: object, text: string): void }
}

const everyMs = 3000
const atOnce = 20

/**
 * Pays back what is owed for cancelled lines. The gateway is asked with the refund's own key, so that a try after a crash gets
 * the first answer and moves no money again; then the refund, its booking and its event are one transaction. Safe on any number
 * of processes. Answers how many refunds it looked at.
 */
export async function makeRefunds(deps: RefundDeps): Promise<number> {
  const due = await claimDueRefunds(deps.db, atOnce)
  for (const refund of due) {
    try {
      await makeRefund(deps, refund)
    } catch (error) {
      // One that cannot be made keeps no other from being made; it has its next time already.
      const facts = { err: error, refundId: refund.id }
      if (error instanceof GatewayUnavailable) deps.logger.warn(facts, 'a refund could not be made yet')
      else deps.logger.error(facts, 'a refund failed in a way that nobody foresaw')
    }
  }
  if (due.length > 0) deps.outbox.wake()
  return due.length
}

/** Makes refunds at the start and every few seconds after. */
export function createRefunder(deps: RefundDeps): Repeated {
  return repeat({
    everyMs,
    work: () => makeRefunds(deps),
    onError: (error) => deps.logger.warn({ err: error }, 'refunding failed'),
  })
}

async function makeRefund(deps: RefundDeps, refund: DueRefund): Promise<void> {
  const gatewayRefundId = await askGateway(deps, refund)
  if (gatewayRefundId === undefined)
    await inTransaction(deps.db, (tx) => endRefund(tx, refund.id, { state: 'failed' }))
  else await settle(deps, refund, gatewayRefundId)
}

/** The gateway's name of the refund; undefined where it never will be made this way. */
async function askGateway(
  { gateway, logger }: RefundDeps,
  { id, amount, intentId, ...refund }: DueRefund,
): Promise<string | undefined> {
  if (refund.gateway !== gateway.name) {
    logger.error(
      { refundId: id, gateway: refund.gateway },
      'a refund is for a gateway that is not configured',
    )
    throw new GatewayUnavailable(`the gateway ${refund.gateway} is not configured`)
  }
  try {
    const { refundId, status } = await gateway.refundPayment({
      intentId,
      amount,
      idempotencyKey: `${id}:refund`,
    })
    // A pending one has left our hands: the bank takes its days.
    if (status !== 'failed') return refundId
    logger.error({ refundId: id }, 'the bank refuses a refund: it has to be paid by other means')
  } catch (error) {
    if (!(error instanceof GatewayRefused)) throw error
    logger.error({ err: error, refundId: id }, 'the gateway refuses a refund: it has to be looked into')
  }
  return undefined
}

async function settle(
  { db }: RefundDeps,
  { id, orderId }: DueRefund,
  gatewayRefundId: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const [line] = await lockLines(tx, { lineId: await lineOfRefund(tx, id) })
    if (!line) throw new Error(`the refund ${id} has no line`)
    if (!(await endRefund(tx, id, { state: 'succeeded', gatewayRefundId }))) return
    const { attemptId, teamId, sellerTeamId } = line
    await recordRefund(tx, {
      refundId: id,
      attemptId,
      orderId,
      teamId,
      total: lineTotal(line),
      lines: [saleOfLine(line)],
    })
    await recordEvents(tx, [
      {
        topic: 'order.line_refunded',
        subject: orderId,
        payload: { orderId, lineId: line.id, teamId, sellerTeamId },
      },
    ])
  })
}
