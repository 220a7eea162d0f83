import type { WireCalendarFeed } from '@terrace/contracts/calendars'

export function wireCalendarFeed(overrides: Partial<WireCalendarFeed> = {}): WireCalendarFeed {
  return {
    id: 'cal_1',
    kind: 'performer',
    title: 'Arsenal',
    slug: 'arsenal',
    created_at: '2031-02-01T12:00:00.000Z',
    fetched_at: null,
    ...overrides,
  }
}

export const calendarAddress = `/calendars/${'x'.repeat(43)}.ics`
