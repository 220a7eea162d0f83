import { trackedListingsRoutes } from '@terrace/contracts/tracked-listings'
import { trackingRoutes } from '@terrace/contracts/tracking'
import type { Db } from '#api/db/client.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import { pageMetaOf } from '#api/http/page-meta.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { Ids } from '#api/shared/ids.ts'
import { readLiveAlerts } from './alerts.repo.ts'
import { createTrackingSubscriber } from './update-tracked-listings.ts'
import { countTrackedListings } from './trackings.repo.ts'
import { readSettings, writeSettings } from './tracking-settings.repo.ts'
import { trackListing } from './track-listing.ts'
import { readTrackedListings } from './tracked-listings.repo.ts'
import type { TrackingCache } from './tracking-cache.ts'
import { presentAlert, presentSettings, presentTrackedListing } from './tracking.presenter.ts'

interface TrackingDeps {
  db: Db
  clock: Clock
  ids: Ids
  outbox: Pick<OutboxTail, 'subscribe' | 'wake'>
  tracked: TrackingCache
  config: { serviceFeeBp: number }
}

export function mountTracking(http: HttpContext, deps: TrackingDeps): void {
  const { db, clock, outbox, tracked, config } = deps
  outbox.subscribe(createTrackingSubscriber(deps))

  mountRoute(http, trackingRoutes.track, async ({ body, account: tracker }) => {
    const { list_id: listingId, status } = body
    const isTracked = status === 'yes'
    await trackListing(deps, { tracker, listingId, isTracked })
    // The account's next read must include its own change. Other processes learn of it through the outbox.
    tracked.invalidate(tracker.accountId)
    outbox.wake()
    return { data: { list_id: listingId, tracked: isTracked } }
  })

  mountRoute(http, trackedListingsRoutes.list, async ({ query, account: tracker }) => {
    const { page, per_page: perPage } = query
    const [listings, total] = await Promise.all([
      readTrackedListings(db, tracker, { page, perPage, now: clock.now() }),
      countTrackedListings(db, tracker),
    ])
    return {
      data: listings.map((listing) => presentTrackedListing(listing, config.serviceFeeBp)),
      meta: pageMetaOf(total, page, perPage),
    }
  })

  mountRoute(http, trackedListingsRoutes.settings, async ({ account }) => ({
    data: presentSettings(await readSettings(db, account.accountId)),
  }))

  mountRoute(http, trackedListingsRoutes.changeSettings, async ({ body, account }) => {
    const { price_drop: priceDrop, low_stock: lowStock } = body
    const { live, mail, max_tickets: threshold } = lowStock
    const settings = { priceDrop, lowStock: { live, mail, threshold } }
    await writeSettings(db, account.accountId, settings)
    return { data: presentSettings(settings) }
  })

  mountRoute(http, trackedListingsRoutes.alerts, async ({ query, account: tracker }) => {
    const alerts = await readLiveAlerts(db, tracker, { since: new Date(query.since), now: clock.now() })
    return { data: alerts.map((alert) => presentAlert(alert, config.serviceFeeBp)) }
  })
}
