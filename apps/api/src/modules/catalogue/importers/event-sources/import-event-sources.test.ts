import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  calendar,
  concert,
  discovery,
  fixture,
  concertWithoutArtist,
} from '#api/test/fixtures/feed-samples.ts'
import { importAny } from '#api/test/fixtures/demo-competitions.ts'
import { importFixture } from '#api/test/fixtures/import-fixture.ts'
import { terminalCaller } from '#api/audit/caller.ts'
import { acceptProposals } from '../../proposals/accept-proposals.ts'
import { listProposals } from '../../proposals/list-proposals.ts'
import { listByStatus } from './unmatched.repo.ts'

const setup = importFixture()
const { clock, load, loadText, loadEngland, eventsTitled } = setup

async function topics(): Promise<Record<string, number>> {
  const { rows } = await sql<{ topic: string; count: number }>`
    select topic, count(*)::int as count from outbox where topic like 'event.%' group by topic`.execute(
    setup.db,
  )
  return Object.fromEntries(rows.map((row) => [row.topic, row.count]))
}

/** Everything an import can change, as one value. */
async function everything() {
  const { rows } = await sql<{ state: unknown }>`
    select jsonb_build_array(
      (select jsonb_agg(to_jsonb(e) order by e.id) from events e),
      (select jsonb_agg(to_jsonb(p) order by p.event_id, p.performer_id) from event_performers p),
      (select jsonb_agg(to_jsonb(s) order by s.source, s.ref) from event_sources s),
      (select jsonb_agg(to_jsonb(u) order by u.id) from unmatched_events u),
      (select count(*) from outbox)
    ) as state`.execute(setup.db)
  return rows[0]?.state
}

test('a calendar moves and cancels fixtures known by other names, and uncertain ones wait', async () => {
  await loadEngland()
  const [arsenal] = await eventsTitled('Arsenal vs Manchester City')
  const report = await load('icalendar', 'feeds/rescheduled-fixture.ics')
  expect(report).toMatchObject({
    read: 4,
    bad: [],
    counts: { new: 0, moved: 1, cancelled: 1, waiting: 1 },
    skipped: [{ line: 21, reason: expect.stringContaining('a newer version') }],
  })
  expect(await eventsTitled('Arsenal vs Manchester City')).toEqual([
    { ...arsenal, local: '2026-11-29T16:30', status: 'rescheduled' },
  ])
  expect(await eventsTitled('Fulham vs Brentford')).toMatchObject([
    { local: '2026-12-12T15:00', status: 'cancelled' },
  ])
  // Three months away and without a competition, it may be a cup tie.
  expect(await eventsTitled('Everton vs Liverpool')).toMatchObject([{ local: '2026-11-28T15:00' }])
  expect(await listByStatus(setup.db, 'waiting')).toMatchObject([
    {
      line: 41,
      fileName: 'rescheduled-fixture.ics',
      missing: [{ what: 'event', hint: expect.stringContaining('Everton vs Liverpool on 2026-11-28') }],
    },
  ])
  expect(await topics()).toEqual({ 'event.added': 380, 'event.rescheduled': 1, 'event.cancelled': 1 })
})

test.each([
  ['icalendar', 'feeds/rescheduled-fixture.ics'],
  ['icalendar', 'feeds/f1-2026.ics'],
  ['json-ld', 'feeds/sports-event.jsonld'],
  ['json-ld', 'feeds/rescheduled-music-event.jsonld'],
  ['ticketmaster', 'feeds/ticketmaster-discovery-get-event.json'],
])('importing the same %s file %s twice changes nothing', async (kind, path) => {
  await loadEngland()
  await load('venues', 'venues/circuits.csv')
  await load('venues', 'venues/us-venues.csv')
  await load('f1db-races', 'f1/f1db-2026-races.json')
  clock.set(path.includes('ticketmaster') ? '2016-05-01T12:00:00Z' : '2026-11-21T12:00:00Z')
  const first = await load(kind, path)
  const before = await everything()
  const again = await load(kind, path)
  expect(again.counts).toMatchObject({ new: 0, moved: 0, changed: 0, cancelled: 0 })
  expect(again.counts['waiting']).toBe(first.counts['waiting'])
  expect(await everything()).toEqual(before)
})

test('only the race of a race weekend is an event, and it is matched under other names', async () => {
  await load('venues', 'venues/circuits.csv')
  await load('f1db-races', 'f1/f1db-2026-races.json')
  clock.set('2026-01-05T12:00:00Z')
  const report = await load('icalendar', 'feeds/f1-2026.ics')
  expect(report).toMatchObject({ read: 115, bad: [], counts: { new: 0, waiting: 1 } })
  expect(report.skipped).toHaveLength(92)
  expect(await listByStatus(setup.db, 'waiting')).toMatchObject([
    { entry: { title: 'Bahrain Grand Prix in Malaysia' } },
  ])
  const { rows } = await sql<{ title: string }>`
    select e.title from event_sources s join events e on e.id = s.event_id order by e.title`.execute(setup.db)
  const titles = rows.map((row) => row.title)
  expect(titles).toHaveLength(22)
  expect(titles).toEqual(
    expect.arrayContaining(['Mexican Grand Prix', 'São Paulo Grand Prix', 'Barcelona-Catalunya Grand Prix']),
  )
})

test('JSON-LD: a fixture is matched by its teams, and unknown artists and venues wait', async () => {
  await loadEngland()
  expect((await load('json-ld', 'feeds/sports-event.jsonld')).counts).toMatchObject({
    unchanged: 1,
    new: 0,
  })
  expect((await load('json-ld', 'feeds/rescheduled-music-event.jsonld')).counts).toMatchObject({
    new: 0,
    waiting: 2,
  })
  const waiting = await listByStatus(setup.db, 'waiting')
  expect(waiting.map(({ missing }) => missing.map(({ what, name }) => `${what}: ${name}`))).toEqual([
    ['venue: Ziggo Dome', 'performer: Sample Artist'],
    ['venue: Sample Opera House'],
  ])
})

test('only the source that changes its own date moves an event back', async () => {
  await loadEngland()
  await load('icalendar', 'feeds/rescheduled-fixture.ics')
  const moved = await eventsTitled('Arsenal vs Manchester City')
  expect((await load('json-ld', 'feeds/sports-event.jsonld')).counts).toMatchObject({
    unchanged: 1,
  })
  expect(await eventsTitled('Arsenal vs Manchester City')).toEqual(moved)
  const reinstated = calendar(
    fixture(
      'pl-2026-27-ars-mci@sample',
      'Arsenal FC v Manchester City FC',
      ':20261128T150000Z',
      'SEQUENCE:2',
    ),
  )
  expect((await loadText('icalendar', reinstated, 'b.ics')).counts).toMatchObject({ moved: 1 })
  expect(await eventsTitled('Arsenal vs Manchester City')).toMatchObject([{ local: '2026-11-28T15:00' }])
  expect((await load('icalendar', 'feeds/rescheduled-fixture.ics')).counts).toMatchObject({
    moved: 0,
    unchanged: 2,
  })
  expect(await eventsTitled('Arsenal vs Manchester City')).toMatchObject([{ local: '2026-11-28T15:00' }])
})

test('a source cannot revert another source’s cancellation', async () => {
  await loadEngland()
  await load('icalendar', 'feeds/rescheduled-fixture.ics')
  const other = JSON.stringify({
    '@type': 'SportsEvent',
    name: 'Fulham v Brentford',
    startDate: '2026-12-12T15:00',
    eventStatus: 'EventScheduled',
  })
  await loadText('json-ld', other, 'other.jsonld')
  expect(await eventsTitled('Fulham vs Brentford')).toMatchObject([{ status: 'cancelled' }])
  await loadText('json-ld', other, 'other.jsonld')
  expect(await eventsTitled('Fulham vs Brentford')).toMatchObject([{ status: 'cancelled' }])
  const rescheduled = calendar(
    fixture(
      'pl-2026-27-canc@sample',
      'Fulham v Brentford',
      ':20261212T150000Z',
      'SEQUENCE:3',
      'STATUS:CONFIRMED',
    ),
  )
  await loadText('icalendar', rescheduled, 'c.ics')
  expect(await eventsTitled('Fulham vs Brentford')).toMatchObject([{ status: 'scheduled' }])
})

test('a season file does not revert a cancellation from a feed', async () => {
  await loadEngland()
  await load('icalendar', 'feeds/rescheduled-fixture.ics')
  await load('football-json', 'football/en.1.json')
  expect(await eventsTitled('Fulham vs Brentford')).toMatchObject([
    { local: '2026-12-12T15:00', status: 'cancelled' },
  ])
})

test.each([
  ['Man U v Spurs', 'Manchester United vs Tottenham Hotspur'],
  ['Barça v Atleti', 'Barcelona vs Atlético Madrid'],
  ['Inter - Juve', 'Inter vs Juventus'],
])('"%s" is matched by common names', async (summary, title) => {
  await load('clubs', 'clubs.csv')
  await load('venues', 'venues/football-venues-2026-27.csv')
  for (const league of ['en.1', 'es.1', 'it.1']) await load('football-json', `football/${league}.json`)
  const [knownEvent] = await eventsTitled(title)
  expect(knownEvent).toBeDefined()
  const start = `:${knownEvent?.local.replaceAll(/[-:]/g, '')}00`
  const report = await loadText('icalendar', calendar(fixture('u@x', summary, start)), 'names.ics')
  expect(report).toMatchObject({ bad: [], counts: { new: 0, waiting: 0 } })
  const { rows } = await sql<{ event_id: number }>`select event_id from event_sources`.execute(setup.db)
  expect(rows).toEqual([{ event_id: knownEvent?.id }])
})

test('an event sold under two names is one event, and a matinee is another', async () => {
  await load('venues', 'venues/us-venues.csv')
  await loadText('ticketmaster', discovery(concert()), 'tm.json')
  const [artist] = await listProposals(setup)
  await acceptProposals({ ...setup, db: setup.db, caller: terminalCaller() }, { ids: [artist?.id ?? 0] })
  const afternoon = { start: { localDate: '2027-02-03', localTime: '14:00:00' }, status: { code: 'onsale' } }
  const shows = [
    concert(),
    concert({ id: 'tm-2', name: 'Radiohead - VIP Package' }),
    concert({ id: 'tm-3', name: 'Radiohead Matinee', dates: afternoon }),
  ]
  const cancelledBox = concert({
    id: 'tm-4',
    name: 'Radiohead Box',
    dates: { ...concert().dates, status: { code: 'cancelled' } },
  })
  const refused = await loadText('ticketmaster', discovery(...shows, cancelledBox), 'tm.json')
  expect(refused.bad).toEqual([
    { line: 1, reason: 'Radiohead Box: contradicts line 1, which is the same event' },
  ])
  expect(await eventsTitled('Radiohead Matinee')).toEqual([])
  const report = await loadText('ticketmaster', discovery(...shows), 'tm.json')
  expect(report).toMatchObject({ bad: [], counts: { new: 1, unchanged: 2, cancelled: 0 } })
  expect(await eventsTitled('Radiohead')).toMatchObject([{ status: 'scheduled' }])
  expect(await eventsTitled('Radiohead Matinee')).toHaveLength(1)
})

test('venues with the same name are matched by city, and wait without one', async () => {
  const venues = [
    'kind,venue,aliases,city,country_code,timezone,capacity,latitude,longitude',
    'bowl,Olympic Stadium,,Athens,GR,Europe/Athens,69000,,',
    'bowl,Olympic Stadium,,Tokyo,JP,Asia/Tokyo,68000,,',
  ].join('\n')
  await loadText('venues', venues, 'v.csv')
  const at = (id: string, city: string | undefined) =>
    concert({
      id,
      name: `Games ${id}`,
      _embedded: {
        venues: [{ name: 'Olympic Stadium', ...(city && { city: { name: city } }) }],
        attractions: [],
      },
    })
  const report = await loadText(
    'ticketmaster',
    discovery(at('1', 'Tokyo'), at('2', undefined), at('3', 'Rome')),
    'o.json',
  )
  expect(report.counts).toMatchObject({ new: 1, waiting: 2 })
  const { rows } = await sql`select e.title, v.city from events e join venues v on v.id = e.venue_id`.execute(
    setup.db,
  )
  expect(rows).toEqual([{ title: 'Games 1', city: 'Tokyo' }])
  const [, third] = await listByStatus(setup.db, 'waiting')
  expect(third?.missing[0]?.hint).toBe('known in Athens, Tokyo')
})

test('a rule creates an event per evening; changed, cancelled and excluded evenings follow', async () => {
  await load('venues', 'venues/us-venues.csv')
  const show = (...more: string[]) =>
    fixture(
      'run@x',
      'The Long Run',
      ';TZID=America/New_York:20261203T200000',
      'LOCATION:Madison Square Garden\\, New York',
      'CATEGORIES:Concert',
      ...more,
    )
  const first = calendar(show('RRULE:FREQ=WEEKLY;COUNT=4'))
  expect((await loadText('icalendar', first, 'r.ics')).counts).toMatchObject({ new: 4 })
  const second = calendar(
    show('RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE;TZID=America/New_York:20261217T200000'),
    fixture(
      'run@x',
      'The Long Run',
      ';TZID=America/New_York:20261211T190000',
      'RECURRENCE-ID;TZID=America/New_York:20261210T200000',
      'LOCATION:Madison Square Garden\\, New York',
    ),
    fixture(
      'run@x',
      'The Long Run',
      ':20261225T010000Z',
      'RECURRENCE-ID:20261225T010000Z',
      'STATUS:CANCELLED',
      'LOCATION:Madison Square Garden\\, New York',
    ),
  )
  expect((await loadText('icalendar', second, 'r.ics')).counts).toMatchObject({
    new: 0,
    moved: 1,
    cancelled: 2,
    unchanged: 1,
  })
  expect((await eventsTitled('The Long Run')).map(({ local, status }) => [local, status])).toEqual([
    ['2026-12-03T20:00', 'scheduled'],
    ['2026-12-11T19:00', 'rescheduled'],
    ['2026-12-17T20:00', 'cancelled'],
    ['2026-12-24T20:00', 'cancelled'],
  ])
})

test('a reused reference does not turn one event into another', async () => {
  await loadEngland()
  const first = fixture('match-1@league', 'Arsenal v Manchester City', ':20261128T150000Z')
  await loadText('icalendar', calendar(first), 'l.ics')
  const before = await eventsTitled('Arsenal vs Manchester City')
  const second = fixture('match-1@league', 'Fulham v Brentford', ':20261212T173000Z', 'SEQUENCE:1')
  const report = await loadText('icalendar', calendar(second), 'l.ics')
  expect(report.counts).toMatchObject({ new: 0, waiting: 0 })
  expect(await eventsTitled('Arsenal vs Manchester City')).toEqual(before)
  expect(await eventsTitled('Fulham vs Brentford')).toMatchObject([{ local: '2026-12-12T17:30' }])
})

test('a short UID is unique only within its calendar', async () => {
  await loadEngland()
  const named = (name: string, ...events: string[]) => calendar(`X-WR-CALNAME:${name}`, ...events)
  await loadText(
    'icalendar',
    named('One', fixture('1', 'Arsenal v Manchester City', ':20261128T150000Z')),
    'x.ics',
  )
  await loadText('icalendar', named('Two', fixture('1', 'Fulham v Brentford', ':20261212T150000Z')), 'x.ics')
  const { rows } = await sql<{ ref: string }>`select ref from event_sources order by ref`.execute(setup.db)
  expect(rows).toEqual([{ ref: 'One/1' }, { ref: 'Two/1' }])
})

test('a second import that starts meanwhile waits for the first, and changes nothing', async () => {
  await load('venues', 'venues/us-venues.csv')
  const shows = Array.from({ length: 30 }, (_, index) =>
    concert({
      id: `tm-${index}`,
      name: `Evening ${index}`,
      dates: { start: { localDate: `2027-03-${String(index + 1).padStart(2, '0')}`, localTime: '20:00' } },
      ...concertWithoutArtist,
    }),
  )
  const context = { db: setup.db, clock: setup.clock, lockWaitMs: 25_000 }
  const file = { kind: 'ticketmaster', content: discovery(...shows), fileName: 'tm.json' }
  const both = await Promise.all([importAny(context, file), importAny(context, file)])
  const [first, second] = both.toSorted((one, other) => (other.counts['new'] ?? 0) - (one.counts['new'] ?? 0))
  expect(first?.counts).toMatchObject({ new: 30, unchanged: 0 })
  expect(second?.counts).toMatchObject({ new: 0, unchanged: 30 })
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from events`.execute(setup.db)
  expect(rows).toEqual([{ count: 30 }])
})
