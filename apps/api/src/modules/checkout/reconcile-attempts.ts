import { repeat, type Repeated } from '../../shared/repeat.ts'
import { findOrphans } from './checkout-attempts.repo.ts'
import type { CheckoutDeps } from './checkout-deps.ts'
import { settleAttempt } from './settle-attempt.ts'

const everyMs = 3000
const quietSeconds = 3
const atOnce = 20

/**
 * Settles what a dead process left and what a buyer walked away from: asks the gateway first, and cancels the payment before
 * any stock is freed. Safe on any number of processes. Answers how many attempts it looked at.
 */
export async function reconcileAttempts(
  deps: CheckoutDeps,
  options: { quietSeconds: number } = { quietSeconds },
): Promise<number> {
  const orphans = await findOrphans(deps.db, { ...options, limit: atOnce })
  for (const attemptId of orphans) {
    try {
      await settleAttempt(deps, attemptId)
    } catch (error) {
      // One attempt that cannot be settled must not keep the others waiting.
      deps.logger.warn({ err: error, attemptId }, 'a checkout attempt could not be reconciled')
    }
  }
  return orphans.length
}

/** Reconciles at the start and every few seconds after. */
export function createReconciler(deps: CheckoutDeps): Repeated {
  return repeat({
    everyMs,
    work: () => reconcileAttempts(deps),
    onError: (error) => deps.logger.warn({ err: error }, 'reconciling failed'),
  })
}
