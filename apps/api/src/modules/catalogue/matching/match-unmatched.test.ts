import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  calendar,
  concert,
  discovery,
  fixture,
  concertWithoutArtist,
} from '#api/test/fixtures/feed-samples.ts'
import { importFixture } from '#api/test/fixtures/import-fixture.ts'
import { dismissUnmatched, listUnmatched, matchUnmatched } from './match-unmatched.ts'
import { retryUnmatched } from './retry-unmatched.ts'

const setup = importFixture()
const { clock, load, loadText, loadEngland, eventsTitled } = setup

test('matching an unknown name loads every waiting row that uses it', async () => {
  await loadEngland()
  const file = calendar(
    fixture('a@x', 'Gooners v Manchester City', ';TZID=Europe/London:20261128T173000'),
    fixture('b@x', 'Gooners v Everton', ';TZID=Europe/London:20260101T150000'),
    fixture('c@x', 'Aston Villa v Gooners', ';TZID=Europe/London:20260829T150000'),
    fixture('d@x', 'Gooners v Wigan', ';TZID=Europe/London:20261229T150000'),
  )
  expect((await loadText('icalendar', file, 'g.ics')).counts).toMatchObject({ 'waiting for a decision': 2 })
  const [first, second] = await listUnmatched(setup, 'waiting')
  expect(first?.missing).toEqual([{ what: 'team', name: 'Gooners', hint: null }])
  const decided = await matchUnmatched(setup, { id: first?.id ?? 0, is: 'team', slug: 'arsenal' })
  expect(decided).toMatchObject({
    summary: '"Gooners" now means Arsenal',
    loaded: 1,
    waiting: 1,
    isLoaded: true,
  })
  expect(await eventsTitled('Arsenal vs Manchester City')).toMatchObject([{ local: '2026-11-28T17:30' }])
  expect(await listUnmatched(setup, 'waiting')).toMatchObject([
    { id: second?.id, missing: [{ what: 'team', name: 'Wigan' }] },
  ])
  await expect(
    matchUnmatched(setup, { id: second?.id ?? 0, is: 'team', slug: 'unknown-club' }),
  ).rejects.toThrow('input.invalid')
})

test('a name of one club cannot be assigned to another', async () => {
  await loadEngland()
  const names = async () => {
    const { rows } = await sql`select * from performer_aliases order by scope, name_key`.execute(setup.db)
    return rows
  }
  const before = await names()
  await loadText(
    'icalendar',
    calendar(fixture('a@x', 'La Liga: Spurs v Wigan', ':20261229T150000Z')),
    'x.ics',
  )
  const [row] = await listUnmatched(setup, 'waiting')
  expect(row?.missing[0]).toMatchObject({ name: 'Spurs', hint: 'known: Tottenham Hotspur (football/gb)' })
  const match = (name?: string) =>
    matchUnmatched(setup, { id: row?.id ?? 0, is: 'team', slug: 'arsenal', name })
  await expect(match('Spurs')).rejects.toMatchObject({
    details: { fields: { team: ['"Spurs" already means Tottenham Hotspur'] } },
  })
  await expect(match()).rejects.toMatchObject({
    details: { fields: { name: ['choose one: --name "Spurs", "Wigan"'] } },
  })
  expect(await names()).toEqual(before)
})

test('matching a row to an event loads it and its date into that event', async () => {
  await loadEngland()
  await load('icalendar', 'feeds/rescheduled-fixture.ics')
  const [row] = await listUnmatched(setup, 'waiting')
  const [everton] = await eventsTitled('Everton vs Liverpool')
  const decision = { id: row?.id ?? 0, is: 'event' as const, eventId: everton?.id ?? 0 }
  expect(await matchUnmatched(setup, decision)).toMatchObject({
    loaded: 1,
    waiting: 0,
    isLoaded: true,
  })
  expect(await eventsTitled('Everton vs Liverpool')).toEqual([
    { ...everton, local: '2027-03-06T00:00', status: 'rescheduled' },
  ])
  await expect(matchUnmatched(setup, decision)).rejects.toThrow('unmatched.not_found')
})

test('an event alias also matches in the next season', async () => {
  await load('venues', 'venues/circuits.csv')
  await load('f1', 'f1/f1db-2026-races.json')
  await load('f1-calendar', 'f1/f1-2027-calendar.json')
  const grandPrix = (uid: string, day: string) =>
    calendar(fixture(uid, 'Formula 1 - Gran Premio de México', `;VALUE=DATE:${day}`))
  clock.set('2026-10-01T12:00:00Z')
  await loadText('icalendar', grandPrix('a@x', '20261101'), 'f.ics')
  const [row] = await listUnmatched(setup, 'waiting')
  const [mexico] = await eventsTitled('Mexican Grand Prix')
  await matchUnmatched(setup, { id: row?.id ?? 0, is: 'event', eventId: mexico?.id ?? 0 })
  const { rows } = await sql<{ text: string }>`
    select name_key as text from event_aliases where title = 'Mexican Grand Prix'`.execute(setup.db)
  expect(rows.map(({ text }) => text).join()).toContain('premio')
  const { rows: changes } = await sql<{ ids: number[] }>`
    select payload -> 'eventIds' as ids from outbox where topic = 'search.stale' order by id desc limit 1`.execute(
    setup.db,
  )
  expect(changes[0]?.ids).toContain(mexico?.id)
  expect(changes[0]?.ids).toHaveLength(2)
  const next = await loadText('icalendar', grandPrix('b@x', '20271031'), 'f.ics')
  expect(next.counts).toMatchObject({ added: 0, 'waiting for a decision': 0 })
})

test('a dismissed row stays dismissed across imports and can be matched later', async () => {
  await loadEngland()
  await load('icalendar', 'feeds/rescheduled-fixture.ics')
  const [row] = await listUnmatched(setup, 'waiting')
  await dismissUnmatched(setup, row?.id ?? 0)
  await expect(dismissUnmatched(setup, row?.id ?? 0)).rejects.toThrow('unmatched.not_found')
  const again = await load('icalendar', 'feeds/rescheduled-fixture.ics')
  expect(again.counts).toMatchObject({ 'waiting for a decision': 0 })
  expect(again.skipped.map(({ reason }) => reason)).toContain('Everton FC v Liverpool FC: was dismissed')
  expect(await listUnmatched(setup, 'dismissed')).toHaveLength(1)
  const [everton] = await eventsTitled('Everton vs Liverpool')
  const decision = { id: row?.id ?? 0, is: 'event' as const, eventId: everton?.id ?? 0 }
  expect(await matchUnmatched(setup, decision)).toMatchObject({ isLoaded: true })
})

test('accepting a new artist loads the concert; later imports move and cancel it', async () => {
  await load('venues', 'venues/us-venues.csv')
  const importConcert = (change?: Record<string, unknown>) =>
    loadText('ticketmaster', discovery(concert(change)), 'tm.json')
  expect((await importConcert()).counts).toMatchObject({ added: 0, 'waiting for a decision': 1 })
  const [row] = await listUnmatched(setup, 'waiting')
  expect(row?.missing).toEqual([{ what: 'artist', name: 'Radiohead', hint: null }])
  expect(await matchUnmatched(setup, { id: row?.id ?? 0, is: 'new' })).toMatchObject({
    summary: 'new: Radiohead',
    isLoaded: true,
  })
  const [made] = await eventsTitled('Radiohead')
  expect(made).toMatchObject({
    local: '2027-02-03T19:30',
    status: 'scheduled',
    venue: 'Madison Square Garden',
  })
  const later = { start: { localDate: '2027-05-07', localTime: '20:00:00' }, status: { code: 'rescheduled' } }
  expect((await importConcert({ dates: later })).counts).toMatchObject({ moved: 1 })
  expect((await importConcert({ dates: { ...later, status: { code: 'canceled' } } })).counts).toMatchObject({
    cancelled: 1,
  })
  expect(await eventsTitled('Radiohead')).toEqual([
    { ...made, local: '2027-05-07T20:00', status: 'cancelled' },
  ])
})

test('importing a venue loads the rows that waited for it', async () => {
  const file = discovery(concert(concertWithoutArtist))
  expect((await loadText('ticketmaster', file, 'tm.json')).counts).toMatchObject({
    'waiting for a decision': 1,
  })
  await load('venues', 'venues/us-venues.csv')
  expect(await retryUnmatched(setup)).toMatchObject({ loaded: 1, waiting: 0 })
  expect(await eventsTitled('Radiohead')).toHaveLength(1)
})
