import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventRecord } from '@terrace/contracts/search'
import { sql } from 'kysely'
import { importFile, finishImport, shiftSeasons } from '#api/modules/catalogue/index.ts'
import { buildTestApp, type TestApp } from '#api/test/build-test-app.ts'
import { createTestClock } from '#api/test/test-clock.ts'
import { demoFiles } from '../../../../../seeds/demo.ts'
import { cityNames } from './indexer/nicknames.ts'
import { aliasQueries, type Expectation } from './relevance-queries.ts'

/** What a broker types, over the real catalogue, as of one fixed day. */

const now = '2026-11-21T09:00:00Z'
const today = Date.parse('2026-11-21T00:00:00Z') / 1000
const seeds = new URL('../../../../../seeds/data/', import.meta.url)

let app: TestApp
let events: { title: string; names: string[]; city: string; month: string }[]

beforeAll(async () => {
  app = await buildTestApp({ clock: createTestClock(now) })
  const context = { db: app.db, clock: app.deps.clock }
  for (const { kind, path } of demoFiles) {
    const content = await readFile(new URL(path, seeds), 'utf8')
    await importFile(context, { kind, content, fileName: path.split('/').at(-1) ?? path })
  }
  await finishImport(context)
  await shiftSeasons(context)
  const { rows } = await sql<(typeof events)[number]>`
    select e.title, v.city, to_char(e.local_at, 'FMMonth') as month,
      array(select p.name from event_performers ep join performers p on p.id = ep.performer_id
        where ep.event_id = e.id and p.kind = 'team' order by ep.position) as names
    from events e join venues v on v.id = e.venue_id
    where e.starts_at > ${now} and e.status <> 'cancelled' order by e.id`.execute(app.db)
  events = rows
  await app.deps.outbox.drain()
  await app.deps.search.settled()
})
afterAll(() => app.close())

async function topHits(query: string, hitsPerPage = 5): Promise<EventRecord[]> {
  const response = await app.app.inject({
    method: 'POST',
    url: '/1/indexes/*/queries?x-algolia-application-id=EMBEDDED&x-algolia-api-key=test-search-key',
    payload: JSON.stringify({
      requests: [
        {
          indexName: 'trade_events',
          query,
          hitsPerPage,
          filters: `event_date_local>=${today} AND is_source_tixstock=1`,
        },
      ],
    }),
    headers: { 'content-type': 'text/plain' },
  })
  const { results } = response.json<{ results: { hits: EventRecord[] }[] }>()
  return results[0]?.hits ?? []
}

const fold = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
const plays = (name: string) => (hit: EventRecord) =>
  hit.performers.some((performer) => performer.name === name)

/** A small generator with a fixed beginning: the same slips in every run. */
function createDice(): (sides: number) => number {
  let state = 20_261_121
  return (sides) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % sides
  }
}

/** One slip behind the first letter of a word: a letter left out, doubled, changed, or two of them swapped. */
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

/** The longest word mistyped `times` times, the slips apart. */
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
    list.push({ kind: 'name', query: fold(name), isMeant: plays(name) })
    if (longest >= 4 && /^[a-z ]+$/.test(fold(name))) {
      list.push({ kind: 'one typo', query: mistypeName(name, 1, roll), isMeant: plays(name) })
    }
    if (longest >= 8 && /^[a-z ]+$/.test(fold(name))) {
      list.push({ kind: 'two typos', query: mistypeName(name, 2, roll), isMeant: plays(name) })
    }
    if (name.includes(' ')) {
      const swapped = fold(name).split(' ').toReversed().join(' ')
      list.push({ kind: 'swapped', query: swapped, isMeant: plays(name) })
    }
    const beginning = fold(name)
      .slice(0, Math.max(4, Math.ceil(name.length * 0.6)))
      .trim()
    const others = teams.filter((other) => fold(other).includes(beginning))
    list.push({
      kind: 'prefix',
      query: beginning,
      isMeant: (hit) => others.some((other) => plays(other)(hit)),
    })
  }
  for (const { names, title } of events.filter((_, index) => index % 23 === 0)) {
    const [home, away] = names
    if (home === undefined || away === undefined) continue
    const isBoth = (hit: EventRecord) => plays(home)(hit) && plays(away)(hit)
    list.push({ kind: 'pair', query: title, isMeant: isBoth })
    list.push({ kind: 'pair', query: `${fold(away)} v ${fold(home)}`, isMeant: isBoth })
    const [first = '', second = ''] = [home, away].map((name) => fold(name).split(' ')[0]?.slice(0, 5))
    list.push({ kind: 'prefixes', query: `${first} ${second}`, isMeant: isBoth })
  }
  for (const [index, { city, month, isMeant }] of placesAndMonths().entries()) {
    if (index % 5 !== 0) continue
    list.push({ kind: 'city and month', query: fold(`${city} ${month}`), isMeant })
    list.push({ kind: 'city and month', query: `${month.slice(0, 3)} ${city}`, isMeant })
  }
  return list
}

/** Every city with every month in which something takes place there, and how much. */
function placesAndMonths() {
  const places = Map.groupBy(events, ({ city, month }) => `${city} ${month}`)
  return [...places.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const { city, month } = first
    const isMeant = (hit: EventRecord) =>
      [hit.venue.city, ...cityNames(hit.venue.city)].includes(city) &&
      new Date(hit.event_date_local * 1000).toLocaleString('en-GB', { month: 'long', timeZone: 'UTC' }) ===
        month
    return [{ city, month, count: 1 + others.length, isMeant }]
  })
}

test('of a thousand things that people type, 97 in 100 have what is meant among the first five', async () => {
  const all = [...generated(), ...aliasQueries]
  const missed: string[] = []
  const kinds = new Map<string, { asked: number; missed: number }>()
  for (const { kind, query, isMeant } of all) {
    const hits = await topHits(query)
    const count = kinds.get(kind) ?? { asked: 0, missed: 0 }
    count.asked += 1
    if (!hits.some(isMeant)) {
      count.missed += 1
      missed.push(`${kind}: ${query} → ${hits.map(({ title }) => title).join(', ')}`)
    }
    kinds.set(kind, count)
  }
  expect(all.length).toBeGreaterThanOrEqual(300)
  for (const [kind, { asked, missed: lost }] of kinds) {
    expect
      .soft(1 - lost / asked, `${kind}: ${missed.filter((text) => text.startsWith(kind)).join('\n')}`)
      .toBeGreaterThanOrEqual(0.85)
  }
  expect(1 - missed.length / all.length, missed.join('\n')).toBeGreaterThanOrEqual(0.97)
})

test('who types a city and a month is shown what takes place there and then before anything else', async () => {
  const asked = placesAndMonths().flatMap(({ city, month, count, isMeant }, index) =>
    [`${fold(city)} ${month.toLowerCase()}`, `${month} ${city}`]
      .slice(0, 1 + (index % 2))
      .map((query) => ({ query, count, isMeant })),
  )
  expect(asked.length).toBeGreaterThanOrEqual(40)
  const missed: string[] = []
  for (const { query, count, isMeant } of asked) {
    const hits = await topHits(query, Math.min(5, count))
    if (!hits.every(isMeant))
      missed.push(`${query} → ${hits.map(({ title, venue }) => `${title} (${venue.city})`).join(', ')}`)
  }
  expect(1 - missed.length / asked.length, missed.join('\n')).toBeGreaterThanOrEqual(0.97)
})

test('in one city and month all kinds of events stand together, the nearest first', async () => {
  const hits = await topHits('new york december', 20)
  const days = hits.map(({ event_date_local: seconds }) => Math.floor(seconds / 86_400))
  expect(new Set(hits.map(({ sport }) => sport)).size).toBeGreaterThan(1)
  expect(days).toEqual(days.toSorted((left, right) => left - right))
})

test('a city that a team is called by is the team first, wherever it plays', async () => {
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
])('%s finds what the first journey looks for', async (query, part) => {
  const [first] = await topHits(query)
  expect(first?.title).toContain(part)
})
