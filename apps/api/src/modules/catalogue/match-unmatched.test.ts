import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { calendar, concert, discovery, fixture, noArtist } from '#api/test/feed-samples.ts'
import { importGround } from '#api/test/import-ground.ts'
import { dismissUnmatched, listUnmatched, matchUnmatched } from './match-unmatched.ts'
import { retryUnmatched } from './retry-unmatched.ts'

const ground = importGround()
const { clock, load, loadText, loadEngland, eventsTitled } = ground

test('an unknown name waits; once an operator says whose it is, all rows with it are loaded', async () => {
  await loadEngland()
  const file = calendar(
    fixture('a@x', 'Gooners v Manchester City', ';TZID=Europe/London:20261128T173000'),
    fixture('b@x', 'Gooners v Everton', ';TZID=Europe/London:20260101T150000'),
    fixture('c@x', 'Aston Villa v Gooners', ';TZID=Europe/London:20260829T150000'),
    fixture('d@x', 'Gooners v Wigan', ';TZID=Europe/London:20261229T150000'),
  )
  expect((await loadText('icalendar', file, 'g.ics')).counts).toMatchObject({ 'waiting for a decision': 2 })
  const [first, second] = await listUnmatched(ground, 'waiting')
  expect(first?.missing).toEqual([{ what: 'team', name: 'Gooners', hint: null }])
  const decided = await matchUnmatched(ground, { id: first?.id ?? 0, is: 'team', slug: 'arsenal' })
  expect(decided).toMatchObject({
    told: '"Gooners" is Arsenal from now on',
    loaded: 1,
    waiting: 1,
    isLoaded: true,
  })
  expect(await eventsTitled('Arsenal vs Manchester City')).toMatchObject([{ local: '2026-11-28T17:30' }])
  expect(await listUnmatched(ground, 'waiting')).toMatchObject([
    { id: second?.id, missing: [{ what: 'team', name: 'Wigan' }] },
  ])
  await expect(matchUnmatched(ground, { id: second?.id ?? 0, is: 'team', slug: 'nobody' })).rejects.toThrow(
    'input.invalid',
  )
})

test('a name that belongs to another club already is not given away', async () => {
  await loadEngland()
  const names = async () => {
    const { rows } = await sql`select * from performer_aliases order by scope, name_key`.execute(ground.db)
    return rows
  }
  const before = await names()
  await loadText(
    'icalendar',
    calendar(fixture('a@x', 'La Liga: Spurs v Wigan', ':20261229T150000Z')),
    'x.ics',
  )
  const [row] = await listUnmatched(ground, 'waiting')
  expect(row?.missing[0]).toMatchObject({ name: 'Spurs', hint: 'known is Tottenham Hotspur of football/gb' })
  const match = (name?: string) =>
    matchUnmatched(ground, { id: row?.id ?? 0, is: 'team', slug: 'arsenal', name })
  await expect(match('Spurs')).rejects.toMatchObject({
    details: { fields: { team: ['"Spurs" is Tottenham Hotspur already'] } },
  })
  await expect(match()).rejects.toMatchObject({
    details: { fields: { name: ['say which one: --name "Spurs", "Wigan"'] } },
  })
  expect(await names()).toEqual(before)
})

test('an operator says which event a row means, and the row is loaded into it, with its date', async () => {
  await loadEngland()
  await load('icalendar', 'feeds/rescheduled-fixture.ics')
  const [row] = await listUnmatched(ground, 'waiting')
  const [everton] = await eventsTitled('Everton vs Liverpool')
  const decision = { id: row?.id ?? 0, is: 'event' as const, eventId: everton?.id ?? 0 }
  expect(await matchUnmatched(ground, decision)).toMatchObject({
    loaded: 1,
    waiting: 0,
    isLoaded: true,
  })
  expect(await eventsTitled('Everton vs Liverpool')).toEqual([
    { ...everton, local: '2027-03-06T00:00', status: 'rescheduled' },
  ])
  await expect(matchUnmatched(ground, decision)).rejects.toThrow('unmatched.not_found')
})

test('an event of another name is known by it the next season too', async () => {
  await load('venues', 'venues/f1db-circuits.json')
  await load('f1', 'f1/f1db-2026-races.json')
  await load('f1-calendar', 'f1/f1-2027-calendar.json')
  const grandPrix = (uid: string, day: string) =>
    calendar(fixture(uid, 'Formula 1 - Gran Premio de México', `;VALUE=DATE:${day}`))
  clock.set('2026-10-01T12:00:00Z')
  await loadText('icalendar', grandPrix('a@x', '20261101'), 'f.ics')
  const [row] = await listUnmatched(ground, 'waiting')
  const [mexico] = await eventsTitled('Mexican Grand Prix')
  await matchUnmatched(ground, { id: row?.id ?? 0, is: 'event', eventId: mexico?.id ?? 0 })
  const { rows } = await sql<{ text: string }>`
    select name_key as text from event_aliases where title = 'Mexican Grand Prix'`.execute(ground.db)
  expect(rows.map(({ text }) => text).join()).toContain('premio')
  const { rows: told } = await sql<{ ids: number[] }>`
    select payload -> 'eventIds' as ids from outbox where topic = 'search.stale' order by id desc limit 1`.execute(
    ground.db,
  )
  expect(told[0]?.ids).toContain(mexico?.id)
  expect(told[0]?.ids).toHaveLength(2)
  const next = await loadText('icalendar', grandPrix('b@x', '20271031'), 'f.ics')
  expect(next.counts).toMatchObject({ added: 0, 'waiting for a decision': 0 })
})

test('a dismissed row stays dismissed however often its file is read, and can be wanted after all', async () => {
  await loadEngland()
  await load('icalendar', 'feeds/rescheduled-fixture.ics')
  const [row] = await listUnmatched(ground, 'waiting')
  await dismissUnmatched(ground, row?.id ?? 0)
  await expect(dismissUnmatched(ground, row?.id ?? 0)).rejects.toThrow('unmatched.not_found')
  const again = await load('icalendar', 'feeds/rescheduled-fixture.ics')
  expect(again.counts).toMatchObject({ 'waiting for a decision': 0 })
  expect(again.skipped.map(({ reason }) => reason)).toContain('Everton FC v Liverpool FC: was dismissed')
  expect(await listUnmatched(ground, 'dismissed')).toHaveLength(1)
  const [everton] = await eventsTitled('Everton vs Liverpool')
  const decision = { id: row?.id ?? 0, is: 'event' as const, eventId: everton?.id ?? 0 }
  expect(await matchUnmatched(ground, decision)).toMatchObject({ isLoaded: true })
})

test('a concert is loaded when its artist is accepted; then it moves and is cancelled in place', async () => {
  await load('venues', 'venues/us-venues.csv')
  const feed = (change?: Record<string, unknown>) =>
    loadText('ticketmaster', discovery(concert(change)), 'tm.json')
  expect((await feed()).counts).toMatchObject({ added: 0, 'waiting for a decision': 1 })
  const [row] = await listUnmatched(ground, 'waiting')
  expect(row?.missing).toEqual([{ what: 'artist', name: 'Radiohead', hint: null }])
  expect(await matchUnmatched(ground, { id: row?.id ?? 0, is: 'new' })).toMatchObject({
    told: 'new: Radiohead',
    isLoaded: true,
  })
  const [made] = await eventsTitled('Radiohead')
  expect(made).toMatchObject({
    local: '2027-02-03T19:30',
    status: 'scheduled',
    venue: 'Madison Square Garden',
  })
  const later = { start: { localDate: '2027-05-07', localTime: '20:00:00' }, status: { code: 'rescheduled' } }
  expect((await feed({ dates: later })).counts).toMatchObject({ moved: 1 })
  expect((await feed({ dates: { ...later, status: { code: 'canceled' } } })).counts).toMatchObject({
    cancelled: 1,
  })
  expect(await eventsTitled('Radiohead')).toEqual([
    { ...made, local: '2027-05-07T20:00', status: 'cancelled' },
  ])
})

test('a venue that is imported later loads what waited for it', async () => {
  const file = discovery(concert(noArtist))
  expect((await loadText('ticketmaster', file, 'tm.json')).counts).toMatchObject({
    'waiting for a decision': 1,
  })
  await load('venues', 'venues/us-venues.csv')
  expect(await retryUnmatched(ground)).toMatchObject({ loaded: 1, waiting: 0 })
  expect(await eventsTitled('Radiohead')).toHaveLength(1)
})
