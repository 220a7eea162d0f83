import { quotePageRoutes } from '@terrace/contracts/quote-page'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { mountRoute, type HttpContext } from '../../http/mount-route.ts'
import type { OutboxTail } from '../../outbox/tail-outbox.ts'
import { AppError } from '../../shared/app-error.ts'
import type { EventBooks, Rates, StockPricer } from '../listings/index.ts'
import { acceptQuote } from './accept-quote.ts'
import type { AnswerDeps } from './answer-quote.ts'
import { createQuoteViews } from './count-views.ts'
import { declineQuote } from './decline-quote.ts'
import { isRobot } from './is-robot.ts'
import { openLink } from './open-link.ts'
import { createQuoteCache, type KnownQuote } from './quote-cache.ts'
import type { QuoteOrigins } from './quote-origins.ts'
import { createQuotePlans } from './quote-plans.ts'
import { quoteErrors } from './quotes.errors.ts'
import { createVisitorView } from './visitor-view.ts'

interface VisitorDeps extends AnswerDeps {
  books: Pick<EventBooks, 'get' | 'doubt'>
  rates: Pick<Rates, 'converterTo'>
  pricer: StockPricer
  outbox: Pick<OutboxTail, 'onNotice' | 'wake'>
  quoteOrigins: QuoteOrigins
  realtime: { quoteChannels(quote: { quoteId: string; eventId: number }): string[] }
  logger: { warn(facts: object, text: string): void }
  config: AnswerDeps['config'] & Pick<Config, 'tradeOrigins' | 'security'>
}

/** What is asked by whoever has the link of a quote, without a login (product.md §5). */
export function mountQuotePage(http: HttpContext, deps: VisitorDeps): void {
  // `books`: this process must not answer from before its own change; the others hear of it through the outbox.
  const { clock, books, outbox, config } = deps
  const { apiBase } = config
  const links = { quotes: createQuoteCache(deps), origins: deps.quoteOrigins }
  const plans = createQuotePlans(deps)
  const views = createQuoteViews(deps)
  const view = createVisitorView(deps)
  http.app.addHook('preClose', () => views.flush())

  /** The quote at a link; what is said of it is nobody's to keep. */
  function open(slug: string, { headers }: FastifyRequest, reply: FastifyReply): Promise<KnownQuote> {
    void reply.header('cache-control', 'no-store')
    return openLink(links, { slug, origin: headers.origin, now: clock.now(), apiBase })
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
    const now = await open(slug, request, reply)
    return view.show(now, await view.stockFor(now), { page: 1, perPage: firstPage })
  }

  mountRoute(http, quotePageRoutes.details, async ({ body, request, reply }) => {
    const known = await open(body.slug, request, reply)
    const { id, teamId } = known.quote
    if (body.is_opening && !isRobot(request.headers['user-agent']) && !(await isOwn(request, teamId)))
      views.saw(id)
    return view.bytes(known, { page: body.page, perPage: body.per_page })
  })

  mountRoute(http, quotePageRoutes.plan, async ({ body, request, reply }) => {
    const { quote } = await open(body.slug, request, reply)
    const plan = await plans.of(quote.event)
    if (!plan) throw quoteErrors.make('venue.not_found')
    return plan
  })

  mountRoute(http, quotePageRoutes.accept, async ({ body, request, reply }) => {
    const known = await open(body.slug, request, reply)
    const { quote, settings } = known
    const isStockMoved = await acceptQuote(deps, {
      quoteId: quote.id,
      name: body.name,
      email: body.email,
      offers: body.offers.map(({ offer_id: offerId, quantity, price: seenPrice }) => ({
        offerId,
        quantity,
        seenPrice,
      })),
      stock: await view.stockFor(known),
      settings,
    })
    if (isStockMoved) books.doubt(quote.event.id)
    return answered(known, body.slug, request, reply)
  })

  mountRoute(http, quotePageRoutes.decline, async ({ body, request, reply }) => {
    const known = await open(body.slug, request, reply)
    const isReleased = await declineQuote(deps, {
      quoteId: known.quote.id,
      name: body.name || null,
      reason: body.reason || null,
      settings: known.settings,
    })
    if (isReleased) books.doubt(known.quote.event.id)
    return answered(known, body.slug, request, reply)
  })
}

/** As many offers as `quotes.details` gives without being asked for another number. */
const firstPage = 100
