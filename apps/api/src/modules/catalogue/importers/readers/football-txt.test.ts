import { expect, test } from 'vitest'
import { readFootballTitle, readFootballTxt } from './football-txt.ts'
import { RefusedFileError } from './refused-file.ts'
import { sourceFileOf } from './source-file.ts'

async function read(...lines: string[]) {
  const rows = []
  for await (const row of readFootballTxt(sourceFileOf('t.txt', `${lines.join('\n')}\n`))) rows.push(row)
  return rows
}

const short = (rows: Awaited<ReturnType<typeof read>>) =>
  rows.map((row) =>
    'record' in row
      ? [row.line, row.record.date, row.record.time, row.record.home, row.record.away]
      : [row.line, row.bad],
  )

test('date and time carry forward, and a new date starts without a time', async () => {
  const rows = await read(
    '= Netherlands Eredivisie 2026/27',
    '',
    '▪ Matchday 1',
    '  Fri Aug 7 2026',
    "    20:00  SC Cambuur-Leeuwarden   v FC Twente '65",
    '           PSV                     v Telstar 1963',
    '  Sat Aug 8',
    '           NEC                     v AZ',
  )
  expect(short(rows)).toEqual([
    [5, '2026-08-07', '20:00', 'SC Cambuur-Leeuwarden', "FC Twente '65"],
    [6, '2026-08-07', '20:00', 'PSV', 'Telstar 1963'],
    [8, '2026-08-08', '', 'NEC', 'AZ'],
  ])
  expect(rows[0]).toMatchObject({ record: { round: 'Matchday 1' } })
})

test('the other dialect has a slash in its dates, dots in its times, scores and countries', async () => {
  const rows = await read(
    '= UEFA Champions League 2025/26',
    '» League, Matchday 1',
    '  Tue Sep/16 2025',
    '    18.45  Athletic Club (ESP)     v Arsenal FC (ENG)         0-2 (0-0)',
    '           FC Bayern München (GER) v Paphos FC (CYP)          0-0',
    '           Juventus FC (ITA)       v Galatasaray SK (TUR)     3-2 a.e.t. (3-0, 1-0)',
    '           A (ENG)                 v B (SCO)                  4-3 pen. 1-1 a.e.t. (1-1, 0-1)',
  )
  expect(short(rows)).toEqual([
    [4, '2025-09-16', '18:45', 'Athletic Club', 'Arsenal FC'],
    [5, '2025-09-16', '18:45', 'FC Bayern München', 'Paphos FC'],
    [6, '2025-09-16', '18:45', 'Juventus FC', 'Galatasaray SK'],
    [7, '2025-09-16', '18:45', 'A', 'B'],
  ])
  expect(rows[0]).toMatchObject({ record: { homeCountry: 'ES', awayCountry: 'GB' } })
})

test('the year follows the calendar, also past new year and for a match listed early', async () => {
  const rows = await read(
    '= League 2026/27',
    '▪ Matchday 1',
    '  Sat Dec 26',
    '    15:00  A v B',
    '  Fri Jan 1',
    '    15:00  C v D',
    '▪ Matchday 2',
    '  Tue Dec 29',
    '    15:00  E v F',
  )
  expect(short(rows).map(([, date]) => date)).toEqual(['2026-12-26', '2027-01-01', '2026-12-29'])
})

test('notes, venues, comments and goals are read or skipped', async () => {
  const rows = await read(
    '= League 2026',
    '# Teams 2',
    '» Round 1',
    '  Wed Jan/28 2026',
    '           EC Bahia   v Chapecoense AF     [postponed]',
    '           A          v B      2-1   @ Wembley, London   # replay',
    "             (Smith 10', Jones 20'; Brown 30')",
  )
  expect(rows).toMatchObject([
    { record: { home: 'EC Bahia', away: 'Chapecoense AF', status: 'postponed', venue: '' } },
    { record: { home: 'A', away: 'B', venue: 'Wembley, London' } },
  ])
})

test('a line that is nothing known, and a match without a date, are bad rows', async () => {
  expect(short(await read('= League 2026', 'A v B', '» Round 1', 'who knows'))).toEqual([
    [2, 'the match has no date above it'],
    [4, '"who knows" is no round, date or match'],
  ])
})

test('a file with fewer matches than its head announces is refused', async () => {
  const error = await read('= L 2026', '# Matches 3', '» 1', 'Sat Aug 1 2026', 'A v B', 'C v D').catch(
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(RefusedFileError)
  expect(error).toMatchObject({
    line: 6,
    message: 'the file announces 3 matches and has 2: it is cut off',
  })
})

test('the title is the first heading', async () => {
  expect(
    await readFootballTitle(sourceFileOf('t', '# x\n\n= Spain Primera División 2026/27\n= Other\n')),
  ).toBe('Spain Primera División 2026/27')
})
