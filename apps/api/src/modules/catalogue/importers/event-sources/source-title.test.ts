import { expect, test } from 'vitest'
import { demoCompetitions } from '#api/test/fixtures/demo-competitions.ts'
import { readTitle } from './source-title.ts'
import { seasonOf } from '../../competitions/competition.ts'

const competitions = demoCompetitions()

test.each([
  [
    'Arsenal FC v Manchester City FC (date TBC)',
    { home: 'Arsenal FC', away: 'Manchester City FC', isCertain: true },
  ],
  [
    'Chicago Bears at Green Bay Packers',
    { home: 'Green Bay Packers', away: 'Chicago Bears', isCertain: false },
  ],
  ['Inter – Milan', { home: 'Inter', away: 'Milan', isCertain: false }],
  ['Premier League: Spurs vs. Man U', { home: 'Spurs', away: 'Man U', isCertain: true }],
  ['CANCELLED: Fulham v Brentford', { home: 'Fulham', away: 'Brentford', isCertain: true }],
  ['Dua Lipa', null],
])('reads the teams in the title "%s"', (title, pairing) => {
  expect(readTitle(title, competitions).pairing).toEqual(pairing)
})

test('a title reveals competition, session, status and whether it is tentative', () => {
  expect(readTitle('Formula 1 — Australian Grand Prix 2026 — Gara', competitions)).toMatchObject({
    name: 'Australian Grand Prix',
    competition: 'formula-1',
    isEventSession: true,
  })
  expect(
    readTitle('Formula 1 — Miami Grand Prix 2026 — Sprint Qualifying', competitions).isEventSession,
  ).toBe(false)
  expect(readTitle('Fulham v Brentford (postponed)', competitions)).toMatchObject({
    name: 'Fulham v Brentford',
    status: 'postponed',
  })
  expect(readTitle('Fulham v Brentford (time TBA)', competitions)).toMatchObject({
    isTentative: true,
    status: null,
  })
  expect(readTitle('Radiohead - Kid A Mnesia', competitions)).toMatchObject({
    name: 'Radiohead - Kid A Mnesia',
    competition: null,
  })
})

test.each([
  ['premier-league', '2026-07-01', '2026-27'],
  ['premier-league', '2027-06-30', '2026-27'],
  ['brasileirao', '2026-11-30', '2026'],
  ['nfl', '2027-01-10', '2026'],
  ['formula-1', '2026-11-22', '2026'],
  ['new-york-philharmonic', '2026-09-11', '2026-27'],
  ['concerts', '2027-02-03', '2027'],
])('an event of %s on %s belongs to the season %s', (slug, day, season) => {
  expect(seasonOf(competitions.bySlug(slug), day)).toBe(season)
})
