import { inventoryEditRoutes } from '@terrace/contracts/inventory-edit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addTeam } from '#api/test/fixtures/factories.ts'
import { buildPriceRules, type PriceRuleFixture } from '#api/test/fixtures/pricing/price-rule-fixture.ts'

let it: PriceRuleFixture
beforeAll(async () => {
  it = await buildPriceRules()
})
afterAll(() => it.close())

let section = ''
beforeEach(async () => {
  section = await it.startSection()
})

const lastReason = async (listingId: string) => (await it.log({ listing_id: listingId }))[0]?.reason

test('a rule stays below the lowest comparable, and history and log say so', async () => {
  const mine = await it.list(section, 10_000)
  await it.compare(section, 9000)
  await it.compare(section, 9500, { teamId: await addTeam(it.db) })
  const rule = await it.switchOn(section)
  await it.run()
  expect(await it.priceOf(mine)).toBe(8900)
  const { data } = await it.seller.call(inventoryEditRoutes.history, {
    params: { listing_id: mine },
    query: {},
  })
  expect(data.data[0]).toMatchObject({ source: 'rule', kind: 'changed', actor_name: null })
  const [entry] = await it.log({ listing_id: mine })
  expect(entry).toMatchObject({
    rule: { id: rule.id, version: 1 },
    reason: 'moved',
    from: { amount: '100.00' },
    to: { amount: '89.00' },
    lowest: { amount: '90.00' },
    floor: { amount: '55.00' },
    compared: 2,
    seen: [
      { price: { amount: '90.00', currency: 'GBP' }, is_outlier: false },
      { price: { amount: '95.00', currency: 'GBP' }, is_outlier: false },
    ],
  })
  const { rows } = await sql`
    select o.topic, s.details from outbox o, security_events s
    where o.subject = ${mine} and o.topic = 'listing.updated' and s.kind = 'pricing.prices_moved' and s.team_id = ${it.sellerTeamId}
    order by s.id desc limit 1`.execute(it.db)
  expect(rows).toMatchObject([{ topic: 'listing.updated', details: { listings: 1 } }])
})

test('a rule runs every 15 minutes, and an unchanged reason is logged once', async () => {
  const mine = await it.list(section, 8900)
  await it.compare(section, 9000)
  await it.switchOn(section)
  await it.run()
  await it.later(14)
  await it.later(1)
  expect((await it.log({ listing_id: mine })).map(({ reason }) => reason)).toEqual(['already_there'])
  expect((await it.overview()).last_run).toMatchObject({ is_finished: true, checked: 1, moved: 0 })
})

test('no price goes below cost with margin, nor below the floor of the listing', async () => {
  const byCost = await it.list(section, 10_000, { costMinor: 8500 })
  const byFloor = await it.list(section, 10_000, { costMinor: 1000 })
  const unknown = await it.list(section, 10_000, { costMinor: null })
  await sql`update listings set floor_minor = 9600 where id = ${byFloor}`.execute(it.db)
  await it.compare(section, 9000)
  await it.switchOn(section)
  await it.run()
  expect([await it.priceOf(byCost), await it.priceOf(byFloor), await it.priceOf(unknown)]).toEqual([
    9350, 9600, 10_000,
  ])
  expect(await lastReason(unknown)).toBe('no_floor')
})

test('a price moves at most the percentage in 24 hours, whatever the number of runs', async () => {
  const mine = await it.list(section, 10_000)
  await it.compare(section, 7000)
  await it.switchOn(section, { max_percent_per_day: 8 })
  await it.run()
  await it.later(15)
  await it.later(120)
  expect([await it.priceOf(mine), await lastReason(mine)]).toEqual([9200, 'day_limit'])
  await it.later(24 * 60)
  expect(await it.priceOf(mine)).toBe(8464)
})

test('a price changes at most so often an hour', async () => {
  const mine = await it.list(section, 10_000)
  const other = await it.compare(section, 9000)
  await it.switchOn(section, { max_changes_per_hour: 1 })
  await it.run()
  await sql`update listings set price_minor = 8800 where id = ${other}`.execute(it.db)
  await it.later(15)
  expect([await it.priceOf(mine), await lastReason(mine)]).toEqual([8900, 'hour_limit'])
  await it.later(60)
  expect(await it.priceOf(mine)).toBe(8700)
})

test('prices follow upwards only when the rule says so', async () => {
  const mine = await it.list(section, 8000)
  await it.compare(section, 9000)
  const rule = await it.switchOn(section)
  await it.run()
  expect([await it.priceOf(mine), await lastReason(mine)]).toEqual([8000, 'would_rise'])
  await sql`update price_rules set state = 'off' where id = ${rule.id}`.execute(it.db)
  await it.switchOn(section, { follows_up: true })
  await it.run()
  expect(await it.priceOf(mine)).toBe(8900)
})

test('a price that was changed by hand is respected for the time of the rule', async () => {
  const mine = await it.list(section, 10_000)
  await it.compare(section, 9000)
  await it.seller.call(inventoryEditRoutes.update, {
    params: { listing_id: mine },
    body: { version: 2, price: '95.00' },
  })
  await it.switchOn(section, { respects_hand_hours: 2 })
  await it.run()
  expect([await it.priceOf(mine), await lastReason(mine)]).toEqual([9500, 'changed_by_hand'])
  await it.later(121)
  expect(await it.priceOf(mine)).toBe(8900)
})

test('where two rules cover a listing, the first in the order wins', async () => {
  const mine = await it.list(section, 10_000)
  await it.compare(section, 9000)
  const first = await it.switchOn(section, { strategy: { by: 'match' } })
  const second = await it.switchOn(section)
  expect(await it.simulate(second)).toMatchObject({ counts: { listings: 1, moved: 0, kept: 1 } })
  await it.run()
  expect(await it.priceOf(mine)).toBe(9000)
  const { rules } = await it.overview()
  const figures = (id: string) => rules.find((rule) => rule.id === id)
  expect(figures(first.id)).toMatchObject({ matched: 1, covered: 1, moves_today: 1 })
  expect(figures(second.id)).toMatchObject({ matched: 1, covered: 0, moves_today: 0 })
})

test('a rule never undercuts another listing that it covers', async () => {
  const [left, right] = [await it.list(section, 10_000), await it.list(section, 9900)]
  await it.compare(section, 9000)
  await it.switchOn(section)
  for (const _ of [1, 2, 3]) await it.later(15)
  expect([await it.priceOf(left), await it.priceOf(right)]).toEqual([8900, 8900])
})
