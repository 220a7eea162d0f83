import type { QuoteCache, QuoteWithSettings } from '../quote-cache.ts'
import type { QuoteOrigins } from '../settings/quote-origins.ts'
import { statusOf } from '../quote-status.ts'
import { quoteErrors } from '../quotes.errors.ts'
import { presentBrand, type BrandConfig } from './client-quote.presenter.ts'

interface ViewContext {
  now: Date
  config: BrandConfig
}

/**
 * The quote at a link, if pages of `origin` may show it.
 * @throws `quote.unknown`, also on another team's origin, and `quote.ended` with the broker's contact.
 */
export async function openQuoteLink(
  { quotes, origins }: { quotes: QuoteCache; origins: QuoteOrigins },
  { slug, origin, ...viewContext }: ViewContext & { slug: string; origin: string | undefined },
): Promise<QuoteWithSettings> {
  const quoteWithSettings = await quotes.get(slug)
  if (!quoteWithSettings || !(await origins.isAllowedFor(origin, quoteWithSettings.quote.teamId)))
    throw quoteErrors.make('quote.unknown')
  assertNotEnded(quoteWithSettings, viewContext)
  return quoteWithSettings
}

export function assertNotEnded(quoteWithSettings: QuoteWithSettings, { now, config }: ViewContext): void {
  const status = statusOf(quoteWithSettings.quote, now)
  if (status !== 'Expired' && status !== 'Withdrawn') return
  throw quoteErrors.make('quote.ended', {
    details: { status, broker: presentBrand(quoteWithSettings, config) },
  })
}
