import type { CardGuard } from '#api/modules/payments/index.ts'
import { ipLimitKey } from '#api/shared/http/ip-limit-key.ts'
import type { Ids } from '#api/shared/ids.ts'
import { insertPaymentFailure } from './payment-failures.repo.ts'
import { findPaymentWait, refusePayment, type PaymentLimitDeps } from './payment-limits.ts'

/** Counts cards that are declined while they are saved like declined payments, so that neither way tries out cards. */
export function guardCardSaving(deps: PaymentLimitDeps & { ids: Ids }): CardGuard {
  return {
    async assertMayTry(payer) {
      const wait = await findPaymentWait(deps, payer)
      if (wait) await refusePayment(deps, payer, wait)
    },
    async recordDecline({ accountId, caller }, { setupId, cardToken }) {
      await insertPaymentFailure(deps.db, {
        // Without a card, the buyer has returned from the bank; asking again counts once.
        attemptId: `${setupId}:${cardToken === undefined ? 'returned' : deps.ids.secret()}`,
        accountId,
        card: cardToken ?? setupId,
        ipAddress: ipLimitKey(caller.ipAddress),
      })
    },
  }
}
