import { isAttemptFinal } from '@terrace/domain/lifecycles/attempt-lifecycle'
import { serverCaller } from '#api/audit/caller.ts'
import { inChildSpan, inRootSpan } from '#api/tracing/active-span.ts'
import { syncCards, GatewayRejected, GatewayUnavailable } from '#api/modules/payments/index.ts'
import { releaseLeasesInBackground } from './release-leases.ts'
import type { CheckoutAttempt } from './checkout-attempt.ts'
import {
  StaleAttemptError,
  acquireLease,
  findAttempt,
  isOpen,
  releaseLease,
} from './checkout-attempts.repo.ts'
import type { CheckoutDeps } from '../checkout-deps.ts'
import { runNextStep, type ProcessingMode } from './run-next-step.ts'

// Stops an endless loop: no attempt needs this many steps. The reconciler retries it.
const maxSteps = 12
const pollMs = 100
const waitTimeoutMs = 20_000

/**
 * Continues an open attempt, in the trace of the buyer's request, until it waits or is final. Returns `false` if it is final
 * or another process has its lease.
 */
export async function resumeAttempt(deps: CheckoutDeps, attemptId: string): Promise<boolean> {
  const leaseOwner = deps.processRegistration.leaseOwner(deps.ids.secret())
  const attempt = await acquireLease(deps.db, attemptId, leaseOwner).catch((error: unknown) => {
    // A lost connection hides whether the lease was written.
    releaseLeasesInBackground(deps, leaseOwner)
    throw error
  })
  if (!attempt) return false
  await inRootSpan(
    'checkout: resume attempt',
    { parent: attempt.traceparent ?? undefined, attributes: attributesOf(attempt) },
    () => processAttempt(deps, attempt, { leaseOwner, mode: 'resume' }),
  )
  return true
}

const attributesOf = ({ id }: CheckoutAttempt) => ({ 'terrace.attempt_id': id })

/**
 * Runs steps until the attempt waits or is final; returns it if final. The caller holds the lease for `leaseOwner`.
 * If the gateway is unreachable, the attempt stays open with its current state for the reconciler.
 */
export async function processAttempt(
  deps: CheckoutDeps,
  start: CheckoutAttempt,
  { leaseOwner, mode }: { leaseOwner: string; mode: ProcessingMode },
): Promise<CheckoutAttempt | undefined> {
  const { db, logger } = deps
  let attempt: CheckoutAttempt | undefined = start
  try {
    for (let step = 0; attempt && !isAttemptFinal(attempt.state) && step < maxSteps; step += 1) {
      const current: CheckoutAttempt = attempt
      attempt = await inChildSpan(
        `checkout: from ${current.state}`,
        { attributes: attributesOf(current) },
        () => runNextStep(deps, current, mode),
      )
      if (attempt?.state === 'confirmed' && attempt.savesCard) await syncNewCard(deps, attempt)
    }
    if (attempt && isAttemptFinal(attempt.state)) return attempt
  } catch (error) {
    const isExpected =
      error instanceof GatewayUnavailable ||
      error instanceof GatewayRejected ||
      error instanceof StaleAttemptError
    if (!isExpected) throw error
    logger.warn({ err: error, attemptId: start.id }, 'checkout attempt left to the reconciler')
  } finally {
    if (!attempt || !isAttemptFinal(attempt.state))
      await releaseLease(db, start.id, leaseOwner).catch(() => releaseLeasesInBackground(deps, leaseOwner))
  }
  return undefined
}

/**
 * Adds the new card to the team's saved cards. If this fails, the order is unaffected and the gateway's next card event
 * adds the card.
 */
async function syncNewCard(deps: CheckoutDeps, { id, teamId, accountId }: CheckoutAttempt): Promise<void> {
  try {
    await syncCards(deps, { teamId, actor: { caller: serverCaller, actorId: accountId } })
  } catch (error) {
    deps.logger.warn(
      { err: error, attemptId: id },
      'card of a purchase saved at the gateway but not listed yet',
    )
  }
}

/** For a repeated request: waits up to 20 seconds until no other request or process has the lease, then resumes. */
export async function waitAndResumeAttempt(deps: CheckoutDeps, attemptId: string): Promise<void> {
  const end = performance.now() + waitTimeoutMs
  while (!(await resumeAttempt(deps, attemptId)) && (await isOpen(deps.db, attemptId))) {
    if (performance.now() >= end) return
    await new Promise((resolve) => {
      setTimeout(resolve, pollMs)
    })
  }
}

export async function findTeamAttempt(
  deps: Pick<CheckoutDeps, 'db'>,
  teamId: string,
  attemptId: string,
): Promise<CheckoutAttempt | undefined> {
  const attempt = await findAttempt(deps.db, attemptId)
  return attempt?.teamId === teamId ? attempt : undefined
}
