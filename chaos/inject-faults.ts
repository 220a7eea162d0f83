import { setTimeout as pause } from 'node:timers/promises'
import { randomItem, seededRandom } from '@terrace/domain/text/short-hash'
import type pg from 'pg'
import type { Db } from '../apps/api/src/db/client.ts'
import { cancelLines, retryRefund } from '../apps/api/src/modules/orders/index.ts'
import { openSandbox } from '../apps/api/src/modules/payments/index.ts'
import { randomIds } from '../apps/api/src/shared/ids.ts'
import { bankOf } from '../apps/api/src/test/fakes/bank-of-sandbox.ts'

interface FaultTargets {
  databaseUrl: string
  db: Db
  pool: pg.Pool
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
  { databaseUrl, db, pool }: FaultTargets,
  { seed, until }: { seed: string; until: number },
): Promise<InjectedFaults> {
  const random = seededRandom(`${seed}/unsettle`)
  const problems: Error[] = []
  const sandbox = openSandbox({
    databaseUrl,
    onError: (error) => void problems.push(error),
  })
  const { refundBank, disputeBank } = bankOf(() => sandbox)
  const done: InjectedFaults = { cancelledLines: 0, refundsFailed: 0, refundsRetried: 0, disputesDecided: 0 }

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
      const refundId = await anyOf(
        'select id from sandbox.refunds where id not in (select refund_id from sandbox.refund_outcomes)',
      )
      if (refundId === undefined) return
      await refundBank.decide(refundId, 'failed')
      done.refundsFailed += 1
    },
    async () => {
      const refundId = await anyOf("select id from order_refunds where state = 'failed'")
      if (refundId === undefined) return
      await retryRefund({ db }, { refundId })
      done.refundsRetried += 1
    },
    async () => {
      const disputeId = await anyOf("select id from sandbox.disputes where status = 'needs_response'")
      if (disputeId === undefined) return
      await disputeBank.decide(disputeId, random() < 0.5 ? 'won' : 'lost')
      done.disputesDecided += 1
    },
  ]

  try {
    while (Date.now() < until) {
      await randomItem(random, faults)()
      await pause(intervalMs)
    }
  } finally {
    await sandbox.close()
  }
  const [problem] = problems
  if (problem) throw problem
  return done
}
