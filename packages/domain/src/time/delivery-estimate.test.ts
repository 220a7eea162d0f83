import { expect, test } from 'vitest'
import { estimateDelivery } from './delivery-estimate.ts'

const london = { timeZone: 'Europe/London', eventLocalAt: '2026-12-24T20:00', timeConfirmed: true }

test.each([
  [
    '48 hours from the in-hand date',
    { inHandDate: '2026-12-01', placedAt: '2026-11-22T10:00:00Z' },
    'after_in_hand',
    '2026-12-03T00:00:00Z',
  ],
  [
    '48 hours from the purchase, if the seller already has them',
    { inHandDate: '2026-11-01', placedAt: '2026-11-22T10:00:00Z' },
    'after_in_hand',
    '2026-11-24T10:00:00Z',
  ],
  [
    '2 hours before the event, if they are in hand only by then',
    { inHandDate: '2026-12-23', placedAt: '2026-11-22T10:00:00Z' },
    'before_event',
    '2026-12-24T18:00:00Z',
  ],
  [
    '2 hours before the event, if bought within 48 hours of it',
    { inHandDate: '2026-11-01', placedAt: '2026-12-22T20:00:00Z' },
    'before_event',
    '2026-12-24T18:00:00Z',
  ],
  [
    'as usual, if bought a minute earlier',
    { inHandDate: '2026-11-01', placedAt: '2026-12-22T17:59:00Z' },
    'after_in_hand',
    '2026-12-24T17:59:00Z',
  ],
])('tickets are expected by %s', (_name, { inHandDate, placedAt }, rule, expectedBy) => {
  const estimate = estimateDelivery({ ...london, inHandDate, placedAt: new Date(placedAt) })
  expect(estimate).toEqual({ rule, expectedBy: new Date(expectedBy) })
})

test('[POLICY-04] exactly 48 hours before the event counts as within 48 hours', () => {
  const { rule, expectedBy } = estimateDelivery({
    ...london,
    timeConfirmed: false,
    inHandDate: '2026-11-01',
    placedAt: new Date('2026-12-22T20:00:00Z'),
  })
  expect({ rule, expectedBy }).toEqual({
    rule: 'before_event',
    expectedBy: new Date('2026-12-24T20:00:00Z'),
  })
})

test("dates and times are in the venue's time zone", () => {
  const { expectedBy } = estimateDelivery({
    timeZone: 'America/New_York',
    eventLocalAt: '2026-12-24T20:00',
    timeConfirmed: true,
    inHandDate: '2026-12-01',
    placedAt: new Date('2026-11-22T10:00:00Z'),
  })
  expect(expectedBy).toEqual(new Date('2026-12-03T05:00:00Z'))
})

test('tickets are expected before the day of an event with an unconfirmed time', () => {
  const { rule, expectedBy } = estimateDelivery({
    timeZone: 'Europe/London',
    eventLocalAt: '2026-07-24T00:00',
    timeConfirmed: false,
    inHandDate: '2026-07-01',
    placedAt: new Date('2026-07-23T10:00:00Z'),
  })
  expect({ rule, expectedBy }).toEqual({
    rule: 'before_event',
    expectedBy: new Date('2026-07-23T23:00:00Z'),
  })
})
