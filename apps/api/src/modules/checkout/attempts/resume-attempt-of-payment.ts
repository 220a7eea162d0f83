import { isAttemptFinal } from '@terrace/domain/lifecycles/attempt-lifecycle'
import { findAttemptOfPayment } from './checkout-attempts.repo.ts'
import type { CheckoutDeps } from '../checkout-deps.ts'
import { resumeAttempt } from './process-attempt.ts'

/** Continues the open attempt of a payment that the gateway reports; ignores other payments. */
export async function resumeAttemptOfPayment(deps: CheckoutDeps, gatewayPaymentId: string): Promise<void> {
  const attempt = await findAttemptOfPayment(deps.db, deps.gateway.name, gatewayPaymentId)
  if (attempt && !isAttemptFinal(attempt.state)) await resumeAttempt(deps, attempt.id)
}
