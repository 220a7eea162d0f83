import type { FastifyRequest } from 'fastify'
import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import { callerOf } from '#api/audit/caller.ts'
import { firstInWindow } from '#api/audit/first-in-window.ts'
import type { WorkLimits } from '#api/config/server.ts'
import type { Db } from '#api/db/client.ts'
import { commonErrors } from '#api/shared/app-error.ts'
import { ipLimitKey } from '#api/shared/http/ip-limit-key.ts'
import type { RequestCounts } from './request-counts.ts'

/**
 * Whose budget work is taken from: a logged-in account, the team of an API key, or else the IP address; also the search
 * key, if it was added over HTTP.
 */
export interface Spender {
  request: FastifyRequest
  accountId?: string | undefined
  /** Has the budget of an account. */
  teamId?: string | undefined
  searchKey?: string | undefined
}

/**
 * Limits the computing time that a caller causes, in milliseconds per minute over all processes. Work of more than a minute
 * ago no longer counts. Work is charged when it is done, so the last call may exceed the limit.
 */
export interface WorkBudget {
  /** @throws `rate.limited` with the time to wait */
  assertBudgetLeft(spender: Spender): void
  /** Seconds until the spender may cause more work; undefined if it may now. */
  waitSeconds(spender: Spender): number | undefined
  charge(spender: Spender, ms: number): void
}

interface WorkBudgetOptions {
  counts: Pick<RequestCounts, 'wait' | 'spend'>
  limits: WorkLimits
  db: Db
}

/** A key of `counts` that the work is charged to, with its limit. */
interface BudgetCounter {
  by: 'ip_address' | 'account' | 'team' | 'search_key'
  key: string
  /** In microseconds, because counts are whole numbers. */
  max: number
}

export function createWorkBudget({ counts, limits, db }: WorkBudgetOptions): WorkBudget {
  const isFirstInWindow = firstInWindow(60_000)

  function counterOf({ request, accountId, teamId }: Spender): BudgetCounter {
    const max = limits.perAccountMs * 1000
    if (accountId !== undefined) return { by: 'account', key: `work of ${accountId}`, max }
    if (teamId !== undefined) return { by: 'team', key: `work of ${teamId}`, max }
    return { by: 'ip_address', key: `work of ${ipLimitKey(request.ip)}`, max: limits.perAddressMs * 1000 }
  }

  function countersOf({ searchKey, ...caller }: Spender): BudgetCounter[] {
    const spender = counterOf(caller)
    if (searchKey === undefined) return [spender]
    return [spender, { by: 'search_key', key: `work of key ${searchKey}`, max: limits.perKeyMs * 1000 }]
  }

  function record({ request, accountId }: Spender, { by, key }: BudgetCounter): void {
    if (!isFirstInWindow(key)) return
    recordSecurityEvents(db, {
      kind: 'rate.limited',
      caller: callerOf(request),
      accountId,
      details: { route: request.routeOptions.url ?? '', by, unit: 'work' },
    }).catch((error: unknown) => request.log.error({ err: error }, 'could not record a reached work limit'))
  }

  function waitSeconds(spender: Spender): number | undefined {
    let longest = 0
    for (const counter of countersOf(spender)) {
      const ms = counts.wait(counter.key, counter.max)
      if (ms > 0) record(spender, counter)
      longest = Math.max(longest, ms)
    }
    return longest === 0 ? undefined : Math.ceil(longest / 1000)
  }

  return {
    waitSeconds,
    assertBudgetLeft(spender) {
      const seconds = waitSeconds(spender)
      if (seconds === undefined) return
      throw commonErrors.make('rate.limited', {
        title: `Too much computing in the last minute. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
        retryAfterSeconds: seconds,
      })
    },
    charge(spender, ms) {
      const units = Math.ceil(ms * 1000)
      if (units > 0) for (const { key, max } of countersOf(spender)) counts.spend(key, units, max)
    },
  }
}
