import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import { firstInWindow } from '#api/audit/first-in-window.ts'
import type { CardTestingLimits } from '#api/config/security.ts'
import type { Db } from '#api/db/client.ts'
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

/**
 * The end of the wait of a payer whose cards were declined too often, or `undefined`. A limit of each account, address and
 * card keeps stolen cards from being tried out; a card's failures count over all accounts, for those who have tried it.
 */
export async function findPaymentWait(deps: PaymentLimitDeps, payer: Payer) {
  const ipAddress = ipLimitKey(payer.caller.ipAddress)
  const failures = await readRecentFailures(deps.db, { accountId: payer.accountId, ipAddress })
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
