import { notificationsRoutes } from '@terrace/contracts/notifications'
import { priceRulesRoutes } from '@terrace/contracts/price-rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { terminalActor } from '#api/audit/actor.ts'
import { addTeam } from '#api/test/fixtures/factories.ts'
import { buildPriceRules, type PriceRuleFixture } from '#api/test/fixtures/pricing/price-rule-fixture.ts'
import { resumeAllRules, stopAllRules } from './operator-stop.ts'

let it: PriceRuleFixture
beforeAll(async () => {
  it = await buildPriceRules()
})
afterAll(() => it.close())

let section = ''
beforeEach(async () => {
  section = await it.startSection()
})

test('rules of two sellers that react to each other three times in an hour leave these listings alone, and both are notified', async () => {
  const mine = await it.list(section, 10_000)
  const theirs = await it.compare(section, 9900)
  const elsewhere = `${section} upper`
  const free = await it.list(elsewhere, 10_000)
  const filter = { 'section[]': [section, elsewhere] }
  const own = await it.switchOn(section, { max_changes_per_hour: 4, filter })
  const other = await it.switchOn(section, { max_changes_per_hour: 4 }, it.rival)
  await it.run()
  for (const _ of [1, 2, 3, 4]) await it.later(15)
  const prices = [await it.priceOf(mine), await it.priceOf(theirs)]
  // Four moves at most: one without a cause, and three that follow from it, the last of which is not made.
  expect(Math.min(...prices)).toBeGreaterThanOrEqual(9600)
  expect((await it.overview()).rules.find(({ id }) => id === own.id)).toMatchObject({
    state: 'on',
  })
  expect((await it.overview(it.rival)).rules.find(({ id }) => id === other.id)).toMatchObject({
    state: 'on',
  })
  await it.compare(elsewhere, 9000)
  await it.later(4 * 60)
  expect([await it.priceOf(mine), await it.priceOf(theirs)]).toEqual(prices)
  expect(await it.priceOf(free)).toBe(8900)

  await it.deps.outbox.drain()
  for (const caller of [it.seller, it.rival]) {
    const kinds = (await caller.call(notificationsRoutes.list)).data.data.map(({ kind }) => kind)
    expect(kinds).toContain('price_rule_stopped')
    const titles = (await caller.call(notificationsRoutes.list)).data.data.flatMap(({ kind, title }) =>
      kind === 'price_rule_stopped' && title.includes(`“Rule ${section}”`) ? [title] : [],
    )
    expect(titles).toEqual([expect.stringContaining('paused for some listings')])
    const text = JSON.stringify((await caller.call(notificationsRoutes.list)).data.data)
    expect(text).not.toContain(caller === it.seller ? it.rivalTeamId : it.sellerTeamId)
  }
  const { rows } = await sql`
    select team_id, details from security_events where kind = 'pricing.rule_stopped' and details ->> 'rule_id' in (${own.id}, ${other.id}) order by team_id`.execute(
    it.db,
  )
  expect(rows).toHaveLength(2)
  await it.later(3 * 60)
  expect(Math.min(await it.priceOf(mine), await it.priceOf(theirs))).toBeLessThan(Math.min(...prices))
  const log = JSON.stringify([await it.log({ listing_id: mine }), await it.log({}, it.rival)])
  expect(log).toContain('"loop"')
  expect(JSON.stringify(await it.log())).not.toContain(other.id)
  expect(JSON.stringify(await it.log())).not.toContain(theirs)
})

test.each([
  ['three unrelated sellers stops', false, 'stopped'],
  ['three teams of one seller goes on', true, 'on'],
])('a rule that loops with rules of %s', async (_, areRelated, state) => {
  const sections = [1, 2, 3].map((number) => `${section} ${number}`)
  const rule = await it.switchOn(section, { max_changes_per_hour: 4, filter: { 'section[]': sections } })
  for (const each of sections) {
    const teamId = await addTeam(it.db)
    if (areRelated)
      await sql`
        insert into seller_accounts (team_id, state, approved_bank_digest) values (${teamId}, 'approved', 'same')`.execute(
        it.db,
      )
    await it.list(each, 10_000)
    await it.compare(each, 9900, { teamId })
    const by = await it.addBuyer({ role: 'seller', teamId })
    await it.switchOn(each, { max_changes_per_hour: 4 }, by)
  }
  await it.run()
  for (let run = 0; run < 4; run += 1) await it.later(15)
  expect((await it.overview()).rules.find(({ id }) => id === rule.id)?.state).toBe(state)
})

test('a slow reaction is not a loop', async () => {
  await it.list(section, 10_000)
  await it.compare(section, 9900)
  const own = await it.switchOn(section, { max_changes_per_hour: 1 })
  await it.switchOn(section, { max_changes_per_hour: 1 }, it.rival)
  await it.run()
  for (const _ of [1, 2, 3]) await it.later(61)
  expect((await it.overview()).rules.find(({ id }) => id === own.id)?.state).toBe('on')
})

test('one switch stops all rules of a team, and each keeps its own state', async () => {
  const mine = await it.list(section, 10_000)
  await it.compare(section, 9000)
  await it.switchOn(section)
  const off = await it.seller.call(priceRulesRoutes.switchAll, { body: { on: false } })
  expect(off.data.data).toMatchObject({ stopped: { by: 'Jo Marsh' }, next_run_at: null })
  await it.later(16)
  expect(await it.priceOf(mine)).toBe(10_000)
  await it.seller.call(priceRulesRoutes.switchAll, { body: { on: true } })
  // It was due while the rules were stopped.
  expect(Date.parse((await it.overview()).next_run_at ?? '')).toBe(it.clock.now().getTime())
  await it.run()
  expect(await it.priceOf(mine)).toBe(8900)
})

test('the operator stops the rules of all teams', async () => {
  const mine = await it.list(section, 10_000)
  await it.compare(section, 9000)
  await it.switchOn(section)
  const deps = { ...it.deps, actor: terminalActor() }
  await stopAllRules(deps, 'Rates are wrong')
  await it.later(16)
  expect(await it.priceOf(mine)).toBe(10_000)
  expect((await it.overview()).stopped_by_operator).toMatchObject({ reason: 'Rates are wrong' })
  expect(await resumeAllRules(deps)).toBe(true)
  expect(await resumeAllRules(deps)).toBe(false)
  await it.later(16)
  expect(await it.priceOf(mine)).toBe(8900)
})

test('a rule that is switched off in the middle of a run moves nothing more', async () => {
  const mine = [await it.list(section, 10_000), await it.list(section, 10_000)]
  await it.compare(section, 9000)
  const rule = await it.switchOn(section)
  await sql`insert into price_rule_runs (team_id, started_at) values (${it.sellerTeamId}, ${it.clock.now()})`.execute(
    it.db,
  )
  await it.seller.call(priceRulesRoutes.switch, {
    params: { rule_id: rule.id },
    body: { version: 1, on: false },
  })
  await it.run(1)
  expect(await Promise.all(mine.map(it.priceOf))).toEqual([10_000, 10_000])
})
