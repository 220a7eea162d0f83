import { readFileSync } from 'node:fs'
import { listingsRoutes } from '@terrace/contracts/listings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importFile } from '#api/modules/catalogue/index.ts'
import type { Caller } from '../harness/build-test-app.ts'
import { buildMarketplace, type Marketplace } from '../fixtures/marketplace-fixture.ts'

let market: Marketplace
let buyer: Caller
let venue: string

beforeAll(async () => {
  market = await buildMarketplace()
  buyer = await market.addBuyer()
  const { slug } = await market.db
    .selectFrom('venues')
    .select('slug')
    .where('id', '=', market.venueId)
    .executeTakeFirstOrThrow()
  venue = slug
})
afterAll(() => market.close())

/** Sections of the listings that a filter by this section returns. */
async function findSections(section: string): Promise<string[]> {
  await market.deps.outbox.drain()
  const { data } = await buyer.call(listingsRoutes.feed, {
    query: { event_id: market.eventId, 'section_name[]': [section] },
  })
  return data.data.map((listing) => listing.section).toSorted()
}

async function load(kind: string, content: string): Promise<void> {
  const { bad } = await importFile(market.deps, { kind, content, venue })
  expect(bad).toEqual([])
}

test('[FEED-12] a section filter uses newly imported plans and section names at once', async () => {
  for (const section of ['Lower Tier 6', 'Block 6', 'Kop Gate 7']) {
    const id = await market.list()
    await market.db.updateTable('listings').set({ section }).where('id', '=', id).execute()
  }
  expect(await findSections('Lower Tier 6')).toEqual(['Lower Tier 6'])

  const plan = new URL('../../../../../seeds/data/seatmaps/schematic-bowl-3tier.json', import.meta.url)
  await load('seating-plan', readFileSync(plan, 'utf8'))
  expect(await findSections('Lower Tier 6')).toEqual(['Block 6', 'Lower Tier 6'])

  await load('section-names', 'section,block\nKop Gate 7,Lower Tier 6\n')
  expect(await findSections('Lower Tier 6')).toEqual(['Block 6', 'Kop Gate 7', 'Lower Tier 6'])
})
