import { money } from '@terrace/domain/money'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { buildMarket, type Market } from '../../test/build-market.ts'
import { disputedOrder, sendAllEvents } from '../../test/disputed-order.ts'
import { readImbalances } from '../ledger/index.ts'
import { decideDispute } from '../payments/index.ts'
import { recheckDisputes } from './recheck-disputes.ts'

/* Of disputes the provider tells by events; here some of them never come. */

let market: Market
beforeAll(async () => {
  market = await buildMarket({ config: { holdCap: 1000 } })
})
afterEach(async () => {
  market.deps.sandbox.faults.forget()
  expect(await readImbalances(market.db)).toEqual([])
})
afterAll(() => market.close())

/** What the sandbox was to tell is lost, for good. */
const loseEvents = () => sql`delete from sandbox.events`.execute(market.db)

/** As the bank decides, wherever the shop was told of it. */
async function decideUntold(intentId: string, outcome: 'won' | 'lost'): Promise<void> {
  const { id } = await market.deps.sandbox.db
    .selectFrom('sandbox.disputes')
    .select('id')
    .where('intent_id', '=', intentId)
    .executeTakeFirstOrThrow()
  await decideDispute(market.deps.sandbox, id, outcome)
  await loseEvents()
}

test('a dispute of which no event ever came is found and handled', async () => {
  const { kept, shown, balances, topics } = await disputedOrder(market)
  await loseEvents()
  expect(await kept()).toBeUndefined()
  await recheckDisputes(market.deps)
  expect(await kept()).toMatchObject({
    state: 'open',
    withheld: money(8925, 'GBP'),
    respondBy: expect.any(Date),
  })
  expect(await balances()).toEqual({ withheld: 8925 })
  expect(await shown()).toMatchObject([{ status: 'open' }])
  expect(await topics()).toEqual(['payment.disputed'])
})

test('the end of a dispute of which no event came is found, and what it does to the money', async () => {
  const [won, lost] = [await disputedOrder(market), await disputedOrder(market)]
  await sendAllEvents(market)
  await decideUntold(won.intentId, 'won')
  await decideUntold(lost.intentId, 'lost')
  await recheckDisputes(market.deps)
  expect(await won.kept()).toMatchObject({ state: 'won', withheld: money(0, 'GBP') })
  expect(await won.balances()).toEqual({ gateway: 8925 })
  expect(await lost.kept()).toMatchObject({ state: 'lost' })
  expect(await lost.balances()).toEqual({ [`buyer:${lost.teamId}`]: 8925 })
  for (const { topics } of [won, lost])
    expect(await topics()).toEqual(['payment.disputed', 'payment.dispute_moved'])
})

test('asking over and over, from several processes and while events come as well, tells and books once', async () => {
  const { attemptId, balances, topics } = await disputedOrder(market)
  await Promise.all([...Array.from({ length: 4 }, () => recheckDisputes(market.deps)), sendAllEvents(market)])
  await recheckDisputes(market.deps)
  expect(await balances()).toEqual({ withheld: 8925 })
  expect(await topics()).toEqual(['payment.disputed'])
  const { rows } = await sql`
    select kind from ledger_transactions where attempt_id = ${attemptId} and dispute_id is not null`.execute(
    market.db,
  )
  expect(rows).toEqual([{ kind: 'dispute_withdrawal' }])
})

test('more disputes than the provider lists at once are all found', async () => {
  const all = [await disputedOrder(market), await disputedOrder(market), await disputedOrder(market)]
  await loseEvents()
  await recheckDisputes(market.deps, { atOnce: 2 })
  for (const { kept } of all) expect(await kept()).toMatchObject({ state: 'open' })
})

test('a dispute older than any bank takes is not asked about', async () => {
  const { intentId, kept } = await disputedOrder(market)
  await loseEvents()
  await sql`update sandbox.disputes set created_at = clock_timestamp() - interval '181 days'
    where intent_id = ${intentId}`.execute(market.db)
  await recheckDisputes(market.deps)
  expect(await kept()).toBeUndefined()
})

test('one that cannot be kept holds up no other, and is found the next time', async () => {
  const [one, other] = [await disputedOrder(market), await disputedOrder(market)]
  await loseEvents()
  const said: string[] = []
  const logger = { warn: (_facts: object, text: string) => void said.push(text) }
  await sql`alter table payment_disputes add constraint payment_disputes__refused check (attempt_id <> ${sql.lit(other.attemptId)})`.execute(
    market.db,
  )
  await recheckDisputes({ ...market.deps, logger })
  expect(await one.kept()).toMatchObject({ state: 'open' })
  expect(await other.kept()).toBeUndefined()
  expect(said).toContain('a dispute that the provider lists could not be kept')
  await sql`alter table payment_disputes drop constraint payment_disputes__refused`.execute(market.db)
  await recheckDisputes(market.deps)
  expect(await other.kept()).toMatchObject({ state: 'open' })
})

test('where the provider does not answer nothing is changed, and the next time finds all', async () => {
  const { kept } = await disputedOrder(market)
  await loseEvents()
  for (let time = 0; time < 3; time += 1)
    market.deps.sandbox.faults.plan({ on: 'vault_read', kind: 'fail_before' })
  await expect(recheckDisputes(market.deps)).rejects.toMatchObject({ name: 'GatewayUnavailable' })
  expect(await kept()).toBeUndefined()
  await recheckDisputes(market.deps)
  expect(await kept()).toMatchObject({ state: 'open' })
})
