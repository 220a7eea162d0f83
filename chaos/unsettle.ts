import { setTimeout as pause } from 'node:timers/promises'
import { randomItem, seededRandom } from '@terrace/domain/short-hash'
import type pg from 'pg'
import type { Db } from '../apps/api/src/db/client.ts'
import { cancelLines, retryRefund } from '../apps/api/src/modules/orders/index.ts'
import { openSandbox } from '../apps/api/src/modules/payments/index.ts'
import { randomIds } from '../apps/api/src/shared/ids.ts'
import { asBank } from '../apps/api/src/test/as-bank.ts'

interface Ground {
  databaseUrl: string
  db: Db
  pool: pg.Pool
}

/** What was done to purchases that seemed to be over. */
export interface Unsettled {
  cancelledLines: number
  refundsSentBack: number
  refundsRetried: number
  disputesDecided: number
}

const everyMs = 100

/**
 * While shoppers shop: an operator cancels lines and has failed refunds asked for once more, and their banks send back what was
 * paid back long ago and decide what they dispute.
 */
export async function unsettle(
  { databaseUrl, db, pool }: Ground,
  { seed, until }: { seed: string; until: number },
): Promise<Unsettled> {
  const random = seededRandom(`${seed}/unsettle`)
  const problems: Error[] = []
  const sandbox = openSandbox({
    databaseUrl,
    isRefused: false,
    onError: (error) => void problems.push(error),
  })
  const { refundBank, disputeBank } = asBank(() => sandbox)
  const done: Unsettled = { cancelledLines: 0, refundsSentBack: 0, refundsRetried: 0, disputesDecided: 0 }

  async function anyOf(query: string): Promise<string | undefined> {
    const { rows } = await pool.query<{ id: string }>(`${query} order by random() limit 1`)
    return rows[0]?.id
  }

  const deeds = [
    async () => {
      const lineId = await anyOf(
        "select id from order_lines where state = 'confirmed' and order_is_paid(order_id)",
      )
      if (lineId === undefined) return
      const isBackOnSale = random() < 0.5
      const reason = 'Something came between'
      await cancelLines({ db, ids: randomIds }, { which: { lineId }, actor: 'chaos', reason, isBackOnSale })
      done.cancelledLines += 1
    },
    async () => {
      const refundId = await anyOf(
        'select id from sandbox.refunds where id not in (select refund_id from sandbox.refund_ends)',
      )
      if (refundId === undefined) return
      await refundBank.decides(refundId, 'failed')
      done.refundsSentBack += 1
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
      await disputeBank.decides(disputeId, random() < 0.5 ? 'won' : 'lost')
      done.disputesDecided += 1
    },
  ]

  try {
    while (Date.now() < until) {
      await randomItem(random, deeds)()
      await pause(everyMs)
    }
  } finally {
    await sandbox.close()
  }
  const [problem] = problems
  if (problem) throw problem
  return done
}
