import type { Db } from '../../../db/client.ts'
import { GatewayUnavailable, type PaymentGateway } from '../../payments/index.ts'
import { followRefund } from './follow-refund.ts'
import { claimPaidRefunds } from './refunds.repo.ts'

interface RecheckDeps {
  db: Db
  gateway: PaymentGateway
  outbox: { wake(): void }
  logger: { warn(facts: object, text: string): void }
}

const atOnce = 20

/**
 * Asks anew about refunds that were paid of late: a bank may send one back for weeks, and the provider's word of it may have been
 * lost. Safe on any number of processes. Answers how many it asked about.
 */
export async function recheckRefunds(deps: RecheckDeps): Promise<number> {
  const paid = await claimPaidRefunds(deps.db, deps.gateway.name, atOnce)
  for (const gatewayRefundId of paid) {
    try {
      await followRefund(deps, gatewayRefundId)
    } catch (error) {
      if (!(error instanceof GatewayUnavailable)) throw error
      deps.logger.warn({ err: error, gatewayRefundId }, 'a paid refund could not be asked about')
    }
  }
  return paid.length < atOnce ? paid.length : paid.length + (await recheckRefunds(deps))
}
