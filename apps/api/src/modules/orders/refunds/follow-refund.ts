import type { Db } from '../../../db/client.ts'
import { GatewayRefused, type PaymentGateway, type PaymentRefund } from '../../payments/index.ts'
import { findRefundOf } from './refunds.repo.ts'
import { settleRefund } from './settle-refund.ts'

interface FollowDeps {
  db: Db
  gateway: PaymentGateway
  outbox: { wake(): void }
  logger: { error(facts: object, text: string): void }
}

/**
 * The gateway has news of a refund: asks how it stands, and keeps that. A bank that has taken a refund may send it back for
 * weeks after, so that one that is paid is asked about as well.
 */
export async function followRefund(deps: FollowDeps, gatewayRefundId: string): Promise<void> {
  const made = await ask(deps.gateway, gatewayRefundId)
  const refund = made && (await findRefundOf(deps.db, deps.gateway.name, made))
  if (!refund) {
    tellOfStray(deps, made)
    return
  }
  await settleRefund(deps, refund, made)
  deps.outbox.wake()
}

/** The money of a purchase that came to no order is with us again: nothing here pays it anew, so somebody has to. */
function tellOfStray({ logger }: FollowDeps, made: PaymentRefund | undefined): void {
  const attemptId = made?.metadata['attempt_id']
  if (made?.status !== 'failed' || attemptId === undefined) return
  logger.error(
    { attemptId, gatewayRefundId: made.refundId },
    'the bank sends back the refund of a purchase without an order: it has to be paid by other means',
  )
}

/** Undefined for one that the gateway does not know either. */
async function ask(gateway: PaymentGateway, gatewayRefundId: string): Promise<PaymentRefund | undefined> {
  try {
    return await gateway.retrieveRefund(gatewayRefundId)
  } catch (error) {
    if (error instanceof GatewayRefused && error.code === 'resource_missing') return undefined
    throw error
  }
}
