import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventRecord } from '@terrace/contracts/search'
import { searchRoutes } from '@terrace/contracts/search-understanding'
import { eventSearchOf, type Reading } from '@terrace/domain/search/event-search'
import { widerReadings } from '@terrace/domain/search/wider-readings'
import { sql } from 'kysely'
import { importSeedFile } from '#api/cli/seed/import-seed-file.ts'
import { eventIsUpcoming } from '#api/db/predicates.ts'
import { finishImport, shiftSeasons } from '#api/modules/catalogue/index.ts'
import { buildTestApp, type Caller, type TestApp } from '#api/test/harness/build-test-app.ts'
import { createTestClock } from '#api/test/harness/test-clock.ts'
import { demoFiles, referenceFiles } from '../../../../../seeds/seed-files.ts'
import { cityNames, readNames, type Names } from './indexer/names.repo.ts'
import { aliasQueries, type Expectation } from './relevance-queries.ts'

/** Typical queries against the demo catalogue, on a fixed day. */

const now = '2026-11-21T09:00:00Z'
const today = Date.parse('2026-11-21T00:00:00Z') / 1000

let app: TestApp
let buyer: Caller
let names: Names
let events: { title: string; names: string[]; city: string; month: string }[]

beforeAll(async () => {
  app = await buildTestApp({ clock: createTestClock(now) })
  const context = { db: app.db, clock: app.deps.clock }
  for (const file of [...referenceFiles, ...demoFiles]) await importSeedFile(context, file)
  await finishImport(context)
  await shiftSeasons(context)
  const { rows } = await sql<(typeof events)[number]>`
    select e.title, v.city, to_char(e.local_at, 'FMMonth') as month,
      array(select p.name from event_performers ep join performers p on p.id = ep.performer_id
        where ep.event_id = e.id and p.kind = 'team' order by ep.position) as names
    from events e join venues v on v.id = e.venue_id
    where ${eventIsUpcoming('e', new Date(now))} order by e.id`.execute(app.db)
  events = rows
  names = await readNames(app.db)
  buyer = await app.addBuyer()
  await app.deps.outbox.drain()
  await app.deps.search.whenIdle()
})
afterAll(() => app.close())

async function topHits(query: string, hitsPerPage = 5): Promise<EventRecord[]> {
  return hitsOf({ query, hitsPerPage, filters })
}

const filters = `event_date_local>=${today} AND is_source_tixstock=1`

async function hitsOf(params: Record<string, unknown>): Promise<EventRecord[]> {
  const response = await app.app.inject({
    method: 'POST',
    url: '/1/indexes/*/queries?x-algolia-application-id=EMBEDDED&x-algolia-api-key=test-search-key',
    payload: JSON.stringify({ requests: [{ indexName: 'trade_events', ...params }] }),
    headers: { 'content-type': 'text/plain' },
  })
  const { results } = response.json<{ results: { hits: EventRecord[] }[] }>()
  return results[0]?.hits ?? []
}

/** The hits of an understood query, as text where that finds nothing, then of wider searches, as the browser asks. */
async function understoodHits(text: string, hitsPerPage = 5): Promise<EventRecord[]> {
  const { data: understood } = await buyer.call(searchRoutes.understand, { body: { text, locale: 'en-GB' } })
  const { parts, words } = understood.data
  const strict = { hitsPerPage, removeWordsIfNoResults: 'none' }
  const find = async (reading: Reading) => {
    const { dateFilter, ...params } = eventSearchOf(reading)
    return hitsOf({
      ...strict,
      ...params,
      filters: [filters, ...(dateFilter === '' ? [] : [dateFilter])].join(' AND '),
    })
  }
  const hits = await find({ parts, words })
  if (hits.length > 0) return hits
  const asText = await hitsOf({ ...strict, query: text, filters })
  if (asText.length > 0) return asText
  for (const reading of widerReadings({ parts, words })) {
    const wider = await find(reading)
    if (wider.length > 0) return wider
  }
  return []
}

const fold = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
const plays = (name: string) => (hit: EventRecord) =>
  hit.performers.some((performer) => performer.name === name)

/** A seeded random generator, for the same typos in every run. */
function createDice(): (sides: number) => number {
  let state = 20_261_121
  return (sides) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % sides
  }
}

/** One typo after the first letter: a letter deleted, doubled, replaced or swapped with the next. */
function mistype(word: string, roll: (sides: number) => number, from = 1, to = word.length): string {
  const at = from + roll(Math.max(1, to - from - 1))
  const rest = word.slice(at + 1)
  const kind = roll(4)
  if (kind === 0) return word.slice(0, at) + rest
  if (kind === 1) return word.slice(0, at + 1) + word.slice(at)
  if (kind === 2) return `${word.slice(0, at)}${word[at] === 'o' ? 'p' : 'o'}${rest}`
  return word[at] === rest[0]
    ? word.slice(0, at) + rest
    : `${word.slice(0, at)}${rest[0] ?? ''}${word[at]}${rest.slice(1)}`
}

/** Puts `times` separate typos into the longest word. */
function mistypeName(name: string, times: 1 | 2, roll: (sides: number) => number): string {
  const words = fold(name).split(' ')
  const longest = words.reduce((left, right) => (right.length > left.length ? right : left))
  const half = Math.ceil(longest.length / 2)
  const late = mistype(longest, roll, times === 2 ? half : 1)
  const typed = times === 2 ? mistype(late, roll, 1, half - 1) : late
  return words.map((word) => (word === longest ? typed : word)).join(' ')
}

function generated(): Expectation[] {
  const roll = createDice()
  const teams = [...new Set(events.flatMap(({ names }) => names))].toSorted()
  const list: Expectation[] = []
  for (const name of teams) {
    const longest = Math.max(
      ...fold(name)
        .split(/[^a-z0-9]+/)
        .map((word) => word.length),
    )
    list.push({ kind: 'name', query: fold(name), isExpected: plays(name) })
    if (longest >= 4 && /^[a-z ]+$/.test(fold(name))) {
      list.push({ kind: 'one typo', query: mistypeName(name, 1, roll), isExpected: plays(name) })
    }
    if (longest >= 8 && /^[a-z ]+$/.test(fold(name))) {
      list.push({ kind: 'two typos', query: mistypeName(name, 2, roll), isExpected: plays(name) })
    }
    if (name.includes(' ')) {
      const swapped = fold(name).split(' ').toReversed().join(' ')
      list.push({ kind: 'swapped', query: swapped, isExpected: plays(name) })
    }
    const beginning = fold(name)
      .slice(0, Math.max(4, Math.ceil(name.length * 0.6)))
      .trim()
    const others = teams.filter((other) => fold(other).includes(beginning))
    list.push({
      kind: 'prefix',
      query: beginning,
      isExpected: (hit) => others.some((other) => plays(other)(hit)),
    })
  }
  for (const { names, title } of events.filter((_, index) => index % 23 === 0)) {
    const [home, away] = names
    if (home === undefined || away === undefined) continue
    const isBoth = (hit: EventRecord) => plays(home)(hit) && plays(away)(hit)
    list.push({ kind: 'pair', query: title, isExpected: isBoth })
    list.push({ kind: 'pair', query: `${fold(away)} v ${fold(home)}`, isExpected: isBoth })
    const [first = '', second = ''] = [home, away].map((name) => fold(name).split(' ')[0]?.slice(0, 5))
    list.push({ kind: 'prefixes', query: `${first} ${second}`, isExpected: isBoth })
  }
  for (const [index, { city, month, isExpected }] of cityMonthQueries().entries()) {
    if (index % 5 !== 0) continue
    list.push({ kind: 'city and month', query: fold(`${city} ${month}`), isExpected })
    list.push({ kind: 'city and month', query: `${month.slice(0, 3)} ${city}`, isExpected })
  }
  return list
}

/** Every city and month with events, and their number. */
function cityMonthQueries() {
  const cities = Map.groupBy(events, ({ city, month }) => `${city} ${month}`)
  return [...cities.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const { city, month } = first
    const isExpected = (hit: EventRecord) =>
      cityNames(names, hit.venue.city).includes(city) &&
      new Date(hit.event_date_local * 1000).toLocaleString('en-GB', { month: 'long', timeZone: 'UTC' }) ===
        month
    return [{ city, month, count: 1 + others.length, isExpected }]
  })
}

test.each([
  ['typed', topHits],
  ['understood', understoodHits],
])('97 of 100 typical queries, %s, have the intended event among the first five hits', async (_, find) => {
  const all = [...generated(), ...aliasQueries]
  const missed: string[] = []
  const kinds = new Map<string, { queries: number; missed: number }>()
  for (const { kind, query, isExpected } of all) {
    const hits = await find(query)
    const count = kinds.get(kind) ?? { queries: 0, missed: 0 }
    count.queries += 1
    if (!hits.some(isExpected)) {
      count.missed += 1
      missed.push(`${kind}: ${query} → ${hits.map(({ title }) => title).join(', ')}`)
    }
    kinds.set(kind, count)
  }
  expect(all.length).toBeGreaterThanOrEqual(300)
  for (const [kind, { queries, missed: lost }] of kinds) {
    expect
      .soft(1 - lost / queries, `${kind}: ${missed.filter((text) => text.startsWith(kind)).join('\n')}`)
      .toBeGreaterThanOrEqual(0.85)
  }
  expect(1 - missed.length / all.length, missed.join('\n')).toBeGreaterThanOrEqual(0.97)
})

test.each([
  ['typed', topHits],
  ['understood', understoodHits],
])('a query for a city and month, %s, lists its events first', async (_, find) => {
  const queries = cityMonthQueries().flatMap(({ city, month, count, isExpected }, index) =>
    [`${fold(city)} ${month.toLowerCase()}`, `${month} ${city}`]
      .slice(0, 1 + (index % 2))
      .map((query) => ({ query, count, isExpected })),
  )
  expect(queries.length).toBeGreaterThanOrEqual(40)
  const missed: string[] = []
  for (const { query, count, isExpected } of queries) {
    const hits = await find(query, Math.min(5, count))
    if (!hits.every(isExpected))
      missed.push(`${query} → ${hits.map(({ title, venue }) => `${title} (${venue.city})`).join(', ')}`)
  }
  expect(1 - missed.length / queries.length, missed.join('\n')).toBeGreaterThanOrEqual(0.97)
})

test('a city and month lists all kinds of events by date', async () => {
  const hits = await topHits('new york december', 20)
  const days = hits.map(({ event_date_local: seconds }) => Math.floor(seconds / 86_400))
  expect(new Set(hits.map(({ sport }) => sport)).size).toBeGreaterThan(1)
  expect(days).toEqual(days.toSorted((left, right) => left - right))
})

test('a city that names a team lists that team’s events first, wherever it plays', async () => {
  const hits = await topHits('liverpool', 10)
  expect(hits.every(plays('Liverpool'))).toBe(true)
  expect(new Set(hits.map(({ venue }) => venue.city)).size).toBeGreaterThan(1)
})

test.each([
  ['arsenal manchester united', 'Arsenal vs Manchester United'],
  ['monza', 'Italian Grand Prix'],
  ['man u', 'Manchester United'],
  ['el clasico', 'Barcelona'],
  ['north london derby', 'Tottenham Hotspur'],
  ['sunday night nfl', 'at'],
  ['new york concert', 'Philharmonic'],
])('%s finds the expected event first', async (query, part) => {
  const [first] = await topHits(query)
  expect(first?.title).toContain(part)
})

test('the start of a name is not taken for a typo of another', async () => {
  const hits = await topHits('arsen', 1000)
  expect(hits.length).toBeGreaterThan(10)
  expect(hits.every(plays('Arsenal'))).toBe(true)
})

test.each([
  ['arsenal home', 20],
  ['spurs away', 20],
  ['arsenal december', 20],
  ['man u v spurs', 20],
  ['el clasico', 20],
  ['bundesliga munich', 20],
  ['nfl xmas', 20],
])('an understood query lists nothing else: %s', async (query, limit) => {
  const hits = await understoodHits(query, limit)
  expect(hits.length).toBeGreaterThan(0)
  const isMeant: Record<string, (hit: EventRecord) => boolean> = {
    'arsenal home': (hit) => roleOf('Arsenal', hit) === 'home',
    'spurs away': (hit) => roleOf('Tottenham Hotspur', hit) === 'away',
    'arsenal december': (hit) => plays('Arsenal')(hit) && dateOf(hit).startsWith('2026-12'),
    'man u v spurs': (hit) => plays('Manchester United')(hit) && plays('Tottenham Hotspur')(hit),
    'el clasico': (hit) => plays('Real Madrid')(hit) && plays('Barcelona')(hit),
    'bundesliga munich': (hit) => hit.competition === 'Bundesliga' && hit.venue.city === 'München',
    'nfl xmas': (hit) => hit.competition === 'NFL' && /^2026-12-2[456]/.test(dateOf(hit)),
  }
  expect(hits.filter((hit) => isMeant[query]?.(hit) !== true).map(({ title }) => title)).toEqual([])
})

const roleOf = (name: string, hit: EventRecord) => hit.performers.find((each) => each.name === name)?.role
const dateOf = (hit: EventRecord) => new Date(hit.event_date_local * 1000).toISOString().slice(0, 10)

test('the same query gives the same order', async () => {
  const first = await understoodHits('premier league', 50)
  for (let run = 0; run < 3; run += 1) expect(await understoodHits('premier league', 50)).toEqual(first)
})

test('events of the exact name come before those that only share a word with it', async () => {
  const hits = await topHits('manchester united', 1000)
  const isExact = hits.map(plays('Manchester United'))
  expect(isExact.filter(Boolean).length).toBeGreaterThan(10)
  expect(isExact.lastIndexOf(true)).toBe(isExact.filter(Boolean).length - 1)
})

test('upcoming events come before far ones, and events with stock before those without', async () => {
  const soonest = await topHits('arsenal', 100)
  const days = soonest.map((hit) => dateOf(hit))
  expect(days.length).toBeGreaterThan(10)
  expect(days).toEqual(days.toSorted())
  const last = soonest.at(-1)
  await sql`insert into event_stats (event_id, ticket_count) values (${last?.id}, 4)
    on conflict (event_id) do update set ticket_count = 4`.execute(app.db)
  await sql`update events set title = title || ' ' where id = ${last?.id}`.execute(app.db)
  await app.deps.outbox.drain()
  await app.deps.search.whenIdle()
  const [first, second] = await topHits('arsenal', 100)
  expect([first?.id, second?.id]).toEqual([last?.id, soonest[0]?.id])
})

test('the home games of a team come by date, whatever is in demand', async () => {
  const games = await understoodHits('liverpool home', 100)
  const last = games.at(-1)
  await sql`insert into event_stats (event_id, ticket_count) values (${last?.id}, 4)
    on conflict (event_id) do update set ticket_count = 4`.execute(app.db)
  await sql`update events set title = title || ' ' where id = ${last?.id}`.execute(app.db)
  await app.deps.outbox.drain()
  await app.deps.search.whenIdle()
  const days = (await understoodHits('liverpool home', 100)).map((hit) => dateOf(hit))
  expect(days.length).toBeGreaterThan(5)
  expect(days).toEqual(days.toSorted())
})
