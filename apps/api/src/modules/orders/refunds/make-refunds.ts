import type { Db } from '../../../db/client.ts'
import { repeat, type Repeated } from '../../../shared/repeat.ts'
import {
  GatewayRefused,
  GatewayUnavailable,
  type PaymentGateway,
  type PaymentRefund,
} from '../../payments/index.ts'
import { recheckRefunds } from './recheck-refunds.ts'
import { claimDueRefunds, type DueRefund } from './refunds.repo.ts'
import { settleRefund } from './settle-refund.ts'

interface RefundDeps {
  db: Db
  gateway: PaymentGateway
  outbox: { wake(): void }
  logger: { warn(facts: object, text: string): void; error(facts: object, text: string): void }
}

const everyMs = 3000
const recheckEveryMs = 3_600_000
const atOnce = 20

/**
 * Pays back what is owed for cancelled lines. The gateway is asked with the refund's own key, and before any further try for what
 * an earlier one has made, so that a try after a crash moves no money again; the refund's success, its booking and its event are
 * one transaction. Safe on any number of processes. Answers how many refunds it looked at.
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

/** Makes refunds at the start and every few seconds after, and every hour asks about paid ones whose turn it is. */
export function createRefunder(deps: RefundDeps): Repeated {
  const onError = (error: unknown) => deps.logger.warn({ err: error }, 'refunding failed')
  const making = repeat({ everyMs, work: () => makeRefunds(deps), onError })
  const rechecking = repeat({ everyMs: recheckEveryMs, work: () => recheckRefunds(deps), onError })
  return {
    start() {
      making.start()
      rechecking.start()
    },
    async stop() {
      await Promise.all([making.stop(), rechecking.stop()])
    },
  }
}

async function makeRefund(deps: RefundDeps, refund: DueRefund): Promise<void> {
  const made = await askGateway(deps, refund)
  await settleRefund(deps, refund, made ?? { refundId: undefined, status: 'failed' })
}

/** The refund as the gateway has it; undefined where it never will be made this way. */
async function askGateway(
  { gateway, logger }: RefundDeps,
  refund: DueRefund,
): Promise<PaymentRefund | undefined> {
  if (refund.gateway !== gateway.name) {
    logger.error(
      { refundId: refund.id, gateway: refund.gateway },
      'a refund is for a gateway that is not configured',
    )
    throw new GatewayUnavailable(`the gateway ${refund.gateway} is not configured`)
  }
  try {
    const made = (await findMade(gateway, refund)) ?? (await begin(gateway, refund))
    if (made.status === 'failed')
      logger.error({ refundId: refund.id }, 'the bank refuses a refund: it has to be paid by other means')
    return made
  } catch (error) {
    if (!(error instanceof GatewayRefused)) throw error
    logger.error(
      { err: error, refundId: refund.id },
      'the gateway refuses a refund: it has to be looked into',
    )
  }
  return undefined
}

/**
 * What an earlier try has made, of this round also what has failed since. Gateways forget idempotency keys after a day, and
 * until then repeat what was true when they first answered; a refund keeps what it was asked with.
 */
async function findMade(
  gateway: PaymentGateway,
  { id, intentId, gatewayRefundId, round, tries }: DueRefund,
): Promise<PaymentRefund | undefined> {
  if (gatewayRefundId !== null) return gateway.retrieveRefund(gatewayRefundId)
  if (tries === 1 && round === 1) return undefined
  const all = await gateway.listRefunds(intentId)
  return all.find(
    ({ status, metadata }) =>
      metadata['refund_id'] === id && (status !== 'failed' || (metadata['round'] ?? '1') === String(round)),
  )
}

function begin(gateway: PaymentGateway, { id, intentId, amount, round }: DueRefund): Promise<PaymentRefund> {
  return gateway.refundPayment({
    intentId,
    amount,
    metadata: { refund_id: id, round: String(round) },
    idempotencyKey: round === 1 ? `${id}:refund` : `${id}:refund:${round}`,
  })
}
