import { ordersRoutes } from '@terrace/contracts/orders'
import { sql } from 'kysely'
import { decideDispute, readDisputes, sendEvents } from '../modules/payments/index.ts'
import { buyOrder } from './bought-order.ts'
import type { Market } from './build-market.ts'

/** Tells the shop all that the sandbox has to tell. */
export async function sendAllEvents({ deps }: Market): Promise<void> {
  while ((await sendEvents(deps.sandbox)) > 0);
}

/** An order of £89.25 whose payment the bank disputes as soon as it is taken. */
export async function disputedOrder(market: Market) {
  const { buyer, order } = await buyOrder(market, {
    lines: [{ quantity: 1 }],
    cardToken: 'pm_sandbox_disputed',
  })
  const { attempt_id: attemptId, intent_id: intentId } = await market.db
    .selectFrom('orders')
    .select(['attempt_id', 'intent_id'])
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  const kept = async () => (await readDisputes(market.db, attemptId))[0]
  return {
    attemptId,
    intentId,
    teamId: buyer.teamId,
    kept,
    async shown() {
      const { data } = await buyer.call(ordersRoutes.one, { params: { order_id: order.id } })
      return data.data.disputes
    },
    async decide(outcome: 'won' | 'lost') {
      await decideDispute(market.deps.sandbox, (await kept())?.disputeId ?? '', outcome)
      await sendAllEvents(market)
    },
    /** What the accounts hold by this purchase beside what is the seller's and the fee's; nothing is left out. */
    async balances() {
      const { rows } = await sql<{ account: string; sum: number }>`
        select e.account, sum(e.amount_minor)::bigint as sum from ledger_entries e
        join ledger_transactions t on t.id = e.transaction_id
        where t.attempt_id = ${attemptId} and e.account !~ '^(seller|fees)'
        group by e.account having sum(e.amount_minor) <> 0`.execute(market.db)
      return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]))
    },
    async topics() {
      const { rows } = await sql<{ topic: string }>`
        select topic from outbox where subject = ${attemptId} and topic like 'payment.%' order by id`.execute(
        market.db,
      )
      return rows.map(({ topic }) => topic)
    },
  }
}
