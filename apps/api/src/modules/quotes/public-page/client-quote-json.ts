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
import type { QuoteWithSettings } from '../quote-cache.ts'
import { statusOf } from '../quote-status.ts'
import { readPricingContext } from '../pricing/pricing-context.ts'
import type { QuotePricingContext } from './client-offer.ts'
import { presentClientQuote, type BrandConfig } from './client-quote.presenter.ts'

interface ClientQuoteJsonDeps {
  clock: Clock
  eventCache: Pick<EventCache, 'get'>
  rates: Pick<Rates, 'converterTo'>
  pricer: StockPricer
  realtime: { quoteChannels(quote: { quoteId: string; eventId: number }): string[] }
  config: BrandConfig
}

export interface PageQuery {
  page: number
  perPage: number
}

/** A quote as JSON, with the inputs it was built from; valid while they are unchanged. */
interface CachedQuote {
  json: Buffer
  quoteWithSettings: QuoteWithSettings
  eventSnapshot: QuotePricingContext['eventSnapshot']
  revision: number
  ratesRevision: string
  /** Can change by time alone. */
  status: string
}

/**
 * Builds what a client gets of a quote, with one page of its offers. All clients get the same, so the JSON is cached until
 * quote, stock, rates or status change.
 */
export function createClientQuoteJson(deps: ClientQuoteJsonDeps) {
  const { clock, realtime, pricer, config } = deps
  const cachedQuotes = createLruCache<CachedQuote>(cacheBudgets.clientQuotes)

  async function pricingFor({ quote }: QuoteWithSettings): Promise<QuotePricingContext> {
    const pricing = await readPricingContext(deps, quote)
    return { ...pricing, listings: pricer.price([pricing.eventSnapshot], pricing.converter).index.listings }
  }

  function build(
    quoteWithSettings: QuoteWithSettings,
    pricing: QuotePricingContext,
    { page, perPage }: PageQuery,
  ): ResponseInputOf<typeof quotePageRoutes.details> {
    const { quote, settings } = quoteWithSettings
    const { total, ...offered } = offersForClient(quote, pricing, {
      page,
      perPage,
      withAlternatives: settings.offersAlternatives,
    })
    const channels = realtime.quoteChannels({ quoteId: quote.id, eventId: quote.event.id })
    const lastPage = Math.max(1, Math.ceil(total / perPage))
    return {
      data: presentClientQuote({
        quoteWithSettings,
        offered,
        eventSnapshot: pricing.eventSnapshot,
        rateDate: clientRateDate(quote, pricing),
        channels,
        config,
        now: clock.now(),
      }),
      meta: { total, page, per_page: perPage, last_page: lastPage },
    }
  }

  return {
    pricingFor,
    build,
    /** As bytes, cached. `workMs` is the computing time if they were not cached. */
    async read(
      quoteWithSettings: QuoteWithSettings,
      pageQuery: PageQuery,
    ): Promise<{ json: Buffer; workMs: number }> {
      const { quote } = quoteWithSettings
      const pricing = await readPricingContext(deps, quote)
      const inputs = {
        quoteWithSettings,
        eventSnapshot: pricing.eventSnapshot,
        revision: pricing.eventSnapshot.revision,
        ratesRevision: pricing.converter.revision,
        status: statusOf(quote, clock.now()),
      }
      const key = `${quote.id} ${pageQuery.page} ${pageQuery.perPage}`
      const cached = cachedQuotes.get(key)
      if (cached && isCurrent(cached, inputs)) return { json: cached.json, workMs: 0 }
      const from = process.threadCpuUsage()
      const listings = pricer.price([pricing.eventSnapshot], pricing.converter).index.listings
      const clientQuote = quotePageRoutes.details.response.parse(
        build(quoteWithSettings, { ...pricing, listings }, pageQuery),
      )
      const json = Buffer.from(JSON.stringify(clientQuote))
      cachedQuotes.set(key, { ...inputs, json }, responseBytes(key, { json }))
      return { json, workMs: cpuMsSince(from) }
    },
  }
}

function isCurrent(cached: CachedQuote, inputs: Omit<CachedQuote, 'json'>): boolean {
  return (
    cached.quoteWithSettings === inputs.quoteWithSettings &&
    cached.eventSnapshot === inputs.eventSnapshot &&
    cached.revision === inputs.revision &&
    cached.ratesRevision === inputs.ratesRevision &&
    cached.status === inputs.status
  )
}
