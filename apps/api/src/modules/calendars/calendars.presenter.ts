import type { WireCalendarFeed, WireCreatedFeed } from '@terrace/contracts/calendars'
import { feedPath, feedTitle, type CalendarFeed } from './calendar-feed.ts'
import type { CreatedFeed } from './change-feeds.ts'

export function presentFeed(feed: CalendarFeed): WireCalendarFeed {
  return {
    id: feed.id,
    kind: feed.subject.kind,
    title: feedTitle(feed),
    slug: feed.slug,
    created_at: feed.createdAt.toISOString(),
    fetched_at: feed.fetchedAt?.toISOString() ?? null,
  }
}

export function presentCreatedFeed({ token, ...feed }: CreatedFeed): WireCreatedFeed {
  return { ...presentFeed(feed), address: feedPath(token) }
}
