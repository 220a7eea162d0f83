import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import { firstInWindow } from '#api/audit/first-in-window.ts'
import type { CardTestingLimits } from '#api/config/security.ts'
import type { Db } from '#api/db/client.ts'
import type { DbOrTx } from '#api/db/transaction.ts'
import type { Clock } from '#api/shared/clock.ts'
import { growingWaitSeconds } from '#api/shared/growing-wait.ts'
import { ipLimitKey } from '#api/shared/http/ip-limit-key.ts'
import { minutesText } from '#api/shared/text/minutes-text.ts'
import { checkoutErrors } from '../checkout.errors.ts'
import { readRecentFailures, type RecentFailures } from './payment-failures.repo.ts'

export interface PaymentLimitDeps {
  db: Db
  clock: Clock
  config: { cardTesting: CardTestingLimits }
}

interface Payer {
  accountId: string
  teamId: string
  caller: Caller
}

const isFirstInWindow = firstInWindow(60_000)

/** Limits under which a payment may start. It starts only if the account's `recentDeclines` are still the same. */
export interface PaymentLimit {
  /** Declined attempts of the account in the past day. */
  recentDeclines: number
  /** How many payments of the account may be undecided when this one starts: each of them may still be declined. */
  maxOtherUndecided: number
}

/** The payer's wait, as {@link findPaymentWait} returns it, and the limits for a payment if there is no wait. */
export async function readPaymentLimit(deps: PaymentLimitDeps, payer: Payer) {
  const failures = await readFailures(deps, payer)
  const recentDeclines = failures.account.count
  const maxOtherUndecided = Math.max(0, deps.config.cardTesting.perAccount - recentDeclines - 1)
  const limit: PaymentLimit = { recentDeclines, maxOtherUndecided }
  return { wait: longestWait(deps, failures), limit }
}

/**
 * How long a payer must wait after too many declined cards; `undefined` if not at all. Accounts, addresses and cards have a
 * limit each, so that stolen cards cannot be tested. Failures of a card count over all accounts, for each account that has
 * tried it.
 */
export async function findPaymentWait(deps: Omit<PaymentLimitDeps, 'db'> & { db: DbOrTx }, payer: Payer) {
  return longestWait(deps, await readFailures(deps, payer))
}

function readFailures({ db }: { db: DbOrTx }, { accountId, caller }: Payer): Promise<RecentFailures> {
  return readRecentFailures(db, { accountId, ipAddress: ipLimitKey(caller.ipAddress) })
}

function longestWait(deps: Omit<PaymentLimitDeps, 'db'>, failures: RecentFailures) {
  const now = deps.clock.now()
  const { perAccount, perCard, perAddress } = deps.config.cardTesting
  const limits: Record<keyof RecentFailures, number> = {
    account: perAccount,
    ipAddress: perAddress,
    card: perCard,
  }
  const waits = (['account', 'ipAddress', 'card'] as const).map((by) => ({
    by,
    count: failures[by].count,
    seconds: growingWaitSeconds(failures[by], limits[by], now),
  }))
  const longest = waits.reduce((left, right) => (right.seconds > left.seconds ? right : left))
  return longest.seconds > 0 ? longest : undefined
}

/** @throws `checkout.too_many_declines` with the time to wait, and records it once a minute. */
export async function refusePayment(
  { db }: PaymentLimitDeps,
  { accountId, teamId, caller }: Payer,
  { by, count, seconds }: { by: keyof RecentFailures; count: number; seconds: number },
): Promise<never> {
  if (isFirstInWindow(accountId))
    await recordSecurityEvents(db, {
      kind: 'payment.limited',
      caller,
      actorId: accountId,
      accountId,
      teamId,
      details: { by: by === 'ipAddress' ? 'ip_address' : by, declined: count },
    })
  throw checkoutErrors.make('checkout.too_many_declines', {
    title: `Too many declined payments. You weren’t charged. Wait ${minutesText(seconds)} and try again`,
    retryAfterSeconds: seconds,
  })
}

/** @throws `checkout.too_many_in_progress`, because so many payments at once could all be declined */
export async function refuseAnotherPayment(
  { db }: PaymentLimitDeps,
  { accountId, teamId, caller }: Payer,
  { recentDeclines }: PaymentLimit,
): Promise<never> {
  if (isFirstInWindow(accountId))
    await recordSecurityEvents(db, {
      kind: 'payment.limited',
      caller,
      actorId: accountId,
      accountId,
      teamId,
      details: { by: 'payments_in_progress', declined: recentDeclines },
    })
  throw checkoutErrors.make('checkout.too_many_in_progress', { retryAfterSeconds: 10 })
}
