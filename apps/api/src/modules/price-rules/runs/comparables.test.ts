import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addTeam } from '#api/test/fixtures/factories.ts'
import { buildPriceRules, type PriceRuleFixture } from '#api/test/fixtures/pricing/price-rule-fixture.ts'

let it: PriceRuleFixture
/** Three sellers; only the lowest listing of each compares. */
let others: string[]
beforeAll(async () => {
  it = await buildPriceRules()
  others = [await addTeam(it.db), await addTeam(it.db), await addTeam(it.db)]
})
afterAll(() => it.close())

let section = ''
beforeEach(async () => {
  section = await it.startSection()
})

const lastReason = async (listingId: string) => (await it.log({ listing_id: listingId }))[0]?.reason

test.each<[string, () => Promise<unknown>]>([
  ['under 30 minutes old', () => it.compare(section, 5000, { ageMinutes: 29 })],
  [
    'published again within 30 minutes',
    async () => {
      const id = await it.compare(section, 5000)
      await sql`update listings set updated_at = ${it.clock.now()} where id = ${id}`.execute(it.db)
      await sql`insert into listing_changes (listing_id, at, kind, source, before, after)
        values (${id}, ${it.clock.now()}, 'published', 'hand', '{}', '{}')`.execute(it.db)
    },
  ],
  ['with a single ticket', () => it.compare(section, 5000, { quantity: 1 })],
  ['of the own team', () => it.list(section, 5000)],
  ['six rows away', () => it.compare(section, 5000, { row: '11' })],
  ['of another section', () => it.compare(`${section} upper`, 5000)],
  [
    'in which the same quantity cannot be bought',
    () => it.compare(section, 5000, { quantity: 5, splitType: 'All Together' }),
  ],
  ['far below the median of three or more', () => it.compare(section, 4000)],
  [
    'whose seller holds them back',
    async () => {
      const id = await it.compare(section, 8950, { quantity: 4 })
      const until = new Date(it.clock.now().getTime() + 3_600_000)
      await sql`update listings set own_hold_quantity = 3, own_hold_until = ${until} where id = ${id}`.execute(
        it.db,
      )
    },
  ],
  [
    'that no buyer sees',
    async () => {
      const id = await it.compare(section, 5000)
      await sql`update listings set status = 'withdrawn' where id = ${id}`.execute(it.db)
    },
  ],
])('listings %s are no comparables', async (_, add) => {
  const mine = await it.list(section, 10_000)
  for (const [at, teamId] of others.entries()) await it.compare(section, 9000 + at * 100, { teamId })
  await add()
  await it.switchOn(section)
  await it.run()
  expect(await it.priceOf(mine)).toBe(8900)
})

test('held stock still counts as a comparable', async () => {
  const mine = await it.list(section, 10_000)
  const held = await it.compare(section, 9000, { quantity: 2 })
  await it.hold(await it.addBuyer(), held, 2)
  await it.switchOn(section)
  await it.run()
  expect(await it.priceOf(mine)).toBe(8900)
})

test('a rule pauses below its number of comparables', async () => {
  const mine = await it.list(section, 10_000)
  await it.compare(section, 9000)
  await it.switchOn(section, { min_comparables: 2 })
  await it.run()
  expect([await it.priceOf(mine), await lastReason(mine)]).toEqual([10_000, 'too_few_comparables'])
})

test('several listings of one seller count once, at the lowest price', async () => {
  const mine = await it.list(section, 10_000)
  for (const price of [3000, 3100, 3200, 3300]) await it.compare(section, price)
  const rule = await it.switchOn(section, { min_comparables: 2 })
  await it.run()
  expect([await it.priceOf(mine), await lastReason(mine)]).toEqual([10_000, 'too_few_comparables'])
  for (const [at, teamId] of others.entries()) await it.compare(section, 9800 + at * 100, { teamId })
  await it.later(15)
  expect(await it.priceOf(mine)).toBe(9700)
  expect((await it.log({ listing_id: mine }))[0]).toMatchObject({ rule: { id: rule.id }, compared: 3 })
})
