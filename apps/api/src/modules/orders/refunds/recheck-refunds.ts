import type { Db } from '#api/db/client.ts'
import { GatewayUnavailable, type PaymentGateway } from '#api/modules/payments/index.ts'
import { syncRefund } from './sync-refund.ts'
import { claimPaidRefunds, scheduleNextRecheck } from './refunds.repo.ts'

interface RecheckDeps {
  db: Db
  gateway: PaymentGateway
  outbox: { wake(): void }
  logger: { warn(details: object, message: string): void; error(details: object, message: string): void }
}

const batchSize = 20

/**
 * Rechecks recently paid refunds, because a bank may return one weeks later and the webhook may be lost. Stops while
 * the gateway is unreachable; the rest is retried in an hour. Safe to run in several processes. Returns the number
 * checked.
 */
export async function recheckRefunds(deps: RecheckDeps): Promise<number> {
  const paid = await claimPaidRefunds(deps.db, deps.gateway.name, batchSize)
  let processedCount = 0
  for (const { id, gatewayRefundId } of paid) {
    try {
      await syncRefund(deps, gatewayRefundId)
      await scheduleNextRecheck(deps.db, id)
      processedCount += 1
    } catch (error) {
      const details = { err: error, gatewayRefundId }
      if (error instanceof GatewayUnavailable) {
        deps.logger.warn(details, 'paid refund recheck delayed; will retry')
        return processedCount
      }
      // One failure doesn't block the other rechecks.
      deps.logger.error(details, 'unexpected error while rechecking a paid refund')
    }
  }
  return paid.length < batchSize ? processedCount : processedCount + (await recheckRefunds(deps))
}
