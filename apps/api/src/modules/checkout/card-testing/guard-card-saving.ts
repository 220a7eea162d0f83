import { inTransaction } from '#api/db/transaction.ts'
import type { CardGuard, CardPayer, TriedCard } from '#api/modules/payments/index.ts'
import { ipLimitKey } from '#api/shared/http/ip-limit-key.ts'
import type { Ids } from '#api/shared/ids.ts'
import { deletePaymentFailure, insertPaymentFailure, lockPayer } from './payment-failures.repo.ts'
import { findPaymentWait, refusePayment, type PaymentLimitDeps } from './payment-limits.ts'

/** Counts cards that are declined when they are saved like declined payments, so that neither can be used to test cards. */
export function guardCardSaving(deps: PaymentLimitDeps & { ids: Ids }): CardGuard {
  const failureOf = ({ accountId, caller }: CardPayer, { setupId, cardToken }: TriedCard) => ({
    // Without a card, the buyer has returned from the bank. Repeated calls of this kind count as one attempt.
    attemptId: `${setupId}:${cardToken === undefined ? 'returned' : deps.ids.secret()}`,
    accountId,
    card: cardToken ?? setupId,
    ipAddress: ipLimitKey(caller.ipAddress),
  })

  /** Counts the card as declined until its outcome is known, so that simultaneous attempts count, too. */
  async function reserve(payer: CardPayer, tried: TriedCard): Promise<string> {
    const failure = failureOf(payer, tried)
    const wait = await inTransaction(deps.db, async (tx) => {
      await lockPayer(tx, failure)
      const found = await findPaymentWait({ ...deps, db: tx }, payer)
      if (!found) await insertPaymentFailure(tx, failure)
      return found
    })
    if (wait) await refusePayment(deps, payer, wait)
    return failure.attemptId
  }

  return {
    async assertMayTry(payer) {
      const wait = await findPaymentWait(deps, payer)
      if (wait) await refusePayment(deps, payer, wait)
    },
    async tryCard(payer, tried, save) {
      if (tried.cardToken === undefined) {
        const outcome = await save()
        if (outcome.isDeclined) await insertPaymentFailure(deps.db, failureOf(payer, tried))
        return outcome
      }
      const attemptId = await reserve(payer, tried)
      let isDeclined = false
      try {
        const outcome = await save()
        isDeclined = outcome.isDeclined
        return outcome
      } finally {
        if (!isDeclined) await deletePaymentFailure(deps.db, attemptId)
      }
    },
  }
}
