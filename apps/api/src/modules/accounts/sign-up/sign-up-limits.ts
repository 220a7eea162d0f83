import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import { firstInWindow } from '#api/audit/first-in-window.ts'
import type { SignUpLimits } from '#api/config/security.ts'
import type { Db } from '#api/db/client.ts'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import { growingWaitSeconds } from '#api/shared/growing-wait.ts'
import { ipLimitKey } from '#api/shared/http/ip-limit-key.ts'
import { minutesText } from '#api/shared/text/minutes-text.ts'
import { accountErrors } from '../accounts.errors.ts'
import {
  countSignUps,
  insertSignUpCount,
  lockSignUpCounts,
  type SignUpOrigin,
} from './sign-up-counts.repo.ts'

/** Domains whose addresses belong to people who have nothing else in common. */
const commonProviders: ReadonlySet<string> = new Set(
  z
    .array(z.string())
    .parse(JSON.parse(readFileSync(new URL('./mail-providers.json', import.meta.url), 'utf8'))),
)

const isFirstInWindow = firstInWindow(60_000)

export function signUpOrigin(email: string, caller: Caller): SignUpOrigin {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return {
    ipAddress: ipLimitKey(caller.ipAddress),
    emailDomain: commonProviders.has(domain) ? null : domain,
  }
}

interface LimitDeps {
  db: Db
  config: { signUpLimits: SignUpLimits }
}

/** @throws `account.too_many_sign_ups` with the time to wait, if too many came from the address or with the domain. */
export async function assertSignUpAllowed(
  { db, config }: LimitDeps,
  reader: DbOrTx,
  origin: SignUpOrigin,
  caller: Caller,
): Promise<void> {
  const counts = await countSignUps(reader, origin)
  const { perAddress, perDomain } = config.signUpLimits
  const now = new Date()
  const ofAddress = growingWaitSeconds(counts.ipAddress, perAddress, now)
  const ofDomain = growingWaitSeconds(counts.emailDomain, perDomain, now)
  const seconds = Math.max(ofAddress, ofDomain)
  if (seconds === 0) return
  const isByAddress = ofAddress >= ofDomain
  if (isFirstInWindow(JSON.stringify([origin, isByAddress])))
    await recordSecurityEvents(db, {
      kind: 'account.sign_up_limited',
      caller,
      details: isByAddress
        ? { by: 'ip_address', count: counts.ipAddress.count }
        : { by: 'email_domain', count: counts.emailDomain.count },
    })
  const from = isByAddress ? 'from your network' : `with addresses at ${origin.emailDomain ?? ''}`
  throw accountErrors.make('account.too_many_sign_ups', {
    title: `Many accounts have just been opened ${from}. Wait ${minutesText(seconds)} and try again`,
    retryAfterSeconds: seconds,
  })
}

/** Counts the sign-up, if it still is allowed: several may have been checked at the same time. */
export async function countSignUp(
  deps: LimitDeps,
  tx: Tx,
  origin: SignUpOrigin,
  caller: Caller,
): Promise<void> {
  await lockSignUpCounts(tx, origin)
  await assertSignUpAllowed(deps, tx, origin, caller)
  await insertSignUpCount(tx, origin)
}
