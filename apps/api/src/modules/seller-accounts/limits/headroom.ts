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
   * Counts a change of the value on sale. If the limits do not allow an increase, it is not counted and the reason is
   * returned. A decrease is always allowed.
   */
  take(change: { minor: number; currency: string }): Promise<LimitProblem | undefined>
}

/**
 * What the team may still put on sale; `undefined` without limits. Locks them until the transaction ends, so that concurrent
 * calls never exceed them together. Must be called before listings are locked.
 */
export async function lockSellingLimits(
  tx: Tx,
  { teamId, now }: { teamId: string; now: Date },
): Promise<Headroom | undefined> {
  const limits = await lockLimits(tx, teamId)
  if (!limits) return undefined
  const { suspensionReason, exposureLimitMinor: limit, exposureCurrency, undeliveredLimit } = limits
  if (suspensionReason !== null) {
    const message = `Selling is suspended: ${suspensionReason}`
    return { take: async ({ minor }) => (minor > 0 ? { code: 'selling_suspended', message } : undefined) }
  }
  if (limit === null && undeliveredLimit === null) return undefined
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
      if (added > 0 && undeliveredLimit !== null && use.undelivered >= undeliveredLimit)
        return { code: 'over_limit', message: undeliveredText(undeliveredLimit, use.undelivered) }
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

/** Which limit the team has reached, with its use, for rows that were rejected; `undefined` without limits. */
export async function describeLimits(
  db: DbOrTx,
  { teamId, now }: { teamId: string; now: Date },
): Promise<string | undefined> {
  const limits = await readLimits(db, teamId)
  if (!limits) return undefined
  const { exposureLimitMinor: limit, exposureCurrency, undeliveredLimit } = limits
  const currency = exposureCurrency ?? 'EUR'
  const { exposureMinor, undelivered } = await readLimitUse(db, { teamId, currency, now })
  if (undeliveredLimit !== null && undelivered >= undeliveredLimit)
    return undeliveredText(undeliveredLimit, undelivered)
  return limit === null ? undefined : exposureText(limit, exposureMinor, currency)
}

function undeliveredText(limit: number, used: number): string {
  return `Your limit is ${limit} sales without delivered tickets; ${used} are open. Deliver those first`
}

/** The error of a call that changes one listing. */
export function limitError({ code, message }: LimitProblem): AppError {
  return sellerErrors.make(code === 'over_limit' ? 'seller.over_limit' : 'seller.suspended', {
    title: message,
  })
}
