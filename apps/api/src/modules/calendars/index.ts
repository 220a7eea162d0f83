export { purgeRevokedCalendarFeeds } from './calendar-feeds.repo.ts'
export { mountCalendars } from './calendars.routes.ts'
export { serveCalendarFeeds } from './serve-feeds.ts'
export { readOrderEntries } from './ticket-entries.ts'
