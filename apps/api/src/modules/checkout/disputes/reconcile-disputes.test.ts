import { money } from '@terrace/domain/money/money'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { disputedOrder, sendAllEvents } from '#api/test/fixtures/disputed-order.ts'
import { readImbalances } from '#api/modules/ledger/index.ts'
import { reconcileDisputes } from './reconcile-disputes.ts'
import { decideDispute } from '#api/test/fakes/sandbox.ts'

/* Disputes whose gateway events were lost. */

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace({ config: { maxHeldTicketsPerTeam: 1000 } })
})
afterEach(async () => {
  market.deps.sandbox.faults.clear()
  expect(await readImbalances(market.db)).toEqual([])
})
afterAll(() => market.close())

/** Permanently drops the sandbox's pending events. */
const deletePendingEvents = () => market.deps.sandbox.store.run('delete from events')

/** Decides a dispute at the bank without sending an event. */
function decideWithoutEvent(intentId: string, outcome: 'won' | 'lost'): void {
  const { store } = market.deps.sandbox
  const dispute = store.find('select id from disputes where intent_id = :intentId', { intentId })
  decideDispute(store, String(dispute?.['id']), outcome)
  deletePendingEvents()
}

test('a dispute without any event is found and processed', async () => {
  const { findDispute, shown, balances, topics } = await disputedOrder(market)
  deletePendingEvents()
  expect(await findDispute()).toBeUndefined()
  await reconcileDisputes(market.deps)
  expect(await findDispute()).toMatchObject({
    state: 'open',
    withheld: money(8925, 'GBP'),
    respondBy: expect.any(Date),
  })
  expect(await balances()).toEqual({ withheld: 8925 })
  expect(await shown()).toMatchObject([{ status: 'open' }])
  expect(await topics()).toEqual(['payment.disputed'])
})

test('the outcome of a dispute without an event is found and its money is posted', async () => {
  const [won, lost] = [await disputedOrder(market), await disputedOrder(market)]
  await sendAllEvents(market)
  decideWithoutEvent(won.gatewayPaymentId, 'won')
  decideWithoutEvent(lost.gatewayPaymentId, 'lost')
  await reconcileDisputes(market.deps)
  expect(await won.findDispute()).toMatchObject({ state: 'won', withheld: money(0, 'GBP') })
  expect(await won.balances()).toEqual({ gateway: 8925 })
  expect(await lost.findDispute()).toMatchObject({ state: 'lost' })
  expect(await lost.balances()).toEqual({ [`buyer:${lost.teamId}`]: 8925 })
  for (const { topics } of [won, lost])
    expect(await topics()).toEqual(['payment.disputed', 'payment.dispute_updated'])
})

test('repeated and concurrent runs, mixed with events, announce and post a dispute once', async () => {
  const { attemptId, balances, topics } = await disputedOrder(market)
  await Promise.all([
    ...Array.from({ length: 4 }, () => reconcileDisputes(market.deps)),
    sendAllEvents(market),
  ])
  await reconcileDisputes(market.deps)
  expect(await balances()).toEqual({ withheld: 8925 })
  expect(await topics()).toEqual(['payment.disputed'])
  const { rows } = await sql`
    select kind from ledger_transactions where attempt_id = ${attemptId} and dispute_id is not null`.execute(
    market.db,
  )
  expect(rows).toEqual([{ kind: 'dispute_withdrawal' }])
})

test('all disputes are found when the gateway returns several pages', async () => {
  const all = [await disputedOrder(market), await disputedOrder(market), await disputedOrder(market)]
  deletePendingEvents()
  await reconcileDisputes(market.deps, { pageSize: 2 })
  for (const { findDispute } of all) expect(await findDispute()).toMatchObject({ state: 'open' })
})

test('disputes older than the lookback period are not requested', async () => {
  const { gatewayPaymentId, findDispute } = await disputedOrder(market)
  deletePendingEvents()
  market.deps.sandbox.store.run('update disputes set created_at = :old where intent_id = :gatewayPaymentId', {
    old: Date.now() - 181 * 86_400_000,
    gatewayPaymentId,
  })
  await reconcileDisputes(market.deps)
  expect(await findDispute()).toBeUndefined()
})

test('a dispute that cannot be recorded does not block others and is found by the next run', async () => {
  const [one, other] = [await disputedOrder(market), await disputedOrder(market)]
  deletePendingEvents()
  const logged: string[] = []
  const logger = { warn: (_details: object, text: string) => void logged.push(text) }
  await sql`alter table payment_disputes add constraint payment_disputes__rejected check (attempt_id <> ${sql.lit(other.attemptId)})`.execute(
    market.db,
  )
  await reconcileDisputes({ ...market.deps, logger })
  expect(await one.findDispute()).toMatchObject({ state: 'open' })
  expect(await other.findDispute()).toBeUndefined()
  expect(logged).toContain('failed to record a dispute')
  await sql`alter table payment_disputes drop constraint payment_disputes__rejected`.execute(market.db)
  await reconcileDisputes(market.deps)
  expect(await other.findDispute()).toMatchObject({ state: 'open' })
})

test('a run without a gateway response changes nothing, and the next run finds all disputes', async () => {
  const { findDispute } = await disputedOrder(market)
  deletePendingEvents()
  for (let time = 0; time < 3; time += 1)
    market.deps.sandbox.faults.plan({ on: 'vault_read', kind: 'fail_before' })
  await expect(reconcileDisputes(market.deps)).rejects.toMatchObject({ name: 'GatewayUnavailable' })
  expect(await findDispute()).toBeUndefined()
  await reconcileDisputes(market.deps)
  expect(await findDispute()).toMatchObject({ state: 'open' })
})
