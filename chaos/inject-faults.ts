import { setTimeout as pause } from 'node:timers/promises'
import { randomItem, seededRandom } from '@terrace/domain/text/short-hash'
import type pg from 'pg'
import type { Db } from '../apps/api/src/db/client.ts'
import { cancelLines, retryRefund } from '../apps/api/src/modules/orders/index.ts'
import { randomIds } from '../apps/api/src/shared/ids.ts'
import { decideDispute, decideRefund } from '../apps/sandbox/src/decide-as-bank.ts'
import type { Store } from '../apps/sandbox/src/store/store.ts'

interface FaultTargets {
  db: Db
  pool: pg.Pool
  /** Of the sandbox. */
  store: Store
}

/** Changes made to finished purchases. */
export interface InjectedFaults {
  cancelledLines: number
  refundsFailed: number
  refundsRetried: number
  disputesDecided: number
}

const intervalMs = 100

/**
 * While shoppers buy, an operator cancels lines and retries failed refunds, and banks return old refunds and decide
 * disputes.
 */
export async function injectFaults(
  { db, pool, store }: FaultTargets,
  { seed, until }: { seed: string; until: number },
): Promise<InjectedFaults> {
  const random = seededRandom(`${seed}/unsettle`)
  const done: InjectedFaults = { cancelledLines: 0, refundsFailed: 0, refundsRetried: 0, disputesDecided: 0 }

  const anyAtBank = (query: string): string | undefined => {
    const row = store.find(`${query} order by random() limit 1`)
    return row && String(row['id'])
  }
  async function anyOf(query: string): Promise<string | undefined> {
    const { rows } = await pool.query<{ id: string }>(`${query} order by random() limit 1`)
    return rows[0]?.id
  }

  const faults = [
    async () => {
      const lineId = await anyOf(
        "select id from order_lines where state = 'confirmed' and order_is_paid(order_id)",
      )
      if (lineId === undefined) return
      const relist = random() < 0.5
      const reason = 'Something came between'
      await cancelLines({ db, ids: randomIds }, { target: { lineId }, actor: 'chaos', reason, relist })
      done.cancelledLines += 1
    },
    async () => {
      const refundId = anyAtBank("select id from refunds where status <> 'failed'")
      if (refundId === undefined) return
      decideRefund(store, refundId, 'failed')
      done.refundsFailed += 1
    },
    async () => {
      const refundId = await anyOf("select id from order_refunds where state = 'failed'")
      if (refundId === undefined) return
      await retryRefund({ db }, { refundId })
      done.refundsRetried += 1
    },
    async () => {
      const disputeId = anyAtBank("select id from disputes where status = 'needs_response'")
      if (disputeId === undefined) return
      decideDispute(store, disputeId, random() < 0.5 ? 'won' : 'lost')
      done.disputesDecided += 1
    },
  ]

  while (Date.now() < until) {
    await randomItem(random, faults)()
    await pause(intervalMs)
  }
  return done
}
