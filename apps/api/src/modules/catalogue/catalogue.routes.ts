import { catalogueRoutes } from '@terrace/contracts/catalogue'
import type { Logger } from 'pino'
import type { Db } from '#api/db/client.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import type { Clock } from '#api/shared/clock.ts'
import { buildMenu } from './build-menu.ts'
import { catalogueErrors } from './catalogue.errors.ts'
import { findContent, findContentEvents } from './content.repo.ts'
import { createViewCounter } from './count-views.ts'
import { presentEvent, presentSeatingPlan } from './events.presenter.ts'
import { findEvent, findHotEvents, findUpcomingEvents, measureMarket, searchEvents } from './events.repo.ts'
import { readMenuRows } from './menu.repo.ts'
import { findSeatingPlan } from './seating-plans.repo.ts'
import { createEventStatsSubscriber } from './update-event-stats.ts'

const hotShown = 12
const upcomingShown = 24

interface CatalogueDeps {
  db: Db
  clock: Clock
  logger: Pick<Logger, 'warn'>
  outbox: Pick<OutboxTail, 'subscribe'>
}

export function mountCatalogue(http: HttpContext, { db, clock, logger, outbox }: CatalogueDeps): void {
  outbox.subscribe(createEventStatsSubscriber({ clock }))
  const views = createViewCounter({ db, logger })
  http.app.addHook('preClose', () => views.stop())

  mountRoute(http, catalogueRoutes.menu, async () => ({
    data: { '{product}_menu': buildMenu(await readMenuRows(db, clock.now())) },
  }))

  mountRoute(http, catalogueRoutes.content, async ({ body }) => {
    const { type, type_id: typeId, slug, page, per_page: perPage } = body
    const found = await findContent(db, { type, typeId, slug })
    if (!found) throw catalogueErrors.make('content.not_found')
    const { events, total, tickets } = await findContentEvents(db, clock.now(), found, { page, perPage })
    const lastPage = Math.max(1, Math.ceil(total / perPage))
    return {
      data: {
        type: found.type,
        type_id: found.id,
        title: found.title,
        slug: found.slug,
        trail: found.trail.map(({ id, ...step }) => ({ type: 'category' as const, type_id: id, ...step })),
        ticket_count: tickets,
        events: events.map(presentEvent),
      },
      meta: { total, page, per_page: perPage, last_page: lastPage },
    }
  })

  mountRoute(http, catalogueRoutes.hotEvents, async () => {
    const events = await findHotEvents(db, clock.now(), hotShown)
    return { data: events.map(presentEvent) }
  })

  mountRoute(http, catalogueRoutes.upcomingEvents, async () => {
    const now = clock.now()
    const [events, market] = await Promise.all([
      findUpcomingEvents(db, now, upcomingShown),
      measureMarket(db, now),
    ])
    const meta = { event_count: market.events, ticket_count: market.tickets, seller_count: market.sellers }
    return { data: events.map(presentEvent), meta }
  })

  mountRoute(http, catalogueRoutes.searchEvents, async ({ query }) => {
    const { query: text, page, per_page: perPage } = query
    const { events, total } = await searchEvents(db, clock.now(), { query: text, page, perPage })
    const lastPage = Math.max(1, Math.ceil(total / perPage))
    return { data: events.map(presentEvent), meta: { total, page, per_page: perPage, last_page: lastPage } }
  })

  mountRoute(http, catalogueRoutes.event, async ({ params }) => {
    const event = await findEvent(db, params.event_id)
    if (!event) throw catalogueErrors.make('event.not_found')
    views.saw(event.id)
    return { data: presentEvent(event) }
  })

  mountRoute(http, catalogueRoutes.seatingPlan, async ({ params, reply }) => {
    const plan = await findSeatingPlan(db, params.venue_id)
    if (!plan) throw catalogueErrors.make('venue.not_found')
    void reply.header('cache-control', 'private, max-age=300')
    return { data: presentSeatingPlan(plan) }
  })
}
