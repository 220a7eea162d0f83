import { createBackgroundLoop, type BackgroundLoop } from '#api/shared/concurrency/background-loop.ts'
import type { DisputePage } from '#api/modules/payments/index.ts'
import type { CheckoutDeps } from '../checkout-deps.ts'
import { recordDispute } from './record-dispute.ts'

const intervalMs = 3_600_000
/** Longer than any bank takes to decide. */
const lookbackDays = 180
/** The gateway's maximum. */
const pageSize = 100

/**
 * Records all recent disputes from the gateway's list, in case an event about one was lost, and returns how
 * many. Known disputes do not change. Safe to run in several processes.
 */
export async function reconcileDisputes(deps: CheckoutDeps, options = { pageSize }): Promise<number> {
  const createdSince = new Date(deps.clock.now().getTime() - lookbackDays * 86_400_000)
  let reportedCount = 0
  let after: string | null = null
  do {
    const page: DisputePage = await deps.vault.listDisputes({ createdSince, limit: options.pageSize, after })
    for (const dispute of page.disputes) {
      try {
        await recordDispute(deps, dispute)
      } catch (error) {
        // One failing dispute must not block the others; the next run retries it.
        const { disputeId } = dispute
        deps.logger.warn({ err: error, disputeId }, 'failed to record a dispute')
      }
    }
    reportedCount += page.disputes.length
    after = page.nextCursor
  } while (after !== null)
  return reportedCount
}

/** Reconciles at start-up and every hour. */
export function createDisputeReconciler(deps: CheckoutDeps): BackgroundLoop {
  return createBackgroundLoop({
    intervalMs,
    work: () => reconcileDisputes(deps),
    onError: (error) => deps.logger.warn({ err: error }, 'dispute reconciliation failed'),
  })
}
