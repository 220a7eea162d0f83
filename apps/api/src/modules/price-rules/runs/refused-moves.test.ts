import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { terminalActor } from '#api/audit/actor.ts'
import { decideSeller } from '#api/modules/seller-accounts/index.ts'
import { loadResaleRules, switchResaleRule } from '#api/modules/supply/index.ts'
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

test('a move above a price cap of the marketplace is not made, and the log says so', async () => {
  const { rows } = await sql<{ slug: string }>`
    select c.slug from catalogue_events e join categories c on c.id = e.category_id where e.id = ${it.eventId}`.execute(
    it.db,
  )
  const deps = { ...it.deps, actor: terminalActor() }
  const cap = {
    id: 'cap',
    kind: 'price_cap',
    cap_percent: 110,
    competition: rows[0]?.slug,
    reason: 'Capped.',
    note: 'Test.',
  }
  await loadResaleRules(deps, JSON.stringify([cap]))
  await switchResaleRule(deps, { id: 'cap', isOn: true })
  try {
    const mine = await it.list(section, 8000)
    await sql`update listings set face_value_minor = 8000 where id = ${mine}`.execute(it.db)
    await it.compare(section, 9000)
    const rule = await it.switchOn(section, { follows_up: true })
    expect((await it.simulate(rule)).counts).toMatchObject({ moved: 0, kept: 1 })
    await it.run()
    expect([await it.priceOf(mine), await lastReason(mine)]).toEqual([8000, 'resale_refused'])
    expect((await it.overview()).last_run).toMatchObject({ moved: 0 })
  } finally {
    await switchResaleRule(deps, { id: 'cap', isOn: false })
  }
})

test('a rule never raises the value on sale above the limit of the seller', async () => {
  const mine = await it.list(section, 8000)
  await it.compare(section, 9000)
  await it.switchOn(section, { follows_up: true })
  const limit = (exposureLimitMinor: number | null) =>
    decideSeller(it.deps, it.sellerTeamId, {
      decision: {
        do: 'limits',
        limits: {
          exposureLimitMinor,
          exposureCurrency: exposureLimitMinor === null ? null : 'GBP',
          undeliveredLimit: null,
        },
      },
      actor: terminalActor(),
    })
  await limit(1)
  await it.run()
  expect([await it.priceOf(mine), await lastReason(mine)]).toEqual([8000, 'over_limit'])
  await limit(null)
  await it.later(15)
  expect(await it.priceOf(mine)).toBe(8900)
})
