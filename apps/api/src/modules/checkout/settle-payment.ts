import { isAttemptSettled } from '@terrace/domain/checkout-lifecycle'
import { findAttemptOfIntent } from './checkout-attempts.repo.ts'
import type { CheckoutDeps } from './checkout-deps.ts'
import { settleAttempt } from './settle-attempt.ts'

/** The provider has told of a payment: its attempt, if it is ours and open, goes on as far as it can. */
export async function settlePayment(deps: CheckoutDeps, intentId: string): Promise<void> {
  const attempt = await findAttemptOfIntent(deps.db, deps.gateway.name, intentId)
  if (attempt && !isAttemptSettled(attempt.state)) await settleAttempt(deps, attempt.id)
}
