import { quotesRoutes } from '@terrace/contracts/quotes'
import { slugify } from '@terrace/domain/slug'
import { mountRoute, type HttpContext } from '../../http/mount-route.ts'
import type { StockPricer } from '../listings/index.ts'
import { findLogo } from './logo/logos.repo.ts'
import { offerToVisitor } from './offer-to-visitor.ts'
import { makeQuotePaper } from './paper/make-quote-paper.ts'
import { quoteLink } from './quote-link.ts'
import { readQuoteSettings } from './quote-settings.repo.ts'
import { openSlug } from './quote-slug.ts'
import { quoteErrors } from './quotes.errors.ts'
import { findTeamQuote } from './quotes.repo.ts'
import { stockOf, type ShowDeps } from './show-quotes.ts'
import { presentToVisitor } from './visitor.presenter.ts'

interface PaperDeps extends ShowDeps {
  pricer: StockPricer
  config: ShowDeps['config'] & { apiBase: string }
}

/** More than anybody prints; the rest is counted, and is behind the link. */
const mostOffers = 100

/** The quote as a paper for its client. */
export function mountQuotePapers(http: HttpContext, deps: PaperDeps): void {
  const { db, clock, sealer, pricer, config } = deps

  mountRoute(http, quotesRoutes.pdf, async ({ params, account, request }) => {
    const quote = await findTeamQuote(db, account.teamId, params.quote_id)
    if (!quote) throw quoteErrors.make('quote.not_found')
    const settings = await readQuoteSettings(db, account.teamId)
    const logo = settings.logoId === null ? undefined : await findLogo(db, settings.logoId)
    const { book, converter } = await stockOf(deps, quote)
    const { rows } = pricer.price([book], converter).view
    const { total, ...offered } = offerToVisitor(
      quote,
      { book, converter, rows },
      { page: 1, perPage: mostOffers, withAlternatives: false },
    )
    const now = clock.now()
    const { apiBase } = config
    const known = { quote, settings }
    const slug = openSlug(sealer, quote)
    const bytes = await makeQuotePaper({
      shown: presentToVisitor({ known, offered, book, channels: [], apiBase, now }),
      total,
      link:
        slug === null
          ? null
          : quoteLink(config, { slug, quoteOrigin: settings.quoteOrigin, asked: request.headers.origin }),
      logo: logo?.bytes ?? null,
      madeAt: now,
    })
    const base64 = Buffer.from(bytes).toString('base64')
    return { data: { filename: `${slugify(quote.title) || 'quote'}.pdf`, base64 } }
  })
}
