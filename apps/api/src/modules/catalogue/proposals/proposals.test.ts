import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { terminalCaller } from '#api/audit/caller.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { AppError } from '#api/shared/app-error.ts'
import {
  calendar,
  concert,
  concertWithoutArtist,
  discovery,
  fixture,
} from '#api/test/fixtures/feed-samples.ts'
import { importFixture } from '#api/test/fixtures/import-fixture.ts'
import { listByStatus } from '../importers/event-sources/unmatched.repo.ts'
import { retryUnmatched } from '../matching/retry-unmatched.ts'
import { acceptProposals, type AcceptOptions } from './accept-proposals.ts'
import type { ProposalChoice } from './decisions.ts'
import { listProposals } from './list-proposals.ts'
import { mergeProposal } from './merge-proposal.ts'
import { proposalKey, type UnknownName } from './proposal.ts'
import { proposeNames } from './propose-names.ts'
import { rejectProposals } from './reject-proposals.ts'

const setup = importFixture()
const { clock, load, loadText, loadEngland, eventsTitled } = setup
const context = () => ({ db: setup.db, clock, caller: terminalCaller() })

const accept = (choice: ProposalChoice, options?: AcceptOptions) =>
  acceptProposals(context(), choice, options)
const merge = (id: number, target: string) => mergeProposal(context(), id, target)
const list = () => listProposals(setup)
const idOf = async (name: string) => (await list()).find((proposal) => proposal.name === name)?.id ?? 0

/** The invalid fields of a rejected decision. */
async function problemsOf(decision: Promise<unknown>): Promise<unknown> {
  const error = await decision.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof AppError ? error.details['fields'] : error
}

const gooners = calendar(
  fixture('a@x', 'Gooners v Manchester City', ';TZID=Europe/London:20261128T173000'),
  fixture('b@x', 'Gooners v Everton', ';TZID=Europe/London:20260101T150000'),
  fixture('c@x', 'Aston Villa v Gooners', ';TZID=Europe/London:20260829T150000'),
  fixture('d@x', 'Gooners v Wigan', ';TZID=Europe/London:20261229T150000'),
)

test('one decision about a name loads every row that waits for it', async () => {
  await loadEngland()
  expect((await loadText('icalendar', gooners, 'g.ics')).counts).toMatchObject({
    waiting: 2,
  })
  expect(await list()).toMatchObject([
    { what: 'performer', name: 'Gooners', scope: 'football/gb', kind: 'team', rows: 2, fileName: 'g.ics' },
    { what: 'performer', name: 'Wigan', rows: 1 },
  ])
  expect(await merge(await idOf('Gooners'), 'arsenal')).toMatchObject({
    summary: ['"Gooners" now means Arsenal'],
    loaded: 1,
    waiting: 1,
  })
  expect(await eventsTitled('Arsenal vs Manchester City')).toMatchObject([{ local: '2026-11-28T17:30' }])
  expect(await list()).toMatchObject([{ name: 'Wigan' }])
  const { rows } = await sql<{ details: unknown }>`
    select details from security_events where kind = 'catalogue.changed'`.execute(setup.db)
  expect(rows).toEqual([{ details: { action: 'proposal merged', what: 'performer', subject: 'arsenal' } }])
})

test('a proposal shows the nearest known names, those of its own league first', async () => {
  await loadEngland()
  await load('venues', 'venues/us-venues.csv')
  const file = calendar(fixture('a@x', 'Premier League: Mancester City v Chelsea', ':20261229T150000Z'))
  await loadText('icalendar', file, 'typo.ics')
  const [proposal] = await list()
  expect(proposal).toMatchObject({ name: 'Mancester City', competition: 'premier-league' })
  expect(proposal?.nearest[0]).toMatchObject({ title: 'Manchester City', slug: 'manchester-city' })
})

test('a name cannot become that of a team against which it plays in a waiting row, and the error has the row', async () => {
  await loadEngland()
  const file = calendar(fixture('a@x', 'Premier League: Arsenal v Arsenall', ':20261229T150000Z'))
  await loadText('icalendar', file, 'typo.ics')
  expect(await problemsOf(merge(await idOf('Arsenall'), 'arsenal'))).toEqual({
    into: [
      'Arsenal plays "Arsenall" in typo.ics:3, so they are two teams. Correct the row and import the file again, or reject the name',
    ],
  })
  expect(await list()).toMatchObject([{ name: 'Arsenall', rows: 1 }])
})

test('a name of one performer cannot become a name of another, and the error names both', async () => {
  await loadEngland()
  const names = () => sql`select * from performer_aliases order by scope, name_key`.execute(setup.db)
  const before = (await names()).rows
  const file = calendar(fixture('a@x', 'La Liga: Spurs v Wigan', ':20261229T150000Z'))
  await loadText('icalendar', file, 'x.ics')
  expect(await list()).toMatchObject([
    { name: 'Spurs', hint: 'known: Tottenham Hotspur (football/gb)' },
    { name: 'Wigan' },
  ])
  expect(await problemsOf(merge(await idOf('Spurs'), 'arsenal'))).toEqual({
    into: [
      '"Spurs" already means Tottenham Hotspur, so it cannot mean Arsenal as well. If both are one, merge the performers',
    ],
  })
  expect(await problemsOf(merge(await idOf('Spurs'), 'unknown-club'))).toEqual({
    into: ['there is no performer with the slug "unknown-club"'],
  })
  expect((await names()).rows).toEqual(before)
  expect(await list()).toHaveLength(2)
})

test('a new team is added with its competition and joins the rows that wait', async () => {
  await loadEngland()
  const venue = 'LOCATION:DW Stadium\\, Wigan'
  const file = calendar(
    fixture('a@x', 'Premier League: Wigan v Arsenal', ':20270130T150000Z', venue),
    fixture('b@x', 'Premier League: Chelsea v Wigan', ':20270206T150000Z'),
  )
  await loadText('icalendar', file, 'w.ics')
  expect(await accept({ ids: [await idOf('Wigan')] })).toMatchObject({
    summary: ['Wigan: added as team'],
    loaded: 1,
    waiting: 1,
  })
  expect(await eventsTitled('Chelsea vs Wigan')).toHaveLength(1)
  const [stadium] = await list()
  expect(stadium).toMatchObject({ what: 'venue', name: 'DW Stadium', city: 'Wigan' })
  // The zone follows from the country's venues, kind and capacity from the league's.
  const decided = await accept({ ids: [stadium?.id ?? 0] }, { countryCode: 'GB' })
  expect(decided).toMatchObject({ loaded: 1, waiting: 0 })
  expect(decided.summary[0]).toMatch(/^DW Stadium: added in Wigan, Europe\/London, bowl for \d+$/)
  expect(await eventsTitled('Wigan vs Arsenal')).toMatchObject([{ venue: 'DW Stadium' }])
})

test('a venue without a known zone, kind or capacity asks for them and adds nothing', async () => {
  const file = discovery(concert(concertWithoutArtist))
  await loadText('ticketmaster', file, 'tm.json')
  const id = await idOf('Madison Square Garden')
  expect(await problemsOf(accept({ ids: [id] }))).toEqual({
    timezone: ['"Madison Square Garden" needs a time zone, such as Europe/London'],
    capacity: ['"Madison Square Garden" needs a number of seats'],
    kind: [expect.stringContaining('"Madison Square Garden" needs a kind: bowl, arena')],
  })
  expect(await list()).toHaveLength(1)
  const options = { timezone: 'America/New_York', capacity: '19000', kind: 'arena' }
  expect(await accept({ ids: [id] }, options)).toMatchObject({ loaded: 1, waiting: 0 })
  expect(await eventsTitled('Radiohead')).toMatchObject([{ venue: 'Madison Square Garden' }])
})

test('a whole file is accepted or refused, and then everything that is missing is named', async () => {
  const at = (id: string, place: string) =>
    concert({ id, _embedded: { venues: [{ name: place, country: { countryCode: 'US' } }], attractions: [] } })
  await loadText('ticketmaster', discovery(at('tm-1', 'Blue Room'), at('tm-2', 'Red Room')), 'rooms.json')
  const before = await list()
  expect(before.map(({ what, name }) => [what, name])).toEqual([
    ['venue', 'Blue Room'],
    ['venue', 'Red Room'],
  ])
  expect(await problemsOf(accept({ file: 'rooms.json' }, { kind: 'arena' }))).toMatchObject({
    city: ['"Blue Room" needs a city', '"Red Room" needs a city'],
    capacity: ['"Blue Room" needs a number of seats', '"Red Room" needs a number of seats'],
  })
  expect(await list()).toEqual(before)
})

test('an event can be the meaning of a row, which then moves it', async () => {
  await loadEngland()
  await load('icalendar', 'feeds/rescheduled-fixture.ics')
  const [proposal] = await list()
  const [everton] = await eventsTitled('Everton vs Liverpool')
  expect(proposal).toMatchObject({ what: 'event', rows: 1 })
  expect(await problemsOf(merge(proposal?.id ?? 0, '999999'))).toEqual({ into: ['there is no event 999999'] })
  expect(await merge(proposal?.id ?? 0, String(everton?.id))).toMatchObject({ loaded: 1, waiting: 0 })
  expect(await eventsTitled('Everton vs Liverpool')).toEqual([
    { ...everton, local: '2027-03-06T00:00', status: 'rescheduled' },
  ])
  expect(await problemsOf(merge(proposal?.id ?? 0, String(everton?.id)))).toEqual({
    proposal: [expect.stringContaining('is decided already: merged')],
  })
})

test('a title of a recurring event also matches in the next season', async () => {
  await load('venues', 'venues/circuits.csv')
  await load('f1db-races', 'f1/f1db-2026-races.json')
  await load('f1-calendar', 'f1/f1-2027-calendar.json')
  const grandPrix = (uid: string, day: string) =>
    calendar(fixture(uid, 'Formula 1 - Gran Premio de México', `;VALUE=DATE:${day}`))
  clock.set('2026-10-01T12:00:00Z')
  await loadText('icalendar', grandPrix('a@x', '20261101'), 'f.ics')
  const [mexico] = await eventsTitled('Mexican Grand Prix')
  await merge((await list())[0]?.id ?? 0, String(mexico?.id))
  const { rows: changes } = await sql<{ ids: number[] }>`
    select payload -> 'eventIds' as ids from outbox where topic = 'search.stale' order by id desc limit 1`.execute(
    setup.db,
  )
  expect(changes[0]?.ids).toContain(mexico?.id)
  const next = await loadText('icalendar', grandPrix('b@x', '20271031'), 'f.ics')
  expect(next.counts).toMatchObject({ new: 0, waiting: 0 })
})

test('every new event of a file is accepted at once', async () => {
  await load('venues', 'venues/circuits.csv')
  await load('f1db-races', 'f1/f1db-2026-races.json')
  clock.set('2026-01-05T12:00:00Z')
  const races = ['Madeira Grand Prix', 'Corsica Grand Prix'].map((title, index) =>
    fixture(`${index}@x`, `Formula 1 - ${title}`, `;VALUE=DATE:2026110${index + 1}`, 'LOCATION:Monza'),
  )
  await loadText('icalendar', calendar(...races), 'new.ics')
  const proposals = await list()
  expect(proposals.map(({ what, scope }) => [what, scope])).toEqual([
    ['event', 'formula-1'],
    ['event', 'formula-1'],
  ])
  expect(await problemsOf(accept({ file: 'other.ics' }))).toEqual({
    file: ['no open proposal comes from "other.ics"'],
  })
  expect(await accept({ file: 'new.ics', what: 'event' })).toMatchObject({ loaded: 2, waiting: 0 })
  expect(await eventsTitled('Madeira Grand Prix')).toHaveLength(1)
})

test('a source’s word for a competition is decided once for all of its rows', async () => {
  await loadEngland()
  clock.set('2027-08-01T12:00:00Z')
  const file = calendar(
    fixture('a@x', 'Chelsea v Everton', ':20280130T150000Z', 'CATEGORIES:EPL Soccer'),
    fixture('b@x', 'Everton v Chelsea', ':20280206T150000Z', 'CATEGORIES:EPL Soccer'),
  )
  await loadText('icalendar', file, 'epl.ics')
  const [word] = await list()
  expect(word).toMatchObject({ what: 'competition', name: 'EPL Soccer', rows: 2 })
  expect(await problemsOf(accept({ ids: [word?.id ?? 0] }))).toEqual({
    proposal: [expect.stringContaining('add it with catalogue competition <slug> --name "EPL Soccer"')],
  })
  expect(await merge(word?.id ?? 0, 'premier-league')).toMatchObject({ loaded: 2, waiting: 0 })
})

test('rows of a rejected name never load, and a later decision still can load them', async () => {
  await loadEngland()
  const file = calendar(fixture('a@x', 'Gooners v Manchester City', ':20261128T173000Z'))
  await loadText('icalendar', file, 'g.ics')
  const id = await idOf('Gooners')
  expect(await rejectProposals(context(), { ids: [id] })).toEqual({ rejected: 1, dismissed: 1 })
  const again = await loadText('icalendar', file, 'g.ics')
  expect(again.skipped.map(({ reason }) => reason)).toEqual(['Gooners v Manchester City: was dismissed'])
  const other = calendar(fixture('z@x', 'Gooners v Chelsea', ':20261129T173000Z'))
  const later = await loadText('icalendar', other, 'other.ics')
  expect(later.skipped.map(({ reason }) => reason)).toEqual(['Gooners v Chelsea: "Gooners" was rejected'])
  expect(await list()).toEqual([])
  expect(await merge(id, 'arsenal')).toMatchObject({ loaded: 1, waiting: 0 })
})

test('accepting an artist loads the concert; later imports move and cancel it', async () => {
  await load('venues', 'venues/us-venues.csv')
  const importConcert = (change?: Record<string, unknown>) =>
    loadText('ticketmaster', discovery(concert(change)), 'tm.json')
  expect((await importConcert()).counts).toMatchObject({ new: 0, waiting: 1 })
  const [artist] = await list()
  expect(artist).toMatchObject({ what: 'performer', name: 'Radiohead', kind: 'artist' })
  expect(await accept({ ids: [artist?.id ?? 0] })).toMatchObject({
    summary: ['Radiohead: added as artist'],
    loaded: 1,
  })
  const [made] = await eventsTitled('Radiohead')
  expect(made).toMatchObject({ local: '2027-02-03T19:30', venue: 'Madison Square Garden' })
  const later = { start: { localDate: '2027-05-07', localTime: '20:00:00' }, status: { code: 'rescheduled' } }
  expect((await importConcert({ dates: later })).counts).toMatchObject({ moved: 1 })
  expect((await importConcert({ dates: { ...later, status: { code: 'canceled' } } })).counts).toMatchObject({
    cancelled: 1,
  })
})

test('importing a venue loads the rows that waited for it', async () => {
  const file = discovery(concert(concertWithoutArtist))
  expect((await loadText('ticketmaster', file, 'tm.json')).counts).toMatchObject({
    waiting: 1,
  })
  await load('venues', 'venues/us-venues.csv')
  expect(await retryUnmatched(setup)).toMatchObject({ loaded: 1, waiting: 0 })
  expect(await list()).toEqual([])
})

test('rows that an earlier version saved without proposals get them', async () => {
  await loadEngland()
  const file = calendar(fixture('a@x', 'Gooners v Manchester City', ':20261128T173000Z'))
  await loadText('icalendar', file, 'g.ics')
  await sql`update unmatched_events set missing = '[{"what": "team", "name": "Gooners", "hint": null}]'`.execute(
    setup.db,
  )
  await sql`delete from name_proposals`.execute(setup.db)
  expect(await list()).toMatchObject([{ name: 'Gooners', rows: 1 }])
  expect((await listByStatus(setup.db, 'waiting'))[0]?.missing).toMatchObject([{ what: 'performer' }])
})

test('concurrent imports propose a name once', async () => {
  const unknown = (name: string, line: number): UnknownName => ({
    what: 'performer',
    name,
    scope: 'nhl',
    kind: 'team',
    competition: 'nhl',
    city: null,
    countryCode: null,
    line,
  })
  const names = Array.from({ length: 400 }, (_, index) => unknown(`Team ${index}`, index + 1))
  const both = await Promise.all([
    inTransaction(setup.db, (tx) => proposeNames(tx, 'one.csv', names)),
    inTransaction(setup.db, (tx) => proposeNames(tx, 'other.csv', names.toReversed())),
  ])
  expect(both[0]).toEqual(both[1])
  expect(both[0].get(proposalKey(unknown('TEAM 7', 1)))).toMatchObject({ status: 'open' })
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from name_proposals`.execute(
    setup.db,
  )
  expect(rows).toEqual([{ count: 400 }])
})
