import { catalogueRoutes } from '@terrace/contracts/catalogue'
import type { Logger } from 'pino'
import type { Db } from '#api/db/client.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { TtlCache } from '#api/shared/ttl-cache.ts'
import { buildMenu } from './menu/build-menu.ts'
import { catalogueErrors } from './catalogue.errors.ts'
import { presentContent } from './content/content.presenter.ts'
import { createViewCounter } from './events/count-views.ts'
import { readEventPrices } from './events/event-prices.repo.ts'
import { presentEvent, presentSeatingPlan } from './events/events.presenter.ts'
import { findEvent } from './events/events.repo.ts'
import { readMenuRows } from './menu/menu.repo.ts'
import { pricesIn, type PriceDeps } from './prices.ts'
import { readContent } from './content/read-content.ts'
import { findSeatingPlan } from './seating-plans/seating-plans.repo.ts'
import { createEventStatsSubscriber } from './events/update-event-stats.ts'

interface CatalogueDeps extends PriceDeps {
  db: Db
  /** May be some seconds behind. */
  reads: Db
  clock: Clock
  logger: Pick<Logger, 'warn'>
  outbox: Pick<OutboxTail, 'subscribe'>
  lists: TtlCache
}

export function mountCatalogue(http: HttpContext, deps: CatalogueDeps): void {
  const { db, reads, clock, logger, outbox, lists } = deps
  outbox.subscribe(createEventStatsSubscriber({ clock }))
  const views = createViewCounter({ db, clock, logger })
  http.app.addHook('preClose', () => views.stop())

  mountRoute(http, catalogueRoutes.menu, async () => ({
    data: {
      '{product}_menu': await lists.get('menu', async () =>
        buildMenu(await readMenuRows(reads, clock.now())),
      ),
    },
  }))

  mountRoute(http, catalogueRoutes.content, async ({ account, body }) => {
    const { type_id: typeId, page, per_page: perPage, ...query } = body
    const [found, prices] = await Promise.all([
      lists.get(`content ${JSON.stringify(body)}`, () =>
        readContent(reads, clock.now(), { ...query, typeId, page, perPage }),
      ),
      pricesIn(deps, account.baseCurrency),
    ])
    const data = presentContent(found, prices)
    const lastPage = Math.max(1, Math.ceil(found.total / perPage))
    return {
      data,
      meta: { total: found.total, page, per_page: perPage, last_page: lastPage, ...prices.meta() },
    }
  })

  mountRoute(http, catalogueRoutes.eventPrices, async ({ account, body }) => {
    const [found, prices] = await Promise.all([
      readEventPrices(reads, body.event_ids),
      pricesIn(deps, account.baseCurrency),
    ])
    const data = found.map(({ eventId, minPrice, ticketCount }) => ({
      event_id: eventId,
      ...prices.wireLowest(minPrice),
      ticket_count: ticketCount,
    }))
    return { data, meta: prices.meta() }
  })

  mountRoute(http, catalogueRoutes.event, async ({ account, params }) => {
    const event = await findEvent(db, params.event_id)
    if (!event) throw catalogueErrors.make('event.not_found')
    views.add(event.id)
    const prices = await pricesIn(deps, account.baseCurrency)
    return { data: presentEvent(event, prices), meta: prices.meta() }
  })

  mountRoute(http, catalogueRoutes.seatingPlan, async ({ params, reply }) => {
    const plan = await findSeatingPlan(reads, params.venue_id)
    if (!plan) throw catalogueErrors.make('venue.not_found')
    void reply.header('cache-control', 'private, max-age=300')
    return { data: presentSeatingPlan(plan) }
  })
}
