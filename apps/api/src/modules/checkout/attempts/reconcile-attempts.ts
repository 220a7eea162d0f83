import { createBackgroundLoop, type BackgroundLoop } from '#api/shared/concurrency/background-loop.ts'
import { findStalledAttempts } from './checkout-attempts.repo.ts'
import type { CheckoutDeps } from '../checkout-deps.ts'
import { resumeAttempt } from './process-attempt.ts'

const intervalMs = 1000
const idleSeconds = 3
const batchSize = 20

/**
 * Processes attempts left open by a crashed process or by a buyer who left, and returns how many. An authorised or
 * captured payment gets its order, or is voided or refunded if the tickets cannot be sold. A payment that waits for the
 * bank is left alone until its hold extension ends. One that was cut off before its confirmation continues within a minute
 * of its start. Every other one is cancelled at the gateway before its tickets are freed. Safe to run in several processes.
 */
export async function reconcileAttempts(
  deps: CheckoutDeps,
  options: { idleSeconds: number } = { idleSeconds },
): Promise<number> {
  const attemptIds = await findStalledAttempts(deps.db, { ...options, limit: batchSize })
  for (const attemptId of attemptIds) {
    try {
      await resumeAttempt(deps, attemptId)
    } catch (error) {
      // One failing attempt must not block the others.
      deps.logger.warn({ err: error, attemptId }, 'failed to reconcile a checkout attempt')
    }
  }
  return attemptIds.length
}

/** Reconciles at start-up and every second. */
export function createAttemptReconciler(deps: CheckoutDeps): BackgroundLoop {
  return createBackgroundLoop({
    intervalMs,
    work: () => reconcileAttempts(deps),
    onError: (error) => deps.logger.warn({ err: error }, 'checkout reconciliation failed'),
  })
}
