import { priceRulesRoutes } from '@terrace/contracts/price-rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inTransaction } from '#api/db/transaction.ts'
import {
  buildPriceRules,
  undercutByOne,
  type PriceRuleFixture,
} from '#api/test/fixtures/pricing/price-rule-fixture.ts'

let it: PriceRuleFixture
beforeAll(async () => {
  it = await buildPriceRules()
})
afterAll(() => it.close())

const change = (rule: { id: string; version: number }, values: { name?: string; margin?: string } = {}) =>
  it.seller.call(priceRulesRoutes.change, {
    params: { rule_id: rule.id },
    body: {
      version: rule.version,
      name: values.name ?? 'Changed',
      settings: { ...undercutByOne, margin_percent: values.margin ?? '20' },
    },
  })

async function entries(kind: string): Promise<unknown[]> {
  const { rows } = await sql<{ details: unknown }>`
    select details from security_events where kind = ${kind} and team_id = ${it.sellerTeamId} order by id`.execute(
    it.db,
  )
  return rows.map(({ details }) => details)
}

test('a rule is switched on only after a simulation of its version, of the last 24 hours', async () => {
  const mine = await it.list('Block 1', 10_000)
  await it.compare('Block 1', 9000)
  const rule = await it.create('Block 1')
  expect((await it.switchRule(rule, true)).error.code).toBe('price_rule.not_simulated')
  const { rule: simulated, counts } = await it.simulate(rule)
  expect([simulated.simulation?.is_current, counts]).toEqual([
    true,
    { listings: 1, moved: 1, kept: 0, has_file_price: 0 },
  ])
  expect(await it.priceOf(mine)).toBe(10_000)
  const { data } = await it.seller.call(priceRulesRoutes.simulation, {
    params: { rule_id: rule.id },
    query: {},
  })
  expect(data.data).toMatchObject([
    {
      listing: { id: mine, section: 'Block 1' },
      reason: 'moved',
      from: { amount: '100.00' },
      to: { amount: '89.00' },
      proceeds: { amount: '89.00' },
    },
  ])
  it.clock.advance(25 * 3_600_000)
  expect((await it.switchRule(rule, true)).error.code).toBe('price_rule.not_simulated')
  await it.simulate(rule)
  expect((await it.switchRule(rule, true)).data.data.state).toBe('on')
  expect(await entries('pricing.rule_switched')).toContainEqual({
    rule_id: rule.id,
    version: 1,
    is_on: true,
  })

  const changed = (await change(rule)).data.data
  expect(changed).toMatchObject({ version: 2, state: 'off', simulation: { version: 1, is_current: false } })
  expect((await it.switchRule(changed, true)).error.code).toBe('price_rule.not_simulated')
  expect(await entries('pricing.rule_saved')).toContainEqual({ rule_id: rule.id, version: 2 })
})

test('a rule whose search has more words than rules compare says how many are possible', async () => {
  const { error } = await it.seller.call(priceRulesRoutes.create, {
    body: {
      name: 'Many words',
      settings: { filter: { search: 'a b c d e f g h i' }, strategy: { by: 'match' }, margin_percent: '10' },
    },
  })
  expect(error.errors['fields']).toEqual({ 'settings.filter.search': ['must have at most 8 words'] })
})

test('of two members who edit a rule at once, the second sees the conflict and the current rule', async () => {
  const rule = await it.create('Block 2')
  const responses = await Promise.all([change(rule, { name: 'Mine' }), change(rule, { name: 'Yours' })])
  const lost = responses.find(({ ok }) => !ok)
  expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
  expect(lost?.error).toMatchObject({
    code: 'price_rule.changed',
    errors: { rule: { id: rule.id, version: 2 } },
  })
  expect((await it.simulate({ ...rule, version: 2 })).rule.version).toBe(2)
  const stale = await it.seller.call(priceRulesRoutes.simulate, {
    params: { rule_id: rule.id },
    body: { version: 1 },
  })
  expect(stale.error.code).toBe('price_rule.changed')
})

test.each([
  [{ strategy: { by: 'undercut', amount: '-1.00' } }, 'settings'],
  [{ strategy: { by: 'undercut_percent', percent: '100' } }, 'settings'],
  [{ margin_percent: '-100' }, 'settings'],
  [{ max_percent_per_day: 0 }, 'settings'],
  [{ max_changes_per_hour: 5 }, 'settings'],
  [{ filter: { market: 'lowest' } }, 'settings'],
  [{ filter: { 'event_id[]': ['x'] } }, 'settings'],
])('a rule with %j is refused, and the response names the field', async (settings, field) => {
  const response = await it.seller.call(priceRulesRoutes.create, {
    // Deliberately invalid.
    body: { name: 'Invalid', settings: { ...undercutByOne, ...settings } as typeof undercutByOne },
  })
  expect([response.status, Object.keys(response.error.errors['fields'] ?? {})[0]?.split('.')[0]]).toEqual([
    422,
    field,
  ])
})

test('the order of rules is changed as a whole, and removed rules leave the list but not the log', async () => {
  for (const section of ['Block 40', 'Block 41']) await it.create(section)
  const { rules } = await it.overview()
  const ids = rules.map(({ id }) => id)
  const reversed = ids.toReversed()
  const { data } = await it.seller.call(priceRulesRoutes.reorder, { body: { rule_ids: reversed } })
  expect(data.data.rules.map(({ id }) => id)).toEqual(reversed)
  const partial = await it.seller.call(priceRulesRoutes.reorder, { body: { rule_ids: reversed.slice(1) } })
  expect(partial.error.code).toBe('price_rule.order_changed')
  expect(await entries('pricing.rules_reordered')).toHaveLength(1)

  const mine = await it.list('Block 3', 10_000)
  await it.compare('Block 3', 9000)
  const rule = await it.switchOn('Block 3')
  await it.run()
  await it.seller.call(priceRulesRoutes.remove, { params: { rule_id: rule.id } })
  expect((await it.overview()).rules.map(({ id }) => id)).not.toContain(rule.id)
  expect(await it.log({ listing_id: mine })).toMatchObject([{ rule: { id: rule.id, name: 'Rule Block 3' } }])
  expect(await entries('pricing.rule_removed')).toContainEqual({ rule_id: rule.id })
})

test('a member runs the rules now, at most once a minute', async () => {
  const mine = await it.list('Block 4', 10_000)
  await it.compare('Block 4', 9000)
  await sql`update price_rules set state = 'off'`.execute(it.db)
  expect((await it.seller.call(priceRulesRoutes.run)).error.code).toBe('price_rule.none_on')
  await it.switchOn('Block 4')
  const { data } = await it.seller.call(priceRulesRoutes.run)
  expect(data.data.last_run).toMatchObject({ is_finished: true, moved: 1 })
  expect(await it.priceOf(mine)).toBe(8900)
  const again = await it.seller.call(priceRulesRoutes.run)
  expect([again.status, again.error.code]).toEqual([429, 'price_rule.run_too_soon'])
  await it.seller.call(priceRulesRoutes.switchAll, { body: { on: false } })
  it.clock.advance(61_000)
  expect((await it.seller.call(priceRulesRoutes.run)).error.code).toBe('price_rule.none_on')
  await it.seller.call(priceRulesRoutes.switchAll, { body: { on: true } })
  expect(await entries('pricing.all_switched')).toEqual([{ is_on: false }, { is_on: true }])
})

test('a competition selects the listings of its events, and of competitions below it', async () => {
  for (const section of ['Block 50', 'Block 51', 'Block 52']) await it.list(section, 10_000)
  const { data } = await it.seller.call(priceRulesRoutes.choices)
  const [competition] = data.data.competitions
  const rule = await it.create('Block 5', { filter: { 'competition_id[]': [competition?.id ?? 0] } })
  const { matched } = (await it.overview()).rules.find(({ id }) => id === rule.id) ?? {}
  expect(matched).toBe(competition?.listings)
  expect(matched).toBeGreaterThan(2)
  await sql`update categories set parent_id = (select min(id) from categories where id <> ${competition?.id ?? 0}) where id = ${competition?.id ?? 0}`.execute(
    it.db,
  )
})

test('a team simulates one rule at a time, and again once that is done or its process has ended', async () => {
  await it.list('Block 32', 10_000)
  const [rule, other] = [await it.create('Block 32'), await it.create('Block 32')]
  const simulate = ({ id, version }: typeof rule) =>
    it.seller.call(priceRulesRoutes.simulate, { params: { rule_id: id }, body: { version } })
  let first: ReturnType<typeof simulate> | undefined
  await inTransaction(it.db, async (tx) => {
    // Simulations read the moves of each listing, so the first one waits here.
    await sql`lock table price_rule_moves in access exclusive mode`.execute(tx)
    first = simulate(rule)
    await vi.waitFor(async () => {
      const waiting =
        await sql`select from pg_locks where relation = 'price_rule_moves'::regclass and not granted`.execute(
          tx,
        )
      expect(waiting.rows).toHaveLength(1)
    })
    const refused = await simulate(other)
    expect([refused.status, refused.error.code]).toEqual([429, 'price_rule.simulating'])
  })
  expect((await first)?.status).toBe(200)
  expect((await simulate(other)).status).toBe(200)
  await sql`update price_rule_teams set simulating_until = ${it.clock.now()}::timestamptz + interval '2 minutes'`.execute(
    it.db,
  )
  expect((await simulate(rule)).status).toBe(429)
  it.clock.advance(2 * 60_000)
  expect((await simulate(rule)).status).toBe(200)
})

test('the simulation says that the next file overwrites prices that files decide', async () => {
  const mine = await it.list('Block 6', 10_000)
  await it.compare('Block 6', 9000)
  await sql`insert into inventory_profiles (id, team_id, name) values ('ipf_1', ${it.sellerTeamId}, 'Ours')`.execute(
    it.db,
  )
  await sql`insert into inventory_profile_versions (profile_id, version, settings) values ('ipf_1', 1, '{"owners":{"price":"file"}}')`.execute(
    it.db,
  )
  await sql`insert into inventory_listing_sources (listing_id, profile_id, import_id) values (${mine}, 'ipf_1', 'imp_1')`.execute(
    it.db,
  )
  const rule = await it.create('Block 6')
  expect((await it.simulate(rule)).counts).toMatchObject({ moved: 1, has_file_price: 1 })
})

test('a rule that moved nothing is found by the log filter, page by page', async () => {
  await it.list('Block 7', 10_000)
  await it.list('Block 7', 8000)
  await it.compare('Block 7', 9000)
  await it.switchOn('Block 7')
  it.clock.advance(16 * 60_000)
  await it.run()
  const all = await it.log()
  expect(all.length).toBeGreaterThan(1)
  expect((await it.log({ outcome: 'kept' })).every(({ to }) => to === null)).toBe(true)
  const { data } = await it.seller.call(priceRulesRoutes.moves, { query: { before: all[0]?.id ?? '' } })
  expect(data.data.map(({ id }) => id)).toEqual(all.slice(1).map(({ id }) => id))
  expect(await it.log({}, it.rival)).toEqual([])
})
