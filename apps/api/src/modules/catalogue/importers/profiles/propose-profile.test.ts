import { expect, test } from 'vitest'
import { demoCompetitions } from '#api/test/fixtures/demo-competitions.ts'
import { seedData } from '#api/test/fixtures/read-fixture-file.ts'
import { sourceFileOf } from '../readers/source-file.ts'
import { outlineFile } from './file-outline.ts'
import { proposeProfile } from './propose-profile.ts'

async function propose(content: string | Buffer, competition?: string) {
  const outline = await outlineFile(sourceFileOf('file', content))
  return proposeProfile('file', outline, { competitions: demoCompetitions(), competition })
}

async function settings(content: string | Buffer, competition = 'premier-league') {
  const proposal = await propose(content, competition)
  if ('problem' in proposal) throw new Error(proposal.problem)
  return { ...proposal.profile.settings, notes: proposal.notes }
}

test.each([
  [
    'English',
    'Date,Kick-off,Home Team,Away Team,Stadium,Matchday\n2026-08-22,15:00,A,B,S,1\n2026-08-22,17:30,C,D,T,1\n',
    {
      Date: 'date',
      'Kick-off': 'time',
      'Home Team': 'home',
      'Away Team': 'away',
      Stadium: 'venue',
      Matchday: 'round',
    },
    'YMD',
  ],
  [
    'German',
    'Datum;Anstoß;Heim;Gast;Spieltag\n22.08.2026;15:30;A;B;1\n',
    { Datum: 'date', Anstoß: 'time', Heim: 'home', Gast: 'away', Spieltag: 'round' },
    'DMY',
  ],
  [
    'French',
    'Date\tHeure\tDomicile\tExtérieur\tJournée\n22/08/2026\t21h00\tA\tB\t1\n',
    { Date: 'date', Heure: 'time', Domicile: 'home', Extérieur: 'away', Journée: 'round' },
    'DMY',
  ],
  [
    'Spanish',
    'Fecha,Hora,Local,Visitante,Jornada\n22/08/2026,21:00,A,B,1\n',
    { Fecha: 'date', Hora: 'time', Local: 'home', Visitante: 'away', Jornada: 'round' },
    'DMY',
  ],
  [
    'Italian',
    'Data,Ora,Casa,Ospite,Giornata\n22/08/2026,20:45,A,B,1\n',
    { Data: 'date', Ora: 'time', Casa: 'home', Ospite: 'away', Giornata: 'round' },
    'DMY',
  ],
])('columns in %s are understood', async (_, content, columns, dateOrder) => {
  expect(await settings(content)).toMatchObject({ format: 'delimited', columns, dateOrder })
})

test('values decide between day and month first, and an undecided order is worth a check', async () => {
  const games = (...dates: string[]) =>
    ['Date,Home,Away', ...dates.map((date, index) => `${date},A${index},B${index}`), ''].join('\n')
  expect((await settings(games('9/10/2026', '9/13/2026'))).dateOrder).toBe('MDY')
  expect((await settings(games('10/9/2026', '13/9/2026'))).dateOrder).toBe('DMY')
  const undecided = await settings(games('9/10/2026', '8/11/2026'))
  expect(undecided.dateOrder).toBe('DMY')
  expect(undecided.notes[0]).toContain('"9/10/2026" could start with the day or the month')
})

test('a start next to a date is the time, and alone it is both', async () => {
  expect(await settings('Date,Start,Artist\n2027-07-02,16:00,Ann\n', 'concerts')).toMatchObject({
    columns: { Date: 'date', Start: 'time', Artist: 'performers' },
  })
  expect(await settings('Start,Artist\n2027-07-02 16:00,Ann\n', 'concerts')).toMatchObject({
    columns: { Start: 'dateTime' },
  })
})

test('a column name states the zone', async () => {
  expect(await settings('date,time_utc,home,away\n2026-08-22,20:00,A,B\n')).toMatchObject({ zone: 'UTC' })
  expect(await settings('date,Time (ET),home,away\n2026-08-22,20:00,A,B\n')).toMatchObject({
    zone: 'America/New_York',
  })
  expect(await settings('date,time,home,away\n2026-08-22,20:00,A,B\n')).toMatchObject({ zone: 'venue' })
})

test('a round, an id or, as a last resort, the date separates teams that meet twice at one ground', async () => {
  const by = async (header: string, ...rows: string[]) => {
    const { identifiedBy, notes } = await settings([header, ...rows, ''].join('\n'))
    return [identifiedBy, notes.some((note) => note.includes('only their dates'))]
  }
  expect(await by('date,home,away', '2026-08-22,A,B', '2026-08-23,B,A')).toEqual([undefined, false])
  expect(await by('date,home,away,round', '2026-08-22,A,B,1', '2027-01-02,A,B,9')).toEqual([['round'], false])
  expect(await by('game_id,date,home,away', 'g1,2026-08-22,A,B', 'g2,2027-01-02,A,B')).toEqual([
    ['id'],
    false,
  ])
  expect(await by('date,home,away', '2026-08-22,A,B', '2027-01-02,A,B')).toEqual([['date'], true])
})

test('a festival line-up is proposed by its acts, and a list of matches by its title', async () => {
  const lineUp = 'Artist,Day,Start time,Stage\nAnn,2027-06-25,20:00,Main\nBen,2027-06-26,21:00,Main\n'
  expect(await settings(lineUp, 'concerts')).toMatchObject({
    columns: { Artist: 'performers', Day: 'date', 'Start time': 'time' },
    identifiedBy: ['performers'],
    notes: expect.arrayContaining([expect.stringContaining('no column gives the venue')]),
  })
  const titled = 'Event,Date\nArsenal v Chelsea,2026-08-22\nLeeds vs Fulham,2026-08-23\n'
  expect(await settings(titled)).toMatchObject({ columns: { Event: 'title' }, teamsFromTitle: true })
})

test('competition and season come from a title or a column where the file has them', async () => {
  const football = await propose(seedData('football/en.1.json'))
  expect(football).toMatchObject({
    profile: { settings: { list: 'matches', competition: { from: 'title' }, season: { from: 'title' } } },
  })
  const listed = await propose('league,season,date,home,away\nPremier League,2026/27,2026-08-22,A,B\n')
  expect(listed).toMatchObject({
    profile: { settings: { competition: { from: 'column' }, season: { from: 'column' } } },
  })
})

test('a file without a known competition, date or teams cannot be proposed, and says why', async () => {
  expect(await propose('date,home,away\n2026-08-22,A,B\n')).toEqual({
    problem: expect.stringContaining('add --competition <slug>'),
  })
  expect(await propose('one,two\n1,2\n', 'premier-league')).toEqual({
    problem: expect.stringContaining('no column gives date or dateTime'),
  })
})

test('calendars and feeds need no columns', async () => {
  for (const [path, format] of [
    ['feeds/f1-2026.ics', 'icalendar'],
    ['feeds/sports-event.jsonld', 'json-ld'],
    ['feeds/ticketmaster-discovery-search-events.json', 'ticketmaster'],
  ] as const)
    expect(await settings(seedData(path))).toMatchObject({ format, source: 'file', columns: {} })
})
