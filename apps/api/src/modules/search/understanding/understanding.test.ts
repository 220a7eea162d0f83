import { terminalCaller } from '#api/audit/caller.ts'
import { searchRoutes, type WireUnderstanding } from '@terrace/contracts/search-understanding'
import { eventSearchOf } from '@terrace/domain/search/event-search'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { changeName } from '#api/modules/catalogue/index.ts'
import { loadDemoCompetitions } from '#api/test/fixtures/demo-competitions.ts'
import { addEvent, addRates, addVenue } from '#api/test/fixtures/factories.ts'
import { buildTestApp, type Caller, type TestApp } from '#api/test/harness/build-test-app.ts'
import { createTestClock } from '#api/test/harness/test-clock.ts'

const clock = createTestClock('2026-11-24T12:00:00Z')
let app: TestApp
let buyer: Caller
/** A read under way delays the next one. */
const patience = { timeout: 20_000 }
const ids: Record<string, number> = {}

beforeAll(async () => {
  app = await buildTestApp({ clock })
  await loadDemoCompetitions({ db: app.db, clock })
  for (const name of ['Rovers', 'Wanderers']) {
    const { rows } = await sql<{ id: number }>`
      insert into performers (kind, name, slug) values ('team', ${name}, ${name.toLowerCase()}) returning id`.execute(
      app.db,
    )
    ids[name] = rows[0]?.id ?? 0
  }
  await addRates(app.db, '2026-11-23', { GBP: '0.8' })
  buyer = await app.addBuyer({ baseCurrency: 'GBP' })
  const { venueId } = await addVenue(app.db, { name: 'Quarry Park' })
  const home = await addEvent(app.db, { venueId, title: 'Rovers vs Wanderers', localAt: '2027-03-14T15:00' })
  const away = await addEvent(app.db, { venueId, title: 'Wanderers vs Rovers', localAt: '2027-05-02T15:00' })
  await sql`
    insert into event_performers (event_id, performer_id, role, position) values
      (${home}, ${ids['Rovers']}, 'home', 0), (${home}, ${ids['Wanderers']}, 'away', 1),
      (${away}, ${ids['Wanderers']}, 'home', 0), (${away}, ${ids['Rovers']}, 'away', 1)`.execute(app.db)
  await sql`update events set round = 'Semi-finals' where id = ${away}`.execute(app.db)
  await app.deps.outbox.drain()
  await vi.waitFor(async () => expect(labelsOf(await understand('rovers'))).toEqual(['Rovers']), patience)
})
afterAll(() => app.close())

async function understand(
  text: string,
  body: { locale?: string; timezone?: string } = {},
): Promise<WireUnderstanding> {
  const { data } = await buyer.call(searchRoutes.understand, { body: { text, locale: 'en-GB', ...body } })
  return data.data
}
const labelsOf = ({ parts, listing_parts: listing }: WireUnderstanding) =>
  [...parts, ...listing].map(({ label }) => label)

async function titlesOf({ parts, words }: WireUnderstanding): Promise<string[]> {
  await app.deps.search.whenIdle()
  const { query, optionalWords, facetFilters, dateFilter } = eventSearchOf({ parts, words })
  const response = await app.app.inject({
    method: 'POST',
    url: '/1/indexes/*/queries?x-algolia-application-id=EMBEDDED&x-algolia-api-key=test-search-key',
    payload: JSON.stringify({
      requests: [
        {
          indexName: 'trade_events',
          query,
          optionalWords,
          facetFilters,
          filters: dateFilter,
          removeWordsIfNoResults: 'none',
        },
      ],
    }),
    headers: { 'content-type': 'text/plain' },
  })
  const { results } = response.json<{ results: { hits: { title: string }[] }[] }>()
  return results[0]?.hits.map(({ title }) => title) ?? []
}

test('names of the catalogue, dates and words become a search of the index', async () => {
  const found = async (text: string) => titlesOf(await understand(text))
  expect(await found('rovers')).toEqual(['Rovers vs Wanderers', 'Wanderers vs Rovers'])
  expect(await found('rovers home')).toEqual(['Rovers vs Wanderers'])
  expect(await found('wanderers away')).toEqual(['Rovers vs Wanderers'])
  expect(await found('rovres may')).toEqual(['Wanderers vs Rovers'])
  expect(await found('rovers semi')).toEqual(['Wanderers vs Rovers'])
  expect(await found('quarry park 14/3')).toEqual(['Rovers vs Wanderers'])
  expect(await found('rovers v wanderers')).toHaveLength(2)
  expect(await found('rovers hamlet')).toEqual([])
})

test('a name is understood as soon as it is added, and no longer once it is removed', async () => {
  const given = { type: 'performer', of: 'wanderers', name: 'The Miners' }
  const labels = async () => labelsOf(await understand('the miners'))
  expect(await labels()).toEqual([])
  await changeName({ db: app.db, caller: terminalCaller() }, 'add', given)
  await app.deps.outbox.drain()
  await vi.waitFor(async () => expect(await labels()).toEqual(['Wanderers']), patience)
  await changeName({ db: app.db, caller: terminalCaller() }, 'remove', given)
  await app.deps.outbox.drain()
  await vi.waitFor(async () => expect(await labels()).toEqual([]), patience)
})

test('today is the date at the caller, and the locale orders day and month', async () => {
  const dayOf = async (timezone: string) =>
    (await understand('today', { timezone })).parts[0]?.ranges[0]?.start
  expect(await dayOf('Europe/London')).toBe('2026-11-24')
  expect(await dayOf('Pacific/Kiritimati')).toBe('2026-11-25')
  expect(labelsOf(await understand('3/4', { locale: 'en-US' }))).toEqual(['Thu 4 Mar 2027'])
  const [ambiguous] = (await understand('3/4', { locale: 'en' })).parts
  expect([ambiguous?.label, ambiguous?.alternatives]).toEqual(['Sat 3 Apr 2027', ['Thu 4 Mar 2027']])
})

test('a week day that the date does not fall on is named', async () => {
  const [date] = (await understand('sat 14 mar')).parts
  expect([date?.label, date?.unused]).toEqual(['Sun 14 Mar 2027', 'sat'])
})

test('a quick entry becomes filters of the listings: typed limits are all-in and in any currency', async () => {
  const quick = await understand('rovers 4 under 150 lower etickets hamlet')
  const { listing, words } = quick
  expect(quick.event_text).toBe('rovers hamlet')
  // £142.86 and 5 % of it are £150.
  expect(listing).toEqual({ quantity: 4, max: '142.86', type: ['eTicket'], venue_part: ['lower'] })
  expect(words.map(({ text }) => text)).toEqual(['hamlet'])
  // 1 EUR is 0.80 GBP.
  expect((await understand('rovers under 150 eur')).listing).toEqual({ max: '114.29' })
  expect((await understand('rovers under 150 usd')).listing).toEqual({ ignored_word: ['under 150 usd'] })
  expect((await understand('rovers 12 tickets in hand vip instant')).listing).toEqual({
    quantity: 5,
    in_hand: '1',
    hospitality: '1',
    instant: '1',
  })
  expect((await understand('rovers between 50 and 100')).listing).toEqual({ min: '47.62', max: '95.24' })
})

test.each(['', ' ', '???', '🎉', '"', 'עברית', 'a'.repeat(10_000), '- '.repeat(5000), '"'.repeat(10_000)])(
  'unusual text gets a response: %.20s',
  async (text) => {
    const { parts, words } = await understand(text)
    expect(parts).toEqual([])
    expect(words.length).toBeLessThanOrEqual(10)
  },
)

test('bad input names the field and what would be right', async () => {
  const tooLong = await buyer.call(searchRoutes.understand, { body: { text: 'a'.repeat(10_001) } })
  expect([tooLong.status, tooLong.error.errors['fields']]).toEqual([
    422,
    { text: ['must be at most 10000 characters'] },
  ])
  const zone = await buyer.call(searchRoutes.understand, { body: { text: 'x', timezone: 'Mars/Base' } })
  expect([zone.status, zone.error.errors['fields']]).toEqual([
    422,
    { timezone: ['must be a time zone such as Europe/London'] },
  ])
  expect((await app.visitor.call(searchRoutes.understand, { body: { text: 'x' } })).status).toBe(401)
})

test('ten thousand nicknames are understood like one', async () => {
  await sql`
    insert into nicknames (type, type_id, name)
    select 'performer', ${ids['Rovers']}, 'Nickname ' || n from generate_series(1, 10000) n`.execute(app.db)
  await app.deps.outbox.drain()
  await vi.waitFor(
    async () => expect(labelsOf(await understand('nickname 9999 home'))).toEqual(['Rovers', 'home']),
    patience,
  )
  expect(labelsOf(await understand('nicknmae 777'))).toEqual(['Rovers'])
})
