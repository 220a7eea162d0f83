import { isAttemptSettled } from '@terrace/domain/checkout-lifecycle'
import { followCards, GatewayRefused, GatewayUnavailable } from '../payments/index.ts'
import type { CheckoutAttempt } from './checkout-attempt.ts'
import { AttemptMoved, claimAttempt, findAttempt, giveUpClaim, isDriven } from './checkout-attempts.repo.ts'
import type { CheckoutDeps } from './checkout-deps.ts'
import { stepAttempt, type DriveMode } from './step-attempt.ts'

// More steps than any attempt takes; past them something goes in circles, and the reconciler shall look again later.
const mostSteps = 12
const pollMs = 100
const patienceMs = 20_000

/** Brings an open attempt as far as it goes now, unless somebody else is at it: shared by buying, asking and reconciling. */
export async function settleAttempt(deps: CheckoutDeps, attemptId: string): Promise<void> {
  const driver = deps.ids.secret()
  const attempt = await claimAttempt(deps.db, attemptId, driver)
  if (attempt) await driveAttempt(deps, attempt, { driver, mode: 'recover' })
}

/**
 * Takes step after step until the attempt rests. The caller has claimed it for `driver`. A gateway that cannot be reached
 * ends the drive without a word: the attempt stays open and says itself what may have happened. Answers it where it has ended.
 */
export async function driveAttempt(
  deps: CheckoutDeps,
  start: CheckoutAttempt,
  { driver, mode }: { driver: string; mode: DriveMode },
): Promise<CheckoutAttempt | undefined> {
  const { db, logger } = deps
  let attempt: CheckoutAttempt | undefined = start
  try {
    for (let step = 0; attempt && !isAttemptSettled(attempt.state) && step < mostSteps; step += 1) {
      attempt = await stepAttempt(deps, attempt, mode)
      if (attempt?.state === 'confirmed' && attempt.savesCard) await keepNewCard(deps, attempt)
    }
    if (attempt && isAttemptSettled(attempt.state)) return attempt
  } catch (error) {
    const isTheirs =
      error instanceof GatewayUnavailable || error instanceof GatewayRefused || error instanceof AttemptMoved
    if (!isTheirs) throw error
    logger.warn({ err: error, attemptId: start.id }, 'a checkout attempt is left to the reconciler')
  } finally {
    if (!attempt || !isAttemptSettled(attempt.state)) await giveUpClaim(db, start.id, driver)
  }
  return undefined
}

/** Lists the card that has just paid. Should it fail, the order stands, and the provider's next word of the card lists it. */
async function keepNewCard(deps: CheckoutDeps, { id, teamId }: CheckoutAttempt): Promise<void> {
  try {
    await followCards(deps, teamId)
  } catch (error) {
    deps.logger.warn({ err: error, attemptId: id }, 'the card of a purchase is saved but not listed yet')
  }
}

/** Waits while another process, or another request of this one, drives the attempt; at most twenty seconds. */
export async function waitForDriver(deps: CheckoutDeps, attemptId: string): Promise<void> {
  const end = performance.now() + patienceMs
  while (performance.now() < end && (await isDriven(deps.db, attemptId))) {
    await new Promise((resolve) => {
      setTimeout(resolve, pollMs)
    })
  }
}

export async function attemptOfTeam(
  deps: Pick<CheckoutDeps, 'db'>,
  teamId: string,
  attemptId: string,
): Promise<CheckoutAttempt | undefined> {
  const attempt = await findAttempt(deps.db, attemptId)
  return attempt?.teamId === teamId ? attempt : undefined
}
