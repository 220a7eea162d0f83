import { slugify } from '@terrace/domain/text/slug'
import type { StockPricer } from '#api/modules/listings/index.ts'
import { createWorkerQueue } from '#api/shared/concurrency/worker-queue.ts'
import type { ShowDeps, Viewer } from '../manage/show-quotes.ts'
import { clientRateDate } from '../pricing/exchange-rates.ts'
import { readPricingContext } from '../pricing/pricing-context.ts'
import { presentClientQuote, type BrandConfig } from '../public-page/client-quote.presenter.ts'
import { offersForClient } from '../public-page/offers-for-client.ts'
import { quoteLink } from '../quote-link.ts'
import { decryptSlug } from '../quote-slug.ts'
import { quoteErrors } from '../quotes.errors.ts'
import { findTeamQuote } from '../quotes.repo.ts'
import { findLogo } from '../settings/logo/logos.repo.ts'
import { readQuoteSettings } from '../settings/quote-settings.repo.ts'
import type { QuoteDocument } from './quote-document.ts'

export interface QuotePdfDeps extends ShowDeps {
  pricer: StockPricer
  config: ShowDeps['config'] & BrandConfig
}

// In a worker thread, because embedding fonts would block the event loop.
const render = createWorkerQueue<QuoteDocument, Uint8Array>(new URL('./pdf-worker.ts', import.meta.url))

/** More than anyone prints. The PDF states how many others are behind the link. */
const maxPdfOffers = 100

/**
 * Renders what the client sees now as a PDF. `onEnd` receives the milliseconds it took in the worker thread.
 * @throws `quote.not_found`, including for quotes of other teams
 */
export async function createQuotePdf(
  deps: QuotePdfDeps,
  quoteId: string,
  { teamId, requestOrigin }: Viewer,
  onEnd?: (ms: number) => void,
): Promise<{ filename: string; bytes: Uint8Array }> {
  const { db, clock, fieldCipher, pricer, config } = deps
  const quote = await findTeamQuote(db, teamId, quoteId)
  if (!quote) throw quoteErrors.make('quote.not_found')
  const settings = await readQuoteSettings(db, teamId)
  const logo = settings.logoId === null ? undefined : await findLogo(db, settings.logoId)
  const { eventSnapshot, converter } = await readPricingContext(deps, quote)
  const { listings } = pricer.price([eventSnapshot], converter).index
  const { total, ...offered } = offersForClient(
    quote,
    { eventSnapshot, converter, listings },
    { page: 1, perPage: maxPdfOffers, withAlternatives: false },
  )
  const now = clock.now()
  const slug = decryptSlug(fieldCipher, quote)
  const document: QuoteDocument = {
    quote: presentClientQuote({
      quoteWithSettings: { quote, settings },
      offered,
      eventSnapshot,
      rateDate: clientRateDate(quote, { eventSnapshot, converter }),
      channels: [],
      config,
      now,
    }),
    offerCount: total,
    link:
      slug === null ? null : quoteLink(config, { slug, quoteOrigin: settings.quoteOrigin, requestOrigin }),
    logo: logo?.bytes ?? null,
    createdAt: now,
  }
  return { filename: `${slugify(quote.title) || 'quote'}.pdf`, bytes: await render(document, onEnd) }
}
