import { expect, test } from 'vitest'
import { earliestToday, eventFilters, facetFilters, isFromToday, toLocalTime } from './event-filters.ts'

const now = Date.parse('2026-11-21T11:59:59Z')
const at = (text: string) => Date.parse(text) / 1000
const earliest = at('2026-11-20T00:00:00Z')

test('[SEARCH-04] "today" is the earliest current date, in the zone 12 hours behind UTC', () => {
  expect(earliestToday(now)).toBe(earliest)
  expect(earliestToday(now + 1000)).toBe(at('2026-11-21T00:00:00Z'))
})

test.each([
  ['[SEARCH-04] [SEARCH-06] no filters', {}, `event_date_local>=${earliest} AND is_source_tixstock=1`],
  [
    '[SEARCH-03] one event',
    { eventId: 123 },
    `id=123 AND event_date_local>=${earliest} AND is_source_tixstock=1`,
  ],
  [
    '[SEARCH-05] exchanges',
    { exchanges: [1, 2] },
    `event_date_local>=${earliest} AND (exchanges=1 OR exchanges=2)`,
  ],
  [
    '[DATE-01] [DATE-07] [DATE-08] a date range',
    { startDate: '2026-12-05', endDate: '2026-12-06' },
    `event_date_local>=${at('2026-12-05T00:00:00Z')} AND event_date_local<=${at('2026-12-06T23:59:59Z')} AND is_source_tixstock=1`,
  ],
  [
    '[DATE-01] a start date only',
    { startDate: '2026-12-05', endDate: '' },
    `event_date_local>=${at('2026-12-05T00:00:00Z')} AND is_source_tixstock=1`,
  ],
  [
    '[DATE-01] an end date only',
    { startDate: '', endDate: '2026-12-06' },
    `event_date_local>=${earliest} AND event_date_local<=${at('2026-12-06T23:59:59Z')} AND is_source_tixstock=1`,
  ],
  [
    '[SEARCH-04] a start date in the past',
    { startDate: '2020-01-01' },
    `event_date_local>=${earliest} AND is_source_tixstock=1`,
  ],
])('%s', (_, input, filter) => {
  expect(eventFilters({ exchanges: [], now, ...input })).toBe(filter)
})

test.each([
  ['Pacific/Kiritimati', '2026-11-21T20:00', false],
  ['Pacific/Kiritimati', '2026-11-22T01:00', true],
  ['Europe/London', '2026-11-20T23:00', false],
  ['Europe/London', '2026-11-21T01:00', true],
  ['Etc/GMT+12', '2026-11-20T01:00', true],
  ['Etc/GMT+12', '2026-11-19T23:59', false],
])('[SEARCH-04] in %s an event at %s is today or later: %s', (timezone, local, is) => {
  expect(isFromToday({ timezone, event_date_local: at(`${local}:00Z`) }, now)).toBe(is)
})

test('index times are local times, and a leading minus in a value is escaped', () => {
  expect(toLocalTime(at('2026-12-05T17:30:00Z'))).toBe('2026-12-05T17:30')
  expect(facetFilters({ competition: ['-Cup', 'NFL'], 'venue.city': [] })).toEqual([
    ['competition:\\-Cup', 'competition:NFL'],
  ])
})
