import { listingsRoutes } from '@terrace/contracts/listings'
import type { Db } from '../../db/client.ts'
import { mountRoute, type HttpContext } from '../../http/mount-route.ts'
import { createFeed, type EventBooks, type Rates, type StockPricer } from '../listings/index.ts'
import type { TrackedMarks } from '../tracking/index.ts'

interface FeedRouteDeps {
  db: Db
  books: EventBooks
  rates: Rates
  pricer: StockPricer
  /** From memory: they stand in every answer. */
  tracked: Pick<TrackedMarks, 'of'>
  config: { serviceFeeBp: number }
}

/** The feed with the caller's own marks, which no other capability than tracking knows (architecture.md §1). */
export function mountFeed(http: HttpContext, deps: FeedRouteDeps): void {
  const feed = createFeed(deps, deps.tracked)

  mountRoute(http, listingsRoutes.feed, async ({ query, account, request, reply }) => {
    const { json, etag } = await feed.read(query, account)
    void reply.headers({ 'cache-control': 'private, no-cache', etag })
    if (isKnown(request.headers['if-none-match'], etag)) {
      void reply.code(304)
      return ''
    }
    return json
  })
}

/** Whether the caller has this very answer already. All our tags are weak, as is their comparison (RFC 9110 §13.1.2). */
function isKnown(known: string | undefined, etag: string): boolean {
  if (known === undefined) return false
  return known.split(',').some((tag) => [etag, etag.slice('W/'.length), '*'].includes(tag.trim()))
}
