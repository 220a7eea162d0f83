import { toDecimal } from '@terrace/domain/money/money'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { AppError } from '#api/shared/app-error.ts'
import { sellerErrors } from '../seller-accounts.errors.ts'
import { lockLimits, readLimits, readRate, readLimitUse } from './headroom.repo.ts'

/** Why tickets cannot go on sale. */
export interface LimitProblem {
  code: 'over_limit' | 'selling_suspended'
  message: string
}

export interface Headroom {
  /**
   * Counts a change of the value on sale. An increase that the limits do not allow is not counted, and its problem
   * returned; a decrease is always allowed.
   */
  take(change: { minor: number; currency: string }): Promise<LimitProblem | undefined>
}

/**
 * What the team may still put on sale. Locks its limits until the transaction ends, so that concurrent calls never
 * exceed them together; call it before locking listings. `undefined`: no limits.
 */
export async function lockHeadroom(
  tx: Tx,
  { teamId, now }: { teamId: string; now: Date },
): Promise<Headroom | undefined> {
  const limits = await lockLimits(tx, teamId)
  if (!limits) return undefined
  const { suspensionReason, exposureLimitMinor: limit, exposureCurrency, unconfirmedLimit } = limits
  if (suspensionReason !== null) {
    const message = `Selling is suspended: ${suspensionReason}`
    return { take: async ({ minor }) => (minor > 0 ? { code: 'selling_suspended', message } : undefined) }
  }
  if (limit === null && unconfirmedLimit === null) return undefined
  const currency = exposureCurrency ?? 'EUR'
  const use = await readLimitUse(tx, { teamId, currency, now })
  const rates = new Map<string, number>([[currency, 1]])
  let used = use.exposureMinor
  return {
    async take({ minor, currency: from }) {
      if (limit === null && minor <= 0) return undefined
      const rate = rates.get(from) ?? (await readRate(tx, { from, to: currency, now }))
      rates.set(from, rate)
      const added = Math.round(minor * rate)
      if (added > 0 && unconfirmedLimit !== null && use.undelivered >= unconfirmedLimit)
        return { code: 'over_limit', message: unconfirmedText(unconfirmedLimit, use.undelivered) }
      if (added > 0 && limit !== null && used + added > limit)
        return { code: 'over_limit', message: exposureText(limit, used, currency) }
      used += added
      return undefined
    },
  }
}

function exposureText(limit: number, used: number, currency: string): string {
  const amount = (minor: number) => `${toDecimal(minor, 2)} ${currency}`
  return `Your limit is ${amount(limit)} of tickets on sale and tickets sold but not delivered; ${amount(used)} is in use`
}

/** The limits with their use, for rows that were refused. */
export async function describeLimits(
  db: DbOrTx,
  { teamId, now }: { teamId: string; now: Date },
): Promise<string | undefined> {
  const limits = await readLimits(db, teamId)
  if (!limits) return undefined
  const { exposureLimitMinor: limit, exposureCurrency, unconfirmedLimit } = limits
  const currency = exposureCurrency ?? 'EUR'
  const { exposureMinor, undelivered } = await readLimitUse(db, { teamId, currency, now })
  if (unconfirmedLimit !== null && undelivered >= unconfirmedLimit)
    return unconfirmedText(unconfirmedLimit, undelivered)
  return limit === null ? undefined : exposureText(limit, exposureMinor, currency)
}

function unconfirmedText(limit: number, used: number): string {
  return `Your limit is ${limit} sales without delivered tickets; ${used} are open. Deliver those first`
}

/** The error of a call that changes one listing. */
export function limitError({ code, message }: LimitProblem): AppError {
  return sellerErrors.make(code === 'over_limit' ? 'seller.over_limit' : 'seller.suspended', {
    title: message,
  })
}
