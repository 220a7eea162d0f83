import { expect, test } from 'vitest'
import { readAll } from '#api/test/fixtures/read-fixture-file.ts'
import { namedProfile, type Profile } from './profile.ts'

const profileOf = (change: object = {}): Profile =>
  namedProfile.parse({
    name: 'test',
    about: 'A test',
    format: 'delimited',
    columns: { date: 'date', time: 'time', home: 'home', away: 'away' },
    competition: { slug: 'premier-league' },
    season: { from: 'date' },
    ...change,
  })
const table = (header: string, ...rows: string[]) => [header, ...rows, ''].join('\n')
const games = (...rows: string[]) => table('date,time,home,away', ...rows)
const reasons = ({ bad }: Awaited<ReturnType<typeof readAll>>) =>
  bad.map(({ line, reason }) => [line, reason])

test('a match becomes a fixture of its competition and season at the local kick-off', async () => {
  const { rows, bad } = await readAll(profileOf(), games('2026-08-22,15:00,Everton FC,Crystal Palace FC'))
  expect(bad).toEqual([])
  expect(rows).toMatchObject([
    {
      line: 2,
      value: {
        competition: 'premier-league',
        season: '2026-27',
        identity: { home: 'Everton FC', away: 'Crystal Palace FC', part: null },
        when: { kind: 'local', local: '2026-08-22T15:00' },
        timeKnown: true,
        dateConfirmed: true,
        status: null,
        isChange: false,
      },
    },
  ])
})

test('a match without a time has its day only', async () => {
  const { rows } = await readAll(
    profileOf(),
    games('2026-08-22,,Everton,Fulham', '2026-08-23,TBC,Leeds,Fulham'),
  )
  expect(rows.map(({ value }) => [value.when, value.timeKnown])).toEqual([
    [{ kind: 'local', local: '2026-08-22T00:00' }, false],
    [{ kind: 'local', local: '2026-08-23T00:00' }, false],
  ])
})

test('every bad row is reported with its line, column and reason, and good rows are read', async () => {
  const read = await readAll(
    profileOf(),
    games(
      '2026-08-22,15:00,Everton FC,Crystal Palace FC',
      '2026-02-30,15:00,Leeds,Fulham',
      '2026-08-22,25:00,Leeds,',
      '2026-08-22,15:00,Everton FC,EVERTON FC',
      '2026-08-29,15:00,Everton FC,Crystal Palace FC',
      '2026-08-22,15:00,<b>Leeds</b>,Fulham',
    ),
  )
  expect(read.rows).toHaveLength(1)
  expect(reasons(read)).toEqual([
    [3, 'date: is not a date such as 2026-08-21'],
    [4, 'time: is not a time such as 15:00; away: is missing'],
    [5, 'Everton FC cannot play itself'],
    [
      6,
      'Everton FC v Crystal Palace FC is already on line 2: teams that meet more than once need a column that tells the games apart, such as "identifiedBy": ["round"] in the profile',
    ],
    [7, 'home: contains HTML'],
  ])
})

test('teams that meet twice at one ground are two events where a round tells them apart', async () => {
  const twice = table('round,date,home,away', '1,2026-08-22,Celtic,Rangers', '20,2027-01-02,Celtic,Rangers')
  const columns = { date: 'date', home: 'home', away: 'away', round: 'round' }
  const read = await readAll(profileOf({ columns, identifiedBy: ['round'] }), twice)
  expect(read.rows.map(({ value }) => value.identity)).toMatchObject([{ part: '1' }, { part: '20' }])
})

test.each([
  ['the venue’s zone', {}, '21:00', { kind: 'local', local: '2026-08-22T21:00' }],
  [
    'one zone for every venue',
    { zone: 'America/New_York' },
    '21:00',
    { kind: 'zoned', local: '2026-08-22T21:00', zone: 'America/New_York' },
  ],
  ['UTC', { zone: 'UTC' }, '21:00', { kind: 'utc', instant: '2026-08-22T21:00:00.000Z' }],
  ['an offset in the time', {}, '21:00 UTC-6', { kind: 'utc', instant: '2026-08-23T03:00:00.000Z' }],
])('times are in %s', async (_, change, time, when) => {
  const { rows } = await readAll(profileOf(change), games(`2026-08-22,${time},Leeds,Fulham`))
  expect(rows[0]?.value.when).toEqual(when)
})

test('a column states the zone, and an unknown zone is a bad row', async () => {
  const profile = profileOf({
    columns: { start: 'dateTime', tz: 'zone', home: 'home', away: 'away' },
    dateOrder: 'DMY',
  })
  const read = await readAll(
    profile,
    table(
      'start,tz,home,away',
      '22.08.2026 20:30,Europe/Rome,A,B',
      '22.08.2026 20:30,UTC+2,C,D',
      '22.08.2026 20:30,Rome,E,F',
      '2026-08-22T20:30:00Z,,G,H',
    ),
  )
  expect(read.rows.map(({ value }) => value.when)).toEqual([
    { kind: 'zoned', local: '2026-08-22T20:30', zone: 'Europe/Rome' },
    { kind: 'utc', instant: '2026-08-22T18:30:00.000Z' },
    { kind: 'utc', instant: '2026-08-22T20:30:00.000Z' },
  ])
  expect(reasons(read)).toEqual([[4, 'tz: is not a time zone such as Europe/London']])
})

test('a status in common words is read, and an unknown one is a bad row that says what to do', async () => {
  const profile = profileOf({
    columns: { date: 'date', home: 'home', away: 'away', status: 'status' },
    statuses: { 'Spiel entfällt': 'cancelled' },
  })
  const read = await readAll(
    profile,
    table(
      'date,home,away,status',
      '2026-08-22,A,B,Postponed',
      '2026-08-22,C,D,Spiel entfällt',
      '2026-08-22,E,F,rescheduled',
      '2026-08-22,G,H,FT',
      '2026-08-22,I,J,lost',
    ),
  )
  expect(read.rows.map(({ value }) => [value.status, value.isChange, value.dateConfirmed])).toEqual([
    ['postponed', false, false],
    ['cancelled', false, true],
    ['scheduled', true, true],
    [null, false, true],
  ])
  expect(reasons(read)).toEqual([[6, 'status: unknown value "lost"; add it to the statuses of the profile']])
})

test('a neutral game needs its venue, and other venues may be unknown', async () => {
  const columns = { date: 'date', home: 'home', away: 'away', venue: 'venue', neutral: 'neutral' }
  const read = await readAll(
    profileOf({ columns }),
    table(
      'date,home,away,venue,neutral',
      '2026-08-22,A,B,Wembley,yes',
      '2026-08-22,C,D,Field,0',
      '2026-08-22,E,F,,1',
      '2026-08-22,G,H,Field,perhaps',
    ),
  )
  expect(read.rows.map(({ value }) => value.venue?.required)).toEqual([true, false])
  expect(reasons(read)).toEqual([
    [4, 'venue: is required for a neutral game'],
    [5, 'neutral: must be yes or no'],
  ])
})

test('shows have a title, several performers, a city and the id of their source', async () => {
  const profile = profileOf({
    source: 'box-office',
    columns: {
      id: 'id',
      day: 'date',
      show: 'title',
      acts: 'performers',
      hall: 'venue',
      city: 'city',
      country: 'country',
    },
    competition: { slug: 'concerts' },
    identifiedBy: ['id'],
  })
  const { rows } = await readAll(
    profile,
    table('id,day,show,acts,hall,city,country', '7,2026-12-01,Winter &amp; Light,Ann; Ben|Ann,Hall,Leeds,GB'),
  )
  expect(rows[0]?.value).toMatchObject({
    source: { name: 'box-office', id: '7' },
    season: '2026',
    identity: { name: '7', title: 'Winter & Light' },
    performers: [
      { name: 'Ann', role: 'performer' },
      { name: 'Ben', role: 'performer' },
    ],
    venue: { name: 'Hall', places: ['Leeds'], countryCode: 'GB', required: true },
  })
})

test('teams can be in the title', async () => {
  const profile = profileOf({ columns: { date: 'date', match: 'title' }, teamsFromTitle: true })
  const read = await readAll(
    profile,
    table('date,match', '2026-08-22,Leeds v Fulham', '2026-08-23,Packers at Bears', '2026-08-24,Gala'),
  )
  expect(read.rows.map(({ value }) => value.identity)).toMatchObject([
    { home: 'Leeds', away: 'Fulham' },
    { home: 'Bears', away: 'Packers' },
  ])
  expect(reasons(read)).toEqual([[4, 'match: names no two teams, such as "Arsenal v Chelsea"']])
})

test('competition and season come from columns, in the form in which the competition names its seasons', async () => {
  const profile = profileOf({
    columns: { league: 'competition', year: 'season', date: 'date', home: 'home', away: 'away' },
    competition: { from: 'column' },
    season: { from: 'column' },
  })
  const read = await readAll(
    profile,
    table(
      'league,year,date,home,away',
      'English Premier League,2026/27,2026-08-22,A,B',
      'la-liga,2026,2026-08-22,A,B',
      'Brasileiro Série A,2026/27,2026-08-22,A,B',
      'Premier League,last year,2026-08-22,C,D',
      'Quidditch,2026,2026-08-22,A,B',
    ),
  )
  expect(read.rows.map(({ value }) => [value.competition, value.season])).toEqual([
    ['premier-league', '2026-27'],
    ['la-liga', '2026-27'],
    ['brasileirao', '2026'],
  ])
  expect(reasons(read)).toEqual([
    [5, 'year: "last year" is no season of Premier League, which are written like 2026-27'],
    [6, expect.stringContaining('unknown competition "Quidditch"; known: premier-league')],
  ])
})

test('a row without a season says where to write it, as the competition writes its seasons', async () => {
  const profile = profileOf({
    columns: { league: 'competition', year: 'season', date: 'date', home: 'home', away: 'away' },
    competition: { from: 'column' },
    season: { from: 'column' },
  })
  const rows = ['Premier League,,2026-08-22,A,B', 'brasileirao,,2026-08-22,A,B']
  expect(reasons(await readAll(profile, table('league,year,date,home,away', ...rows)))).toEqual([
    [2, 'year: is empty; write a season such as 2026-27 there, or import with --season 2026-27'],
    [3, 'year: is empty; write a season such as 2026 there, or import with --season 2026'],
  ])
})

test('an option gives the season of a file that does not say it', async () => {
  const profile = profileOf({ season: { from: 'option' } })
  const content = games('2025-12-06,15:00,A,B')
  expect((await readAll(profile, content, { season: '2026/27' })).rows[0]?.value.season).toBe('2026-27')
  expect(await readAll(profile, content)).toMatchObject({
    isRefused: true,
    bad: [{ line: 1, reason: 'the profile test needs the season: --season 2026-27' }],
  })
  expect(await readAll(profile, content, { season: 'soon' })).toMatchObject({
    bad: [{ reason: '"soon" is no season of Premier League, which are written like 2026-27' }],
  })
})

test.each([
  [
    'lacks a column',
    'date,time,home\n2026-08-22,15:00,A\n',
    'the file lacks what the profile test reads: away',
  ],
  ['has another format', '{"matches": []}', 'the format delimited (this is json)'],
])('a file that %s is refused', async (_, content, reason) => {
  expect(await readAll(profileOf(), content)).toMatchObject({
    isRefused: true,
    rows: [],
    bad: [{ line: 1, reason: expect.stringContaining(reason) }],
  })
})

test('a competition that the catalogue does not have is refused with the command that adds it', async () => {
  const read = await readAll(profileOf({ competition: { slug: 'quidditch' } }), games('2026-08-22,15:00,A,B'))
  expect(read).toMatchObject({
    isRefused: true,
    bad: [{ reason: expect.stringContaining('npm run admin -- catalogue competition <slug> --name') }],
  })
})

test('rows that the profile leaves out are skipped with a reason', async () => {
  const profile = profileOf({ leaveOut: [{ column: 'home', words: ['reserves'] }] })
  const read = await readAll(profile, games('2026-08-22,15:00,Leeds Reserves,Fulham'))
  expect(read.skipped).toEqual([
    { line: 2, reason: 'home is "Leeds Reserves", which the profile leaves out' },
  ])
})
