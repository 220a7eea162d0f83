import { attemptLifecycle } from '@terrace/domain/lifecycles/attempt-lifecycle'
import type { CheckoutAttempt } from './checkout-attempt.ts'
import { StaleAttemptError } from './checkout-attempts.repo.ts'
import type { CheckoutDeps } from '../checkout-deps.ts'

/**
 * Applies one of the two lifecycle actions that every purchase needs outside a transaction. Buyers who reach this point at
 * the same time share the database call.
 * @throws {@link StaleAttemptError} if another process has changed the state.
 */
export async function advanceAttemptBatched(
  { batchedCheckoutCalls }: CheckoutDeps,
  attempt: CheckoutAttempt,
  action: 'storePaymentId' | 'recordCapture',
  { gatewayPaymentId = attempt.gatewayPaymentId }: { gatewayPaymentId?: string | null } = {},
): Promise<CheckoutAttempt> {
  const { id, state } = attempt
  const to = attemptLifecycle.next(state, action)
  if (to === null) throw new Error(`attempt ${id} is ${state} and cannot ${action}`)
  const { isAdvanced, isHoldExtensionOver } = await batchedCheckoutCalls.tryAdvanceAttempt({
    attemptId: id,
    from: state,
    to,
    gatewayPaymentId,
  })
  if (!isAdvanced) throw new StaleAttemptError(`attempt ${id} is not ${state}`)
  return { ...attempt, state: to, gatewayPaymentId, isHoldExtensionOver }
}
