import { calendarFilesRoutes, calendarsRoutes } from '@terrace/contracts/calendars'
import { slugify } from '@terrace/domain/text/slug'
import { callerOf } from '#api/audit/caller.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import { catalogueErrors, readDatedEvents } from '#api/modules/catalogue/index.ts'
import { findOrder, orderErrors } from '#api/modules/orders/index.ts'
import { writeCalendar } from '#api/shared/calendar/write-calendar.ts'
import type { CalendarDeps } from './calendar-deps.ts'
import { readFeeds } from './calendar-feeds.repo.ts'
import { presentCreatedFeed, presentFeed } from './calendars.presenter.ts'
import { createFeed, endFeed, replaceFeed } from './change-feeds.ts'
import { siteEventEntry } from './event-entries.ts'
import { siteOf } from './site.ts'
import { readOrderEntries } from './ticket-entries.ts'

/** Mounts the calendars of an account, and the calendars of one event or order to download. */
export function mountCalendars(http: HttpContext, deps: CalendarDeps): void {
  const { db, config } = deps
  const { tradeOrigins, brand } = config

  mountRoute(http, calendarsRoutes.list, async ({ account }) => ({
    data: (await readFeeds(db, account.accountId)).map(presentFeed),
  }))

  mountRoute(http, calendarsRoutes.create, async ({ account, body, request }) => {
    const subject =
      body.kind === 'mine'
        ? { kind: body.kind }
        : { kind: body.kind, id: body.kind === 'performer' ? body.performer_id : body.venue_id }
    if (subject.kind === 'mine') await http.requireReauthentication(account)
    return {
      data: presentCreatedFeed(await createFeed(deps, subject, { account, caller: callerOf(request) })),
    }
  })

  mountRoute(http, calendarsRoutes.replace, async ({ account, params, request }) => {
    const feeds = await readFeeds(db, account.accountId)
    const isPrivate = feeds.some(({ id, subject }) => id === params.calendar_id && subject.kind === 'mine')
    if (isPrivate) await http.requireReauthentication(account)
    const created = await replaceFeed(deps, params.calendar_id, { account, caller: callerOf(request) })
    return { data: presentCreatedFeed(created) }
  })

  mountRoute(http, calendarsRoutes.revoke, async ({ account, params, request }) => {
    await endFeed(deps, params.calendar_id, { account, caller: callerOf(request) })
    return { data: { id: params.calendar_id } }
  })

  mountRoute(http, calendarFilesRoutes.event, async ({ params, request }) => {
    const [event] = await readDatedEvents(db, [params.event_id])
    if (!event) throw catalogueErrors.make('event.not_found')
    const entries = [siteEventEntry(event, siteOf(tradeOrigins, request))]
    return { data: { filename: `${event.slug}.ics`, calendar: writeCalendar({ publisher: brand, entries }) } }
  })

  mountRoute(http, calendarFilesRoutes.order, async ({ account, params, request }) => {
    const order = await findOrder(db, account.teamId, params.order_id)
    if (!order) throw orderErrors.make('order.not_found')
    const entries = await readOrderEntries(db, [order], siteOf(tradeOrigins, request))
    const filename = `order-${slugify(order.number)}.ics`
    return { data: { filename, calendar: writeCalendar({ publisher: brand, entries }) } }
  })
}
