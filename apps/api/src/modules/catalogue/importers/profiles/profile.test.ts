import { expect, test } from 'vitest'
import { namedProfile } from './profile.ts'

const valid = {
  name: 'ice-hockey',
  about: 'An ice hockey season',
  format: 'delimited',
  columns: { Date: 'date', Home: 'home', Away: 'away' },
  competition: { slug: 'nhl' },
  season: { from: 'date' },
}

function problems(change: object): string[] {
  const checked = namedProfile.safeParse({ ...valid, ...change })
  return checked.success
    ? []
    : checked.error.issues.map(
        ({ path, message }) => `${path.slice(1).join('.') || path.join('.')}: ${message}`,
      )
}

test('a profile with columns, competition and season is valid', () => {
  expect(problems({})).toEqual([])
})

test.each([
  [
    'two columns for one field',
    { columns: { ...valid.columns, Team: 'home' } },
    'columns: "Home" and "Team" both give home; map only one of them',
  ],
  [
    'a column and a text for one field',
    { values: { home: 'Arsenal' } },
    'values: home is already given by the column "Home"',
  ],
  [
    'a competition without a season',
    { season: undefined },
    'season: is missing: the competition needs one: {"name": "2026-27"} or {"from": "column", "title", "date" or "option"}',
  ],
  [
    'no competition',
    { competition: undefined },
    'competition: is missing: {"slug": "…"}, {"from": "column"} or {"from": "title"}',
  ],
  ['a season that no column gives', { season: { from: 'column' } }, 'season: no column gives the season'],
  ['one team', { columns: { Date: 'date', Home: 'home' } }, 'columns: no column gives away'],
  ['no date', { columns: { Home: 'home', Away: 'away' } }, 'columns: no column gives date or dateTime'],
  [
    'no teams and no title',
    { columns: { Date: 'date' } },
    'columns: map home and away, a title, or performers',
  ],
  [
    'ids without a source',
    { columns: { ...valid.columns, Id: 'id' } },
    'source: is missing: name whose ids these are, such as "nflverse"',
  ],
  ['an identity that no column gives', { identifiedBy: ['round'] }, 'identifiedBy: no column gives round'],
  ['an unknown zone', { zone: 'Mars/Olympus' }, 'zone: is not a time zone such as Europe/London'],
  ['an unknown date order', { dateOrder: 'DYM' }, 'dateOrder: must be YMD, DMY or MDY'],
  [
    'a title in a table',
    { competition: { from: 'title' } },
    'competition: a table has no title; use "column" or a fixed value',
  ],
  ['a name with spaces', { name: 'Ice hockey' }, 'name: must be lower-case words joined by hyphens'],
  [
    'columns of a calendar',
    { format: 'icalendar' },
    'columns: a file in the format icalendar has no columns to map',
  ],
])('a profile with %s is rejected', (_, change, problem) => {
  expect(problems(change)).toContain(problem)
})

test('an unknown setting or field is rejected', () => {
  expect(problems({ colums: {} })[0]).toContain('colums')
  expect(problems({ columns: { Date: 'when' } })[0]).toContain('columns.Date: must be one of date, time')
})
