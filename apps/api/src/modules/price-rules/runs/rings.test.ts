import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'kysely'
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

/** Sellers whose rules all undercut the lowest of the others, so that each reacts to the one before. */
async function addRing(sellers: number): Promise<string[]> {
  const listings: string[] = []
  for (let number = 0; number < sellers; number += 1) {
    const teamId = await addTeam(it.db)
    listings.push(await it.compare(section, 10_000, { teamId }))
    await it.switchOn(section, {}, await it.addBuyer({ role: 'seller', teamId }))
  }
  return listings
}

// The longer ring closes only in the second run.
test.each([3, 14])(
  'a ring of %i sellers whose rules undercut each other stops after one round',
  async (sellers) => {
    const listings = await addRing(sellers)
    await it.run()
    for (let run = 0; run < 4; run += 1) await it.later(15)
    const prices = await Promise.all(listings.map(it.priceOf))
    // One step of 1.00 for each seller, and no second round.
    expect(Math.min(...prices)).toBeGreaterThanOrEqual(10_000 - sellers * 100)
    const { rows } = await sql<{ paused: number }>`
    select count(distinct listing_id)::integer as paused from price_rule_moves
    where listing_id = any(${listings}) and reason = 'loop'`.execute(it.db)
    expect(rows).toEqual([{ paused: sellers }])
  },
)
