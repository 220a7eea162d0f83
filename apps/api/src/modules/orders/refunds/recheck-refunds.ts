import type { Db } from '../../../db/client.ts'
import { GatewayUnavailable, type PaymentGateway } from '../../payments/index.ts'
import { followRefund } from './follow-refund.ts'
import { claimPaidRefunds, restPaidRefund } from './refunds.repo.ts'

interface RecheckDeps {
  db: Db
  gateway: PaymentGateway
  outbox: { wake(): void }
  logger: { warn(facts: object, text: string): void; error(facts: object, text: string): void }
}

const atOnce = 20

/**
 * Asks anew about refunds that were paid of late: a bank may send one back for weeks, and the provider's word of it may have been
 * lost. Once the provider cannot be reached, the rest waits with this one for an hour. Safe on any number of processes. Answers
 * how many it was told about.
 */
export async function recheckRefunds(deps: RecheckDeps): Promise<number> {
  const paid = await claimPaidRefunds(deps.db, deps.gateway.name, atOnce)
  let told = 0
  for (const { id, gatewayRefundId } of paid) {
    try {
      await followRefund(deps, gatewayRefundId)
      await restPaidRefund(deps.db, id)
      told += 1
    } catch (error) {
      const facts = { err: error, gatewayRefundId }
      if (error instanceof GatewayUnavailable) {
        deps.logger.warn(facts, 'a paid refund could not be asked about')
        return told
      }
      // One that cannot be followed keeps no other from being asked about.
      deps.logger.error(facts, 'asking about a paid refund failed in a way that nobody foresaw')
    }
  }
  return paid.length < atOnce ? told : told + (await recheckRefunds(deps))
}
