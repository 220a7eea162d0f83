import { expect, test } from 'vitest'
import { isTimeZone, toInstant, toLocal } from './time-zones.ts'

test.each([
  // winter and summer
  ['2026-12-05T17:30', 'Europe/London', '2026-12-05T17:30:00.000Z'],
  ['2026-08-22T17:30', 'Europe/London', '2026-08-22T16:30:00.000Z'],
  ['2026-07-04T20:00', 'America/New_York', '2026-07-05T00:00:00.000Z'],
  // the date differs from the UTC date
  ['2026-11-21T20:00', 'America/Los_Angeles', '2026-11-22T04:00:00.000Z'],
  ['2027-03-07T15:00', 'Australia/Melbourne', '2027-03-07T04:00:00.000Z'],
  ['2026-01-01T00:30', 'Pacific/Auckland', '2025-12-31T11:30:00.000Z'],
  // offsets with fractions of an hour
  ['2026-05-01T19:30', 'Asia/Kolkata', '2026-05-01T14:00:00.000Z'],
  ['2026-05-01T19:30', 'Asia/Kathmandu', '2026-05-01T13:45:00.000Z'],
  ['2026-05-01', 'UTC', '2026-05-01T00:00:00.000Z'],
  // before and after a clock change
  ['2026-03-29T00:59', 'Europe/London', '2026-03-29T00:59:00.000Z'],
  ['2026-03-29T02:00', 'Europe/London', '2026-03-29T01:00:00.000Z'],
  ['2026-10-25T00:59', 'Europe/London', '2026-10-24T23:59:00.000Z'],
  ['2026-10-25T02:00', 'Europe/London', '2026-10-25T02:00:00.000Z'],
])('[X-CAT-06] %s in %s is %s', (local, zone, instant) => {
  expect(toInstant(local, zone)?.toISOString()).toBe(instant)
  expect(toLocal(instant, zone)).toBe(local.length === 10 ? `${local}T00:00` : local)
})

test.each([
  ['2026-03-29T01:30', 'Europe/London', '2026-03-29T01:30:00.000Z', '2026-03-29T02:30'],
  ['2026-03-08T02:15', 'America/New_York', '2026-03-08T07:15:00.000Z', '2026-03-08T03:15'],
  // half an hour is skipped
  ['2026-10-04T02:10', 'Australia/Lord_Howe', '2026-10-03T15:40:00.000Z', '2026-10-04T02:40'],
])('[X-CAT-06] %s, skipped in %s, moves forward by the gap', (local, zone, instant, shown) => {
  expect(toInstant(local, zone)?.toISOString()).toBe(instant)
  expect(toLocal(instant, zone)).toBe(shown)
})

test.each([
  ['2026-10-25T01:30', 'Europe/London', '2026-10-25T00:30:00.000Z'],
  ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
])('[X-CAT-06] %s, repeated in %s, is the first of the two', (local, zone, instant) => {
  expect(toInstant(local, zone)?.toISOString()).toBe(instant)
})

test('[DATE-02] an empty value gives null', () => {
  for (const empty of ['', null, undefined]) {
    expect(toInstant(empty, 'UTC')).toBeNull()
    expect(toLocal(empty, 'UTC')).toBeNull()
  }
  expect(toLocal('no date', 'UTC')).toBeNull()
})

test('an unknown zone is rejected', () => {
  expect(isTimeZone('Europe/London')).toBe(true)
  expect(isTimeZone('Europe/Atlantis')).toBe(false)
  expect(isTimeZone('')).toBe(false)
  expect(() => toInstant('2026-01-01T12:00', 'Europe/Atlantis')).toThrow(RangeError)
})
