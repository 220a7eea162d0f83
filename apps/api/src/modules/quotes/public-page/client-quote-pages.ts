import { quotePageRoutes } from '@terrace/contracts/quote-page'
import type { ResponseInputOf } from '@terrace/contracts/route'
import type { Clock } from '#api/shared/clock.ts'
import {
  responseBytes,
  cacheBudgets,
  type EventCache,
  type Rates,
  type StockPricer,
} from '#api/modules/listings/index.ts'
import { cpuMsSince } from '#api/shared/cpu-time.ts'
import { createLruCache } from '#api/shared/lru-cache.ts'
import { offersForClient } from './offers-for-client.ts'
import { clientRateDate } from '../pricing/exchange-rates.ts'
import type { CachedQuote } from '../quote-cache.ts'
import { statusOf } from '../quote-status.ts'
import { readPricingContext } from '../pricing/pricing-context.ts'
import type { QuotePricingContext } from './client-offer.ts'
import { presentClientQuote } from './client-quote.presenter.ts'

interface ClientQuotePagesDeps {
  clock: Clock
  eventCache: Pick<EventCache, 'get'>
  rates: Pick<Rates, 'converterTo'>
  pricer: StockPricer
  realtime: { quoteChannels(quote: { quoteId: string; eventId: number }): string[] }
  config: { apiBaseUrl: string }
}

export interface PageQuery {
  page: number
  perPage: number
}

/** A serialised page with the inputs it was built from; valid while they are unchanged. */
interface CachedPage {
  json: Buffer
  cachedQuote: CachedQuote
  eventSnapshot: QuotePricingContext['eventSnapshot']
  revision: number
  ratesRevision: string
  /** Can change by time alone. */
  status: string
}

/**
 * Builds the response with a client's quote, one page of its offers at a time. All clients get the same response, so
 * its JSON is cached until quote, stock, rates or status change.
 */
export function createClientQuotePages(deps: ClientQuotePagesDeps) {
  const { clock, realtime, pricer, config } = deps
  const pages = createLruCache<CachedPage>(cacheBudgets.quotePages)

  async function pricingFor({ quote }: CachedQuote): Promise<QuotePricingContext> {
    const pricing = await readPricingContext(deps, quote)
    return { ...pricing, listings: pricer.price([pricing.eventSnapshot], pricing.converter).index.listings }
  }

  function buildResponse(
    cachedQuote: CachedQuote,
    pricing: QuotePricingContext,
    { page, perPage }: PageQuery,
  ): ResponseInputOf<typeof quotePageRoutes.details> {
    const { quote, settings } = cachedQuote
    const { total, ...offered } = offersForClient(quote, pricing, {
      page,
      perPage,
      withAlternatives: settings.offersAlternatives,
    })
    const channels = realtime.quoteChannels({ quoteId: quote.id, eventId: quote.event.id })
    const { apiBaseUrl } = config
    const lastPage = Math.max(1, Math.ceil(total / perPage))
    return {
      data: presentClientQuote({
        cachedQuote,
        offered,
        eventSnapshot: pricing.eventSnapshot,
        rateDate: clientRateDate(quote, pricing),
        channels,
        apiBaseUrl,
        now: clock.now(),
      }),
      meta: { total, page, per_page: perPage, last_page: lastPage },
    }
  }

  return {
    pricingFor,
    buildResponse,
    /** `workMs` is the computing time of a page that was not cached. */
    async readJson(
      cachedQuote: CachedQuote,
      pageQuery: PageQuery,
    ): Promise<{ json: Buffer; workMs: number }> {
      const { quote } = cachedQuote
      const pricing = await readPricingContext(deps, quote)
      const inputs = {
        cachedQuote,
        eventSnapshot: pricing.eventSnapshot,
        revision: pricing.eventSnapshot.revision,
        ratesRevision: pricing.converter.revision,
        status: statusOf(quote, clock.now()),
      }
      const key = `${quote.id} ${pageQuery.page} ${pageQuery.perPage}`
      const cached = pages.get(key)
      if (cached && isCurrent(cached, inputs)) return { json: cached.json, workMs: 0 }
      const from = process.threadCpuUsage()
      const listings = pricer.price([pricing.eventSnapshot], pricing.converter).index.listings
      const response = quotePageRoutes.details.response.parse(
        buildResponse(cachedQuote, { ...pricing, listings }, pageQuery),
      )
      const json = Buffer.from(JSON.stringify(response))
      pages.set(key, { ...inputs, json }, responseBytes(key, { json }))
      return { json, workMs: cpuMsSince(from) }
    },
  }
}

function isCurrent(cached: CachedPage, inputs: Omit<CachedPage, 'json'>): boolean {
  return (
    cached.cachedQuote === inputs.cachedQuote &&
    cached.eventSnapshot === inputs.eventSnapshot &&
    cached.revision === inputs.revision &&
    cached.ratesRevision === inputs.ratesRevision &&
    cached.status === inputs.status
  )
}
