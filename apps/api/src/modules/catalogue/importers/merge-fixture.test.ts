import { expect, test } from 'vitest'
import { mergeFixture, type StoredFixture } from './merge-fixture.ts'
import type { ResolvedFixture } from './resolve-fixtures.ts'

const stored: StoredFixture = {
  id: 1,
  title: 'Leeds United vs Crystal Palace',
  venueId: 1,
  timezone: 'Europe/London',
  round: 'Matchday 5',
  sourceLocal: '2026-09-19T15:00',
  firstSourceLocal: null,
  timeKnown: true,
  timeConfirmed: false,
  dateConfirmed: true,
  status: 'scheduled',
  shiftWeeks: 0,
  localAt: '2026-09-19T00:00',
  performers: [],
}
const incoming: ResolvedFixture = {
  line: 2,
  sourceKey: 'k',
  competition: 'premier-league',
  season: '2026-27',
  title: stored.title,
  slug: 's',
  venueId: 1,
  timezone: 'Europe/London',
  round: 'Matchday 5',
  sourceLocal: '2026-09-19T15:00',
  timeKnown: true,
  dateConfirmed: true,
  status: 'scheduled',
  isChange: false,
  performers: [],
}

test('the same again moves nothing', () => {
  expect(mergeFixture(stored, incoming)).toMatchObject({
    isMoved: false,
    status: 'scheduled',
    firstSourceLocal: null,
  })
})

test('another day is a move: rescheduled, and the first date is kept', () => {
  expect(mergeFixture(stored, { ...incoming, sourceLocal: '2026-09-20T14:00' })).toMatchObject({
    isMoved: true,
    status: 'rescheduled',
    sourceLocal: '2026-09-20T14:00',
    firstSourceLocal: '2026-09-19T15:00',
  })
})

test('a season file that still has the first date does not move the event back', () => {
  const moved = {
    ...stored,
    sourceLocal: '2026-09-20T14:00',
    firstSourceLocal: '2026-09-19T15:00',
    status: 'rescheduled' as const,
  }
  expect(mergeFixture(moved, incoming)).toMatchObject({
    isStale: true,
    isMoved: false,
    sourceLocal: '2026-09-20T14:00',
  })
  // A list of changes that says so does.
  expect(mergeFixture(moved, { ...incoming, isChange: true })).toMatchObject({
    isMoved: true,
    sourceLocal: '2026-09-19T15:00',
  })
})

test('a placeholder that gets its real kick-off is no move; a confirmed kick-off that changes is', () => {
  const late = { ...incoming, sourceLocal: '2026-09-19T17:30' }
  expect(mergeFixture(stored, late)).toMatchObject({
    isMoved: false,
    status: 'scheduled',
    sourceLocal: '2026-09-19T17:30',
  })
  expect(mergeFixture({ ...stored, timeConfirmed: true }, late)).toMatchObject({
    isMoved: true,
    status: 'rescheduled',
  })
})

test('[X-CAT-05] postponed and cancelled are what the source says, and a new date ends them', () => {
  expect(mergeFixture(stored, { ...incoming, status: 'postponed' }).status).toBe('postponed')
  expect(mergeFixture(stored, { ...incoming, status: 'cancelled' }).status).toBe('cancelled')
  const postponed = { ...stored, status: 'postponed' as const }
  expect(mergeFixture(postponed, { ...incoming, sourceLocal: '2026-12-01T20:00' }).status).toBe('rescheduled')
})

test('[X-CAT-05] what is called off stays so until a source says otherwise: silence is no news', () => {
  for (const status of ['postponed', 'cancelled'] as const) {
    expect(mergeFixture({ ...stored, status }, incoming).status).toBe(status)
    expect(mergeFixture({ ...stored, status }, { ...incoming, isChange: true }).status).toBe('scheduled')
  }
  expect(
    mergeFixture({ ...stored, status: 'cancelled' }, { ...incoming, sourceLocal: '2026-12-01T20:00' }).status,
  ).toBe('rescheduled')
})
