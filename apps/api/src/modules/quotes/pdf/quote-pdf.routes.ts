import { quotesRoutes } from '@terrace/contracts/quotes'
import { slugify } from '@terrace/domain/text/slug'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import type { WorkBudget } from '#api/plugins/rate-limit/work-budget.ts'
import type { StockPricer } from '#api/modules/listings/index.ts'
import { findLogo } from '../settings/logo/logos.repo.ts'
import { offersForClient } from '../public-page/offers-for-client.ts'
import { createQuotePdf } from './create-quote-pdf.ts'
import { clientRateDate } from '../pricing/exchange-rates.ts'
import { quoteLink } from '../quote-link.ts'
import { readQuoteSettings } from '../settings/quote-settings.repo.ts'
import { decryptSlug } from '../quote-slug.ts'
import { quoteErrors } from '../quotes.errors.ts'
import { findTeamQuote } from '../quotes.repo.ts'
import type { ShowDeps } from '../manage/show-quotes.ts'
import { readPricingContext } from '../pricing/pricing-context.ts'
import { presentClientQuote } from '../public-page/client-quote.presenter.ts'

interface PdfDeps extends ShowDeps {
  pricer: StockPricer
  work: Pick<WorkBudget, 'assertLeft' | 'charge'>
  config: ShowDeps['config'] & { apiBaseUrl: string }
}

/** More than anyone prints. The PDF states how many others are behind the link. */
const maxPdfOffers = 100

export function mountQuotePdf(http: HttpContext, deps: PdfDeps): void {
  const { db, clock, fieldCipher, pricer, config } = deps

  mountRoute(http, quotesRoutes.pdf, async ({ params, account, request }) => {
    const payer = { request, accountId: account.accountId }
    deps.work.assertLeft(payer)
    const quote = await findTeamQuote(db, account.teamId, params.quote_id)
    if (!quote) throw quoteErrors.make('quote.not_found')
    const settings = await readQuoteSettings(db, account.teamId)
    const logo = settings.logoId === null ? undefined : await findLogo(db, settings.logoId)
    const { eventSnapshot, converter } = await readPricingContext(deps, quote)
    const { listings } = pricer.price([eventSnapshot], converter).index
    const { total, ...offered } = offersForClient(
      quote,
      { eventSnapshot, converter, listings },
      { page: 1, perPage: maxPdfOffers, withAlternatives: false },
    )
    const now = clock.now()
    const { apiBaseUrl } = config
    const cachedQuote = { quote, settings }
    const slug = decryptSlug(fieldCipher, quote)
    const document = {
      quote: presentClientQuote({
        cachedQuote,
        offered,
        eventSnapshot,
        rateDate: clientRateDate(quote, { eventSnapshot, converter }),
        channels: [],
        apiBaseUrl,
        now,
      }),
      offerCount: total,
      link:
        slug === null
          ? null
          : quoteLink(config, {
              slug,
              quoteOrigin: settings.quoteOrigin,
              requestOrigin: request.headers.origin,
            }),
      logo: logo?.bytes ?? null,
      createdAt: now,
    }
    const bytes = await createQuotePdf(document, (ms) => deps.work.charge(payer, ms))
    const base64 = Buffer.from(bytes).toString('base64')
    return { data: { filename: `${slugify(quote.title) || 'quote'}.pdf`, base64 } }
  })
}
