import type { WireNewQuote, WireQuote, WireQuoteDetail } from '@terrace/contracts/quote-shapes'
import { sql } from 'kysely'
import type { Config } from '#api/config/config.ts'
import type { Db } from '#api/db/client.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import type { EventCache, Rates } from '#api/modules/listings/index.ts'
import { readHistory } from './quote-history.repo.ts'
import { exchangeRatesOf } from '../pricing/exchange-rates.ts'
import { priceOffers } from '../pricing/price-offers.ts'
import { readPricingContext } from '../pricing/pricing-context.ts'
import { quoteLink } from '../quote-link.ts'
import { readQuoteSettings } from '../settings/quote-settings.repo.ts'
import { decryptSlug } from '../quote-slug.ts'
import type { Quote } from '../quote.ts'
import { quoteErrors } from '../quotes.errors.ts'
import { presentQuote, presentQuoteDetail, type PricedQuote } from './quotes.presenter.ts'
import { findTeamQuote, readQuotes } from '../quotes.repo.ts'

export interface ShowDeps {
  db: Db
  clock: Clock
  fieldCipher: FieldCipher
  eventCache: Pick<EventCache, 'get'>
  rates: Pick<Rates, 'converterTo'>
  config: Pick<Config, 'tradeOrigins' | 'production' | 'port'>
}

/** The requesting team and site; links use that site's origin. */
export interface Viewer {
  teamId: string
  /** The browser's `Origin` header. */
  requestOrigin: string | undefined
}

/**
 * The quote as its broker sees it, at current costs.
 * @throws `quote.not_found`, including for quotes of other teams.
 */
export async function showQuote(deps: ShowDeps, id: string, viewer: Viewer): Promise<WireQuoteDetail> {
  const quote = await findTeamQuote(deps.db, viewer.teamId, id)
  if (!quote) throw quoteErrors.make('quote.not_found')
  const [priced] = await priceQuotes(deps, [quote], viewer)
  if (!priced) throw quoteErrors.make('quote.not_found')
  return presentQuoteDetail(priced, await readHistory(deps.db, id))
}

/**
 * A quote just created, or replayed for its idempotency key.
 * @throws `quote.link_lost` when the link can no longer be decrypted.
 */
export async function showNewQuote(deps: ShowDeps, id: string, viewer: Viewer): Promise<WireNewQuote> {
  const { slug, link, ...quote } = await showQuote(deps, id, viewer)
  if (slug === null || link === null) throw quoteErrors.make('quote.link_lost')
  return { ...quote, slug, link }
}

/** Several quotes of the team for a list, in the given order. */
export async function showQuotes(
  deps: ShowDeps,
  quotes: readonly Quote[],
  viewer: Viewer,
): Promise<WireQuote[]> {
  return (await priceQuotes(deps, quotes, viewer)).map(presentQuote)
}

/** The latest of these quotes of the team, newest first. */
export async function showLatestQuotes(
  deps: ShowDeps,
  { ids, limit }: { ids: readonly string[]; limit: number },
  viewer: Viewer,
): Promise<WireQuote[]> {
  const isLatest = sql<boolean>`q.id in (
    select id from quotes where id = any(${ids}) and team_id = ${viewer.teamId} order by created_at desc, id limit ${limit})`
  return showQuotes(deps, await readQuotes(deps.db, isLatest), viewer)
}

async function priceQuotes(deps: ShowDeps, quotes: readonly Quote[], { teamId, requestOrigin }: Viewer) {
  const { quoteOrigin } = await readQuoteSettings(deps.db, teamId)
  const now = deps.clock.now()
  return Promise.all(
    quotes.map(async (quote): Promise<PricedQuote> => {
      const slug = decryptSlug(deps.fieldCipher, quote)
      const pricing = await readPricingContext(deps, quote)
      return {
        quote,
        offers: priceOffers(quote, pricing),
        exchangeRates: exchangeRatesOf(quote, pricing),
        slug,
        link: slug === null ? null : quoteLink(deps.config, { slug, quoteOrigin, requestOrigin }),
        now,
      }
    }),
  )
}
