import { expect, test } from 'vitest'
import { earliestToday, eventFilters, facetFilters, isFromToday, wallTime } from './event-filters.ts'

const now = Date.parse('2026-11-21T11:59:59Z')
const at = (text: string) => Date.parse(text) / 1000
const earliest = at('2026-11-20T00:00:00Z')

test('[SEARCH-04] "today" is the earliest date alive: where clocks are twelve hours behind UTC', () => {
  expect(earliestToday(now)).toBe(earliest)
  expect(earliestToday(now + 1000)).toBe(at('2026-11-21T00:00:00Z'))
})

test.each([
  ['[SEARCH-04] [SEARCH-06] nothing more', {}, `event_date_local>=${earliest} AND is_source_tixstock=1`],
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
    '[DATE-01] [DATE-07] [DATE-08] a range of days',
    { startDate: '2026-12-05', endDate: '2026-12-06' },
    `event_date_local>=${at('2026-12-05T00:00:00Z')} AND event_date_local<=${at('2026-12-06T23:59:59Z')} AND is_source_tixstock=1`,
  ],
  [
    '[DATE-01] a first day only',
    { startDate: '2026-12-05', endDate: '' },
    `event_date_local>=${at('2026-12-05T00:00:00Z')} AND is_source_tixstock=1`,
  ],
  [
    '[DATE-01] a last day only',
    { startDate: '', endDate: '2026-12-06' },
    `event_date_local>=${earliest} AND event_date_local<=${at('2026-12-06T23:59:59Z')} AND is_source_tixstock=1`,
  ],
  [
    '[SEARCH-04] a first day that is over',
    { startDate: '2020-01-01' },
    `event_date_local>=${earliest} AND is_source_tixstock=1`,
  ],
])('%s', (_, given, filter) => {
  expect(eventFilters({ exchanges: [], now, ...given })).toBe(filter)
})

test.each([
  ['Pacific/Kiritimati', '2026-11-21T20:00', false],
  ['Pacific/Kiritimati', '2026-11-22T01:00', true],
  ['Europe/London', '2026-11-20T23:00', false],
  ['Europe/London', '2026-11-21T01:00', true],
  ['Etc/GMT+12', '2026-11-20T01:00', true],
  ['Etc/GMT+12', '2026-11-19T23:59', false],
])('[SEARCH-04] in %s an event at %s is from today on: %s', (timezone, local, is) => {
  expect(isFromToday({ timezone, event_date_local: at(`${local}:00Z`) }, now)).toBe(is)
})

test('the index’s seconds are a wall time, and a value is never taken for its contrary', () => {
  expect(wallTime(at('2026-12-05T17:30:00Z'))).toBe('2026-12-05T17:30')
  expect(facetFilters({ competition: ['-Cup', 'NFL'], 'venue.city': [] })).toEqual([
    ['competition:\\-Cup', 'competition:NFL'],
  ])
})
