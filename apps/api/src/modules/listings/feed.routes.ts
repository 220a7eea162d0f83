import { listingsRoutes } from '@terrace/contracts/listings'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import type { WorkBudget } from '#api/plugins/rate-limit/work-budget.ts'
import { createFeed, type FeedDeps, type TrackedListings } from './feed.ts'

interface FeedRouteDeps extends FeedDeps {
  /** Injected because the tracking module depends on listings. A cached read, because every response needs it. */
  tracked: TrackedListings
  /** Limits the computing time that one caller may cause. */
  work: Pick<WorkBudget, 'assertBudgetLeft' | 'charge'>
}

export function mountFeed(http: HttpContext, deps: FeedRouteDeps): void {
  const feed = createFeed(deps, deps.tracked)

  mountRoute(http, listingsRoutes.feed, async ({ query, account, request, reply }) => {
    const spender = { request, accountId: account.accountId }
    deps.work.assertBudgetLeft(spender)
    const { json, etag, workMs } = await feed.read(query, account)
    deps.work.charge(spender, workMs)
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
