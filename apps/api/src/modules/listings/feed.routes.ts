import { listingsRoutes } from '@terrace/contracts/listings'
import type { Db } from '#api/db/client.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import { createFeed, type EventCache, type Rates, type StockPricer } from '#api/modules/listings/index.ts'
import type { TrackingCache } from '#api/modules/tracking/index.ts'

interface FeedRouteDeps {
  db: Db
  eventCache: EventCache
  rates: Rates
  pricer: StockPricer
  /** Cached, because every feed response needs it. */
  tracked: Pick<TrackingCache, 'of'>
  config: { serviceFeeBp: number }
}

/** Mounts the feed with the caller's tracked listings, which only the tracking module knows. */
export function mountFeed(http: HttpContext, deps: FeedRouteDeps): void {
  const feed = createFeed(deps, deps.tracked)

  mountRoute(http, listingsRoutes.feed, async ({ query, account, request, reply }) => {
    const { json, etag } = await feed.read(query, account)
    void reply.headers({ 'cache-control': 'private, no-cache', etag })
    if (matchesEtag(request.headers['if-none-match'], etag)) {
      void reply.code(304)
      return ''
    }
    return json
  })
}

/** Whether the caller already has this response. ETags are weak and use weak comparison (RFC 9110 §13.1.2). */
function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((tag) => [etag, etag.slice('W/'.length), '*'].includes(tag.trim()))
}
