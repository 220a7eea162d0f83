import { expect, test } from 'vitest'
import { addWeeks, eventTimeOf } from './event-times.ts'
import { decideShiftWeeks } from './decide-shift-weeks.ts'

const source = { sourceLocal: '2026-12-05T15:00', timeKnown: true, shiftWeeks: 0, timezone: 'Europe/London' }

test('[X-CAT-06] converts local time to UTC on both sides of a DST change', () => {
  const at = (sourceLocal: string, timezone: string) =>
    eventTimeOf(
      { ...source, sourceLocal, timezone, confirmAheadDays: null },
      new Date('2026-01-01'),
    ).startsAt.toISOString()
  expect(at('2026-08-22T15:00', 'Europe/London')).toBe('2026-08-22T14:00:00.000Z')
  expect(at('2026-12-05T15:00', 'Europe/London')).toBe('2026-12-05T15:00:00.000Z')
  expect(at('2026-09-11T10:35', 'Australia/Melbourne')).toBe('2026-09-11T00:35:00.000Z')
})

test('a league kick-off is confirmed six weeks ahead; before that the event lasts all day', () => {
  const on = (now: string) => eventTimeOf({ ...source, confirmAheadDays: 42 }, new Date(now))
  expect(on('2026-10-24T15:00:00Z')).toEqual({
    localAt: '2026-12-05T15:00',
    startsAt: new Date('2026-12-05T15:00:00Z'),
    timeConfirmed: true,
  })
  expect(on('2026-10-24T14:59:59Z')).toEqual({
    localAt: '2026-12-05T00:00',
    startsAt: new Date('2026-12-05T23:59:00Z'),
    timeConfirmed: false,
  })
})

test('an unknown time is never confirmed, a published time always is', () => {
  const now = new Date('2026-01-01')
  expect(eventTimeOf({ ...source, timeKnown: false, confirmAheadDays: null }, now).timeConfirmed).toBe(false)
  expect(eventTimeOf({ ...source, confirmAheadDays: null }, now).timeConfirmed).toBe(true)
})

test('[X-CAT-09] a shift keeps weekday and kick-off across DST changes', () => {
  expect(addWeeks('2026-08-22T15:00', 52)).toBe('2027-08-21T15:00')
  expect(addWeeks('2024-02-29T20:00', 1)).toBe('2024-03-07T20:00')
  const shifted = eventTimeOf(
    { ...source, sourceLocal: '2026-03-21T15:00', shiftWeeks: 2, confirmAheadDays: null },
    new Date(0),
  )
  expect(shifted).toMatchObject({ localAt: '2026-04-04T15:00', startsAt: new Date('2026-04-04T14:00:00Z') })
})

const season = Array.from({ length: 38 }, (_, week) => addWeeks('2026-08-22T15:00', week))

test('[X-CAT-09] a season with enough upcoming fixtures does not move', () => {
  expect(decideShiftWeeks(season, '2026-01-01')).toBe(0)
  expect(decideShiftWeeks(season, '2026-11-21')).toBe(0)
})

test.each(['2027-06-30', '2028-03-15', '2031-11-21', '2044-01-01'])(
  '[X-CAT-09] on %s a past season has upcoming fixtures in its usual months',
  (today) => {
    const weeks = decideShiftWeeks(season, today)
    const moved = season.map((local) => addWeeks(local, weeks).slice(0, 10))
    expect(moved.filter((day) => day >= today).length).toBeGreaterThanOrEqual(4)
    expect(moved[0]).toMatch(/^\d{4}-08-/)
    expect(Number.isInteger(weeks)).toBe(true)
  },
)

test('[X-CAT-09] mid-season, the demo has past and upcoming events', () => {
  const weeks = decideShiftWeeks(season, '2028-03-15')
  expect(weeks).toBe(52)
})

test('an empty list of fixtures is not moved', () => {
  expect(decideShiftWeeks([], '2030-01-01')).toBe(0)
})
