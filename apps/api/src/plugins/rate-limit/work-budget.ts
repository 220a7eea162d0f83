import type { FastifyRequest } from 'fastify'
import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import { callerOf } from '#api/audit/caller.ts'
import { firstInWindow } from '#api/audit/first-in-window.ts'
import type { WorkLimits } from '#api/config/server.ts'
import type { Db } from '#api/db/client.ts'
import { commonErrors } from '#api/shared/app-error.ts'
import { ipLimitKey } from '#api/shared/http/ip-limit-key.ts'
import type { RequestCounts } from './request-counts.ts'

/** Who pays for work: a logged-in account, or else the IP address; and the search key, if it was added over HTTP. */
export interface Payer {
  request: FastifyRequest
  accountId?: string | undefined
  searchKey?: string | undefined
}

/**
 * Limits the computing that a caller causes, in milliseconds per minute over all processes. What was used a minute ago
 * is free again. Work counts after it is done, so the last call may exceed the limit.
 */
export interface WorkBudget {
  /** @throws `rate.limited` with the time to wait */
  assertLeft(payer: Payer): void
  /** Seconds until the payer may cause more work; undefined if it may now. */
  waitSeconds(payer: Payer): number | undefined
  charge(payer: Payer, ms: number): void
}

interface WorkBudgetOptions {
  counts: Pick<RequestCounts, 'wait' | 'spend'>
  limits: WorkLimits
  db: Db
}

interface Account {
  by: 'ip_address' | 'account' | 'search_key'
  key: string
  /** In microseconds, which are whole. */
  max: number
}

export function createWorkBudget({ counts, limits, db }: WorkBudgetOptions): WorkBudget {
  const isFirstInWindow = firstInWindow(60_000)

  function accountsOf({ request, accountId, searchKey }: Payer): Account[] {
    const payer: Account =
      accountId === undefined
        ? { by: 'ip_address', key: `work of ${ipLimitKey(request.ip)}`, max: limits.perAddressMs * 1000 }
        : { by: 'account', key: `work of ${accountId}`, max: limits.perAccountMs * 1000 }
    if (searchKey === undefined) return [payer]
    return [payer, { by: 'search_key', key: `work of key ${searchKey}`, max: limits.perKeyMs * 1000 }]
  }

  function record({ request, accountId }: Payer, { by, key }: Account): void {
    if (!isFirstInWindow(key)) return
    recordSecurityEvents(db, {
      kind: 'rate.limited',
      caller: callerOf(request),
      accountId,
      details: { route: request.routeOptions.url ?? '', by, unit: 'work' },
    }).catch((error: unknown) => request.log.error({ err: error }, 'could not record a reached work limit'))
  }

  function waitSeconds(payer: Payer): number | undefined {
    let longest = 0
    for (const account of accountsOf(payer)) {
      const ms = counts.wait(account.key, account.max)
      if (ms > 0) record(payer, account)
      longest = Math.max(longest, ms)
    }
    return longest === 0 ? undefined : Math.ceil(longest / 1000)
  }

  return {
    waitSeconds,
    assertLeft(payer) {
      const seconds = waitSeconds(payer)
      if (seconds === undefined) return
      throw commonErrors.make('rate.limited', {
        title: `Too much computing in the last minute. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
        retryAfterSeconds: seconds,
      })
    },
    charge(payer, ms) {
      const units = Math.ceil(ms * 1000)
      if (units > 0) for (const { key, max } of accountsOf(payer)) counts.spend(key, units, max)
    },
  }
}
