import { quotePageRoutes } from '@terrace/contracts/quote-page'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { mountRoute, type HttpContext } from '../../http/mount-route.ts'
import type { OutboxTail } from '../../outbox/tail-outbox.ts'
import { AppError } from '../../shared/app-error.ts'
import { findSeatingPlan } from '../catalogue/index.ts'
import { createStockPricer, type EventBooks, type Rates } from '../listings/index.ts'
import { acceptQuote, declineQuote, type AnswerDeps } from './answer-quote.ts'
import { createQuoteViews } from './count-views.ts'
import { isRobot } from './is-robot.ts'
import { offerToVisitor, type VisitorStock } from './offer-to-visitor.ts'
import { openLink } from './open-link.ts'
import { createQuoteCache, type KnownQuote } from './quote-cache.ts'
import type { QuoteOrigins } from './quote-origins.ts'
import { quoteErrors } from './quotes.errors.ts'
import { stockOf } from './show-quotes.ts'
import { presentQuotePlan, presentToVisitor } from './visitor.presenter.ts'

interface VisitorDeps extends AnswerDeps {
  books: Pick<EventBooks, 'get' | 'doubt'>
  rates: Pick<Rates, 'converterTo'>
  outbox: Pick<OutboxTail, 'onNotice' | 'wake'>
  quoteOrigins: QuoteOrigins
  realtime: { quoteChannels(quote: { quoteId: string; eventId: number }): string[] }
  logger: { warn(facts: object, text: string): void }
  config: AnswerDeps['config'] & Pick<Config, 'tradeOrigins' | 'security'>
}

/** What is asked by whoever has the link of a quote, without a login (product.md §5). */
export function mountQuotePage(http: HttpContext, deps: VisitorDeps): void {
  const { db, clock, books, outbox, realtime, config } = deps
  const { apiBase } = config
  const links = { quotes: createQuoteCache(deps), origins: deps.quoteOrigins }
  const views = createQuoteViews(deps)
  const pricer = createStockPricer()
  http.app.addHook('preClose', () => views.flush())

  /** The quote at a link; what is said of it is nobody's to keep. */
  function open(slug: string, { headers }: FastifyRequest, reply: FastifyReply): Promise<KnownQuote> {
    void reply.header('cache-control', 'no-store')
    return openLink(links, { slug, origin: headers.origin, now: clock.now(), apiBase })
  }

  async function visitorStock({ quote }: KnownQuote): Promise<VisitorStock> {
    const stock = await stockOf(deps, quote)
    return { ...stock, rows: pricer.price([stock.book], stock.converter).view.rows }
  }

  async function show(known: KnownQuote, { page, perPage }: { page: number; perPage: number }) {
    const { quote, settings } = known
    const stock = await visitorStock(known)
    const { offers, total } = offerToVisitor(quote, stock, {
      page,
      perPage,
      withAlternatives: settings.offersAlternatives,
    })
    const channels = realtime.quoteChannels({ quoteId: quote.id, eventId: quote.event.id })
    const lastPage = Math.max(1, Math.ceil(total / perPage))
    return {
      data: presentToVisitor({ known, offers, book: stock.book, channels, apiBase, now: clock.now() }),
      meta: { total, page, per_page: perPage, last_page: lastPage },
    }
  }

  /** Whether the broker's own people look: a token may come along, and one that is no good any more is no reason to refuse. */
  async function isOwn(request: FastifyRequest, teamId: string): Promise<boolean> {
    if (request.headers.authorization === undefined) return false
    try {
      return (await http.authenticate(request)).teamId === teamId
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  }

  /** Answers the quote as it is after the answer, and lets everybody know. */
  async function answered(known: KnownQuote, slug: string, request: FastifyRequest, reply: FastifyReply) {
    links.quotes.drop(known.quote.id)
    outbox.wake()
    return show(await open(slug, request, reply), { page: 1, perPage: firstPage })
  }

  mountRoute(http, quotePageRoutes.details, async ({ body, request, reply }) => {
    const known = await open(body.slug, request, reply)
    const { id, teamId } = known.quote
    if (body.is_opening && !isRobot(request.headers['user-agent']) && !(await isOwn(request, teamId)))
      views.saw(id)
    return show(known, { page: body.page, perPage: body.per_page })
  })

  mountRoute(http, quotePageRoutes.plan, async ({ body, request, reply }) => {
    const { quote } = await open(body.slug, request, reply)
    const plan = await findSeatingPlan(db, quote.event.venueId)
    if (!plan) throw quoteErrors.make('venue.not_found')
    return { data: presentQuotePlan(plan) }
  })

  mountRoute(http, quotePageRoutes.accept, async ({ body, request, reply }) => {
    const known = await open(body.slug, request, reply)
    const { quote, settings } = known
    const isHeld = await acceptQuote(deps, {
      quoteId: quote.id,
      name: body.name,
      email: body.email,
      offers: body.offers.map(({ offer_id: offerId, quantity }) => ({ offerId, quantity })),
      stock: await visitorStock(known),
      settings,
    })
    // This process must not answer from before its own change; the others hear of it through the outbox.
    if (isHeld) books.doubt(quote.event.id)
    return answered(known, body.slug, request, reply)
  })

  mountRoute(http, quotePageRoutes.decline, async ({ body, request, reply }) => {
    const known = await open(body.slug, request, reply)
    await declineQuote(deps, {
      quoteId: known.quote.id,
      name: body.name || null,
      reason: body.reason || null,
      settings: known.settings,
    })
    return answered(known, body.slug, request, reply)
  })
}

/** As many offers as `quotes.details` gives without being asked for another number. */
const firstPage = 100
