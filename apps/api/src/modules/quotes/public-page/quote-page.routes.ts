import { quotePageRoutes, quotePageSize } from '@terrace/contracts/quote-page'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#api/config/config.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import type { WorkBudget } from '#api/plugins/rate-limit/work-budget.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import { AppError } from '#api/shared/app-error.ts'
import type { EventCache, Rates, StockPricer } from '#api/modules/listings/index.ts'
import { acceptQuote } from '../respond/accept-quote.ts'
import type { ResponseDeps } from '../respond/respond-to-quote.ts'
import { createClientCalendar } from './client-calendar.ts'
import { createViewCounter } from './count-views.ts'
import { declineQuote } from '../respond/decline-quote.ts'
import { isBot } from '../is-bot.ts'
import { openQuoteLink } from './open-quote-link.ts'
import { createQuoteCache, type QuoteWithSettings } from '../quote-cache.ts'
import type { QuoteOrigins } from '../settings/quote-origins.ts'
import { createQuotePlans } from './quote-plans.ts'
import { quoteErrors } from '../quotes.errors.ts'
import { createClientQuoteJson } from './client-quote-json.ts'

interface QuotePageDeps extends ResponseDeps {
  eventCache: Pick<EventCache, 'get' | 'invalidate'>
  rates: Pick<Rates, 'converterTo'>
  pricer: StockPricer
  outbox: Pick<OutboxTail, 'onNotice' | 'wake'>
  quoteOrigins: QuoteOrigins
  realtime: { quoteChannels(quote: { quoteId: string; eventId: number }): string[] }
  work: Pick<WorkBudget, 'assertBudgetLeft' | 'charge'>
  logger: { warn(details: object, message: string): void }
  config: ResponseDeps['config'] & Pick<Config, 'tradeOrigins' | 'security'>
}

/** Milliseconds charged for a call that waits for the database most of the time; its computing time is not measured. */
const databaseWorkMs = 5

/** Public routes for clients with a quote link; no login (product.md §5). */
export function mountQuotePage(http: HttpContext, deps: QuotePageDeps): void {
  // Routes that change stock invalidate `eventCache`, so that this process never serves stale stock. Other processes
  // learn of the change from the outbox.
  const { clock, eventCache, outbox, config } = deps
  const linkDeps = { quotes: createQuoteCache(deps), origins: deps.quoteOrigins }
  const plans = createQuotePlans(deps)
  const viewCounter = createViewCounter(deps)
  const clientQuoteJson = createClientQuoteJson(deps)
  http.app.addHook('preClose', () => viewCounter.flush())

  /** Opens the quote of a link, unless the caller has used up its work budget. The response must not be cached. */
  function openQuote(slug: string, request: FastifyRequest, reply: FastifyReply): Promise<QuoteWithSettings> {
    void reply.header('cache-control', 'no-store')
    deps.work.assertBudgetLeft({ request })
    return openQuoteLink(linkDeps, { slug, origin: request.headers.origin, now: clock.now(), config })
  }

  /** Whether the caller is a member of the broker’s team. An invalid token counts as anonymous. */
  async function isTeamMember(request: FastifyRequest, teamId: string): Promise<boolean> {
    if (request.headers.authorization === undefined) return false
    try {
      return (await http.authenticate(request)).teamId === teamId
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  }

  /** Makes a change of the quote visible at once and returns the updated quote. */
  async function respondWithUpdatedQuote(
    quoteWithSettings: QuoteWithSettings,
    slug: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    linkDeps.quotes.evict(quoteWithSettings.quote.id)
    outbox.wake()
    deps.work.charge({ request }, databaseWorkMs)
    const updated = await openQuote(slug, request, reply)
    return clientQuoteJson.build(updated, await clientQuoteJson.pricingFor(updated), {
      page: 1,
      perPage: quotePageSize,
    })
  }

  mountRoute(http, quotePageRoutes.details, async ({ body, request, reply }) => {
    const quoteWithSettings = await openQuote(body.slug, request, reply)
    const { id, teamId } = quoteWithSettings.quote
    if (body.is_opening && !isBot(request.headers['user-agent']) && !(await isTeamMember(request, teamId)))
      viewCounter.recordView(id)
    const { json, workMs } = await clientQuoteJson.read(quoteWithSettings, {
      page: body.page,
      perPage: body.per_page,
    })
    deps.work.charge({ request }, workMs)
    return json
  })

  mountRoute(http, quotePageRoutes.plan, async ({ body, request, reply }) => {
    const { quote } = await openQuote(body.slug, request, reply)
    deps.work.charge({ request }, databaseWorkMs)
    const plan = await plans.planForEvent(quote.event)
    if (!plan) throw quoteErrors.make('venue.not_found')
    return plan
  })

  mountRoute(http, quotePageRoutes.calendar, async ({ body, request, reply }) => {
    const quoteWithSettings = await openQuote(body.slug, request, reply)
    deps.work.charge({ request }, databaseWorkMs)
    return { data: await createClientCalendar(deps.db, quoteWithSettings, config) }
  })

  mountRoute(http, quotePageRoutes.accept, async ({ body, request, reply }) => {
    const quoteWithSettings = await openQuote(body.slug, request, reply)
    const { quote, settings } = quoteWithSettings
    const hasStockChanged = await acceptQuote(deps, {
      quoteId: quote.id,
      name: body.name,
      email: body.email,
      offers: body.offers.map(({ offer_id: offerId, quantity, price: seenPrice }) => ({
        offerId,
        quantity,
        seenPrice,
      })),
      pricing: await clientQuoteJson.pricingFor(quoteWithSettings),
      settings,
      isByTeam: await isTeamMember(request, quote.teamId),
    })
    if (hasStockChanged) eventCache.invalidate(quote.event.id)
    return respondWithUpdatedQuote(quoteWithSettings, body.slug, request, reply)
  })

  mountRoute(http, quotePageRoutes.decline, async ({ body, request, reply }) => {
    const quoteWithSettings = await openQuote(body.slug, request, reply)
    const isReleased = await declineQuote(deps, {
      quoteId: quoteWithSettings.quote.id,
      name: body.name || null,
      reason: body.reason || null,
      settings: quoteWithSettings.settings,
    })
    if (isReleased) eventCache.invalidate(quoteWithSettings.quote.event.id)
    return respondWithUpdatedQuote(quoteWithSettings, body.slug, request, reply)
  })
}
