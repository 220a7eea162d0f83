import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { homeRoutes } from '@terrace/contracts/home'
import type { Db } from '#api/db/client.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { TtlCache } from '#api/shared/ttl-cache.ts'
import { presentHome, readHome } from './build-home.ts'
import { presentEvents } from '../events/events.presenter.ts'
import { findHotEvents, findLastMinuteEvents, findNewEvents, findRecentlyViewed } from './home.repo.ts'
import { pricesIn, type PriceDeps } from '../prices.ts'
import { recordView } from '../events/record-view.ts'

const maxEventsPerList = 12

interface HomeDeps extends PriceDeps {
  db: Db
  /** May be some seconds behind. */
  reads: Db
  clock: Clock
  lists: TtlCache
}

/** Mounts the home page and its lists (spec §7); `home.repo.ts` defines their order. */
export function mountHome(http: HttpContext, deps: HomeDeps): void {
  const { db, reads, clock, lists } = deps
  mountRoute(http, homeRoutes.home, async ({ account }) => {
    const prices = await pricesIn(deps, account.baseCurrency)
    const data = presentHome(await lists.get('home', () => readHome(reads, clock.now())), prices)
    return { data, meta: prices.meta() }
  })

  const sharedLists = [
    { route: catalogueRoutes.hotEvents, find: findHotEvents },
    { route: homeRoutes.lastMinute, find: findLastMinuteEvents },
    { route: homeRoutes.newEvents, find: findNewEvents },
  ]
  for (const { route, find } of sharedLists) {
    mountRoute(http, route, async ({ account }) => {
      const events = await lists.get(route.name, () => find(reads, clock.now(), maxEventsPerList))
      return presentEvents(events, await pricesIn(deps, account.baseCurrency))
    })
  }

  mountRoute(http, homeRoutes.recentlyViewed, async ({ account }) => {
    const { accountId } = account
    const events = await findRecentlyViewed(db, { accountId, now: clock.now(), limit: maxEventsPerList })
    return presentEvents(events, await pricesIn(deps, account.baseCurrency))
  })

  mountRoute(http, homeRoutes.recordView, async ({ account, body }) => {
    const { event_id: eventId } = body
    await recordView({ db }, { accountId: account.accountId, eventId, at: clock.now() })
    return { data: { event_id: eventId } }
  })
}
