import type { QuoteCache, KnownQuote } from './quote-cache.ts'
import type { QuoteOrigins } from './quote-origins.ts'
import { statusOf } from './quote-status.ts'
import { quoteErrors } from './quotes.errors.ts'
import { presentBrand } from './visitor.presenter.ts'

interface Moment {
  now: Date
  apiBase: string
}

/**
 * The quote at a link, as a page of `origin` may show it. Throws `quote.unknown`, also where the page is another team's, and
 * `quote.ended` with whom to ask instead.
 */
export async function openLink(
  { quotes, origins }: { quotes: QuoteCache; origins: QuoteOrigins },
  { slug, origin, ...moment }: Moment & { slug: string; origin: string | undefined },
): Promise<KnownQuote> {
  const known = await quotes.get(slug)
  if (!known || !(await origins.shows(origin, known.quote.teamId))) throw quoteErrors.make('quote.unknown')
  assertNotEnded(known, moment)
  return known
}

export function assertNotEnded(known: KnownQuote, { now, apiBase }: Moment): void {
  const status = statusOf(known.quote, now)
  if (status !== 'Expired' && status !== 'Withdrawn') return
  throw quoteErrors.make('quote.ended', { details: { status, broker: presentBrand(known, apiBase) } })
}
