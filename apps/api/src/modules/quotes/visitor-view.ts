import { quotePageRoutes } from '@terrace/contracts/quote-page'
import type { ResponseInputOf } from '@terrace/contracts/route'
import type { Clock } from '../../shared/clock.ts'
import {
  bytesOfAnswer,
  createSizedCache,
  keptBytes,
  type EventBooks,
  type Rates,
  type StockPricer,
} from '../listings/index.ts'
import { offerToVisitor } from './offer-to-visitor.ts'
import type { KnownQuote } from './quote-cache.ts'
import { statusOf } from './quote-status.ts'
import { stockOf } from './show-quotes.ts'
import type { VisitorStock } from './visitor-offer.ts'
import { presentToVisitor } from './visitor.presenter.ts'

interface ViewDeps {
  clock: Clock
  books: Pick<EventBooks, 'get'>
  rates: Pick<Rates, 'converterTo'>
  pricer: StockPricer
  realtime: { quoteChannels(quote: { quoteId: string; eventId: number }): string[] }
  config: { apiBase: string }
}

export interface Page {
  page: number
  perPage: number
}

/** True for as long as nothing has changed of what it was made of. */
interface KeptAnswer {
  json: Buffer
  known: KnownQuote
  book: VisitorStock['book']
  revision: number
  ratesRevision: string
  /** Time changes it, with nobody's doing. */
  status: string
}

/**
 * What visitors see of a quote, page by page. The same for all who ask until the quote, its event's stock, the rates or the
 * time change it, so it is made, validated and compressed once for them.
 */
export function createVisitorView(deps: ViewDeps) {
  const { clock, realtime, pricer, config } = deps
  const answers = createSizedCache<KeptAnswer>(keptBytes.quotePages)

  async function stockFor({ quote }: KnownQuote): Promise<VisitorStock> {
    const stock = await stockOf(deps, quote)
    return { ...stock, rows: pricer.price([stock.book], stock.converter).view.rows }
  }

  function show(
    known: KnownQuote,
    stock: VisitorStock,
    { page, perPage }: Page,
  ): ResponseInputOf<typeof quotePageRoutes.details> {
    const { quote, settings } = known
    const { total, ...offered } = offerToVisitor(quote, stock, {
      page,
      perPage,
      withAlternatives: settings.offersAlternatives,
    })
    const channels = realtime.quoteChannels({ quoteId: quote.id, eventId: quote.event.id })
    const { apiBase } = config
    const lastPage = Math.max(1, Math.ceil(total / perPage))
    return {
      data: presentToVisitor({ known, offered, book: stock.book, channels, apiBase, now: clock.now() }),
      meta: { total, page, per_page: perPage, last_page: lastPage },
    }
  }

  return {
    stockFor,
    show,
    async bytes(known: KnownQuote, wish: Page): Promise<Buffer> {
      const { quote } = known
      const stock = await stockOf(deps, quote)
      const made = {
        known,
        book: stock.book,
        revision: stock.book.revision,
        ratesRevision: stock.converter.revision,
        status: statusOf(quote, clock.now()),
      }
      const key = `${quote.id} ${wish.page} ${wish.perPage}`
      const kept = answers.get(key)
      if (kept && isMadeOf(kept, made)) return kept.json
      const rows = pricer.price([stock.book], stock.converter).view.rows
      const answer = quotePageRoutes.details.response.parse(show(known, { ...stock, rows }, wish))
      const json = Buffer.from(JSON.stringify(answer))
      answers.set(key, { ...made, json }, bytesOfAnswer(key, { json }))
      return json
    },
  }
}

function isMadeOf(kept: KeptAnswer, now: Omit<KeptAnswer, 'json'>): boolean {
  return (
    kept.known === now.known &&
    kept.book === now.book &&
    kept.revision === now.revision &&
    kept.ratesRevision === now.ratesRevision &&
    kept.status === now.status
  )
}
