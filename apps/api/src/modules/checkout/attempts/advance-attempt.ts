import { attemptLifecycle } from '@terrace/domain/lifecycles/attempt-lifecycle'
import type { CheckoutAttempt } from './checkout-attempt.ts'
import { StaleAttemptError } from './checkout-attempts.repo.ts'
import type { CheckoutDeps } from '../checkout-deps.ts'

/**
 * Applies a lifecycle action that changes nothing but the attempt, in one database call with those of other buyers.
 * @throws {@link StaleAttemptError} if another process has changed the state.
 */
export async function advanceAttempt(
  { checkoutCalls }: CheckoutDeps,
  attempt: CheckoutAttempt,
  action: 'storePaymentId' | 'confirm',
  { gatewayPaymentId = attempt.gatewayPaymentId }: { gatewayPaymentId?: string | null } = {},
): Promise<CheckoutAttempt> {
  const { id, state } = attempt
  const to = attemptLifecycle.next(state, action)
  if (to === null) throw new Error(`attempt ${id} is ${state} and cannot ${action}`)
  const { isMoved, isHoldExtensionOver } = await checkoutCalls.advanceAttempt({
    attemptId: id,
    from: state,
    to,
    gatewayPaymentId,
  })
  if (!isMoved) throw new StaleAttemptError(`attempt ${id} is not ${state}`)
  return { ...attempt, state: to, gatewayPaymentId, isHoldExtensionOver }
}
