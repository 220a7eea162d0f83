import { trackedRoutes } from '@terrace/contracts/tracked-listings'
import { trackingRoutes } from '@terrace/contracts/tracking'
import type { Db } from '#api/db/client.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { Ids } from '#api/shared/ids.ts'
import { readLiveAlerts } from './alerts.repo.ts'
import { createTrackingSubscriber } from './follow-listings.ts'
import { countMarks } from './marks.repo.ts'
import { readSettings, writeSettings } from './settings.repo.ts'
import { trackListing } from './track-listing.ts'
import { readTrackedListings } from './tracked-listings.repo.ts'
import type { TrackedMarks } from './tracked-marks.ts'
import { presentAlert, presentSettings, presentTrackedListing } from './tracking.presenter.ts'

interface TrackingDeps {
  db: Db
  clock: Clock
  ids: Ids
  outbox: Pick<OutboxTail, 'subscribe' | 'wake'>
  tracked: TrackedMarks
}

export function mountTracking(http: HttpContext, deps: TrackingDeps): void {
  const { db, clock, outbox, tracked } = deps
  outbox.subscribe(createTrackingSubscriber(deps))

  mountRoute(http, trackingRoutes.track, async ({ body, account: tracker }) => {
    const { list_id: listingId, status } = body
    const isTracked = status === 'yes'
    await trackListing(deps, { tracker, listingId, isTracked })
    // This process must not answer from before its own change; the others hear of it through the outbox.
    tracked.drop(tracker.accountId)
    outbox.wake()
    return { data: { list_id: listingId, tracked: isTracked } }
  })

  mountRoute(http, trackedRoutes.list, async ({ query, account: tracker }) => {
    const { page, per_page: perPage } = query
    const [listings, total] = await Promise.all([
      readTrackedListings(db, tracker, { page, perPage, now: clock.now() }),
      countMarks(db, tracker),
    ])
    return {
      data: listings.map(presentTrackedListing),
      meta: { total, page, per_page: perPage, last_page: Math.max(1, Math.ceil(total / perPage)) },
    }
  })

  mountRoute(http, trackedRoutes.settings, async ({ account }) => ({
    data: presentSettings(await readSettings(db, account.accountId)),
  }))

  mountRoute(http, trackedRoutes.changeSettings, async ({ body, account }) => {
    const { price_drop: priceDrop, low_stock: lowStock } = body
    const { live, mail, at_most: atMost } = lowStock
    const settings = { priceDrop, lowStock: { live, mail, atMost } }
    await writeSettings(db, account.accountId, settings)
    return { data: presentSettings(settings) }
  })

  mountRoute(http, trackedRoutes.alerts, async ({ query, account: tracker }) => {
    const alerts = await readLiveAlerts(db, tracker, { since: new Date(query.since), now: clock.now() })
    return { data: alerts.map(presentAlert) }
  })
}
