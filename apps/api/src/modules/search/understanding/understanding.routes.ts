import { searchRoutes } from '@terrace/contracts/search-understanding'
import { withoutSpans } from '@terrace/domain/search/edit-query'
import { understandQuery } from '@terrace/domain/search/understand-query'
import { isTimeZone, toLocal } from '@terrace/domain/time/time-zones'
import type { Money } from '@terrace/domain/money/money'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import type { Clock } from '#api/shared/clock.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import { listingFiltersOf } from './listing-filters.ts'
import type { NameDictionary } from './name-dictionary.ts'

interface SearchDeps {
  clock: Clock
  /** Is started and stopped with the app. */
  dictionary: NameDictionary
  rates: { converterTo(currency: string): Promise<{ convert(amount: Money): Money | null } | undefined> }
  config: { serviceFeeBp: number }
}

export function mountSearch(http: HttpContext, deps: SearchDeps): void {
  const { clock, rates, config, dictionary } = deps
  http.app.addHook('onReady', async () => dictionary.start())
  http.app.addHook('preClose', () => dictionary.stop())

  mountRoute(http, searchRoutes.understand, async ({ account, body }) => {
    const { text, locale, timezone = 'UTC' } = body
    if (!isTimeZone(timezone)) throw invalidInput({ timezone: ['must be a time zone such as Europe/London'] })
    const [names, converter] = await Promise.all([
      dictionary.current(),
      rates.converterTo(account.baseCurrency),
    ])
    const today = (toLocal(clock.now(), timezone) ?? '').slice(0, 10)
    const { parts, listing, words, isTruncated } = understandQuery(text, { today, locale, names })
    return {
      data: {
        parts: parts.map((part) => ({
          ...part,
          alternatives: [...part.alternatives],
          facets: part.facets.map((values) => [...values]),
          ranges: [...part.ranges],
        })),
        listing_parts: listing.map(({ from, to, text: typed, label }) => ({ from, to, text: typed, label })),
        words: words.map(({ isQuoted, ...word }) => ({ ...word, is_quoted: isQuoted })),
        listing: listingFiltersOf(listing, {
          currency: account.baseCurrency,
          convert: (amount) => converter?.convert(amount) ?? null,
          serviceFeeBp: config.serviceFeeBp,
        }),
        event_text: withoutSpans(text, listing),
        is_truncated: isTruncated,
      },
    }
  })
}
