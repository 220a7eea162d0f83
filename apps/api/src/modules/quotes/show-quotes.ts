import type { WireNewQuote, WireQuote, WireQuoteWhole } from '@terrace/contracts/quote-shapes'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/client.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Sealer } from '../../shared/sealed-text.ts'
import type { EventBooks, Rates } from '../listings/index.ts'
import { readHistory } from './history.repo.ts'
import { priceOffers, type Stock } from './price-offers.ts'
import { quoteLink } from './quote-link.ts'
import { readQuoteSettings } from './quote-settings.repo.ts'
import { openSlug } from './quote-slug.ts'
import type { Quote } from './quote.ts'
import { quoteErrors } from './quotes.errors.ts'
import { presentQuote, presentWholeQuote, type QuoteNow } from './quotes.presenter.ts'
import { findTeamQuote } from './quotes.repo.ts'

export interface ShowDeps {
  db: Db
  clock: Clock
  sealer: Sealer
  books: Pick<EventBooks, 'get'>
  rates: Pick<Rates, 'converterTo'>
  config: Pick<Config, 'tradeOrigins' | 'production' | 'port'>
}

/** Who asks, and from which site: links lead there. */
export interface Asker {
  teamId: string
  /** The browser's `Origin`. */
  asked: string | undefined
}

/** A quote as its broker sees it, at what its tickets cost now. Throws `quote.not_found`, also for another team's. */
export async function showQuote(deps: ShowDeps, id: string, asker: Asker): Promise<WireQuoteWhole> {
  const quote = await findTeamQuote(deps.db, asker.teamId, id)
  if (!quote) throw quoteErrors.make('quote.not_found')
  const [now] = await quotesNow(deps, [quote], asker)
  if (!now) throw quoteErrors.make('quote.not_found')
  return presentWholeQuote(now, await readHistory(deps.db, id))
}

/** One that was just made, or is answered once more for the same key: throws `quote.link_lost` where its link is lost since. */
export async function showNewQuote(deps: ShowDeps, id: string, asker: Asker): Promise<WireNewQuote> {
  const { slug, link, ...quote } = await showQuote(deps, id, asker)
  if (slug === null || link === null) throw quoteErrors.make('quote.link_lost')
  return { ...quote, slug, link }
}

/** The same of several of the team's, in their order, as they stand in a list. */
export async function showQuotes(
  deps: ShowDeps,
  quotes: readonly Quote[],
  asker: Asker,
): Promise<WireQuote[]> {
  return (await quotesNow(deps, quotes, asker)).map(presentQuote)
}

async function quotesNow(deps: ShowDeps, quotes: readonly Quote[], { teamId, asked }: Asker) {
  const { quoteOrigin } = await readQuoteSettings(deps.db, teamId)
  const now = deps.clock.now()
  return Promise.all(
    quotes.map(async (quote): Promise<QuoteNow> => {
      const slug = openSlug(deps.sealer, quote)
      const stock = await stockOf(deps, quote)
      return {
        quote,
        offers: priceOffers(quote, stock),
        slug,
        link: slug === null ? null : quoteLink(deps.config, { slug, quoteOrigin, asked }),
        now,
      }
    }),
  )
}

/** What a quote's offers are judged and priced by now. */
export async function stockOf(
  { books, rates }: Pick<ShowDeps, 'books' | 'rates'>,
  { event, currency }: Pick<Quote, 'event' | 'currency'>,
): Promise<Stock> {
  const converter = await rates.converterTo(currency)
  if (!converter) throw new Error(`a quote is in ${currency}, in which nothing is traded`)
  return { book: await books.get(event.id), converter }
}
