import { wireListing } from '@terrace/contracts/listings'
import { buyable } from '@terrace/domain/split-options'
import { createSizedCache } from './sized-cache.ts'
import type { EventBook } from './event-book.ts'
import type { Listing, PricedListing } from './listing.ts'
import { bytesOfPricedStock, keptBytes } from './kept-bytes.ts'
import { presentListing } from './listings.presenter.ts'
import type { Converter } from './rates.ts'
import { createStockView, type StockView } from './stock-view.ts'

/** The stock of an event, or of several, in one currency. */
export interface PricedStock {
  view: StockView
  /** As of a converter that converted nothing else. */
  rateDate: string | undefined
  isStale: boolean
  /** One of its rows as JSON. */
  textOf(row: PricedListing): string
}

interface KeptStock extends PricedStock {
  book: EventBook
  revision: number
  ratesRevision: string
  /** Characters of the texts that its rows keep. */
  readonly characters: number
}

export interface StockPricer {
  price(books: readonly EventBook[], converter: Converter): PricedStock
}

/**
 * Prices books, and keeps what it made of those that were asked for lately: after a change only the listings that differ
 * are priced again.
 */
export function createStockPricer(): StockPricer {
  const kept = createSizedCache<KeptStock>(keptBytes.pricedStock)

  function priceBook(book: EventBook, converter: Converter): KeptStock {
    const key = `${book.eventId} ${converter.currency}`
    const known = kept.get(key)
    const before = known?.book === book && known.ratesRevision === converter.revision ? known : undefined
    const stock = before?.revision === book.revision ? before : makeStock(book, converter.anew(), before)
    // Its texts may have grown since it was weighed.
    kept.set(key, stock, bytesOfPricedStock(stock.view.rows.length, stock.characters))
    return stock
  }

  return {
    price(books: readonly EventBook[], converter: Converter): PricedStock {
      const stocks = new Map(books.map((book) => [book.eventId, priceBook(book, converter)]))
      const [only, ...others] = stocks.values()
      if (only && others.length === 0) return only
      const all = [...stocks.values()]
      return {
        view: createStockView(all.flatMap(({ view }) => view.rows)),
        rateDate: all.flatMap(({ rateDate }) => rateDate ?? []).toSorted()[0],
        isStale: all.some(({ isStale }) => isStale),
        textOf: (row) => stocks.get(row.listing.eventId)?.textOf(row) ?? '',
      }
    },
  }
}

function makeStock(book: EventBook, converter: Converter, before: KeptStock | undefined): KeptStock {
  const rows = priceListings(book, converter, before?.view)
  let characters = rows.reduce((sum, { text }) => sum + (text?.length ?? 0), 0)
  return {
    view: createStockView(rows),
    rateDate: converter.rateDate,
    isStale: converter.stale,
    book,
    revision: book.revision,
    ratesRevision: converter.revision,
    get characters() {
      return characters
    },
    textOf(row) {
      if (row.text !== undefined) return row.text
      // The answer goes out as it is put together here: each of its rows is held to the contract once.
      const text = JSON.stringify(wireListing.parse(presentListing(row)))
      // A text takes as much memory as all else of a listing: most are part of one answer only, which is kept itself.
      if (row.wasShown) {
        row.text = text
        characters += text.length
      }
      row.wasShown = true
      return text
    },
  }
}

function priceListings(
  book: EventBook,
  converter: Converter,
  before: StockView | undefined,
): PricedListing[] {
  const known = new Map(before?.rows.map((row) => [row.listing, row]))
  const priced: PricedListing[] = []
  for (const listing of book.listings()) {
    // There is no telling what a listing costs in whose currency there is no rate.
    if (!converter.canConvert(listing.price.currency)) continue
    const isNew = book.isNew(listing)
    const isInHand = book.isInHand(listing)
    const row = known.get(listing)
    if (row && row.isNew === isNew && row.isInHand === isInHand) {
      priced.push(row)
      continue
    }
    const price = row?.price ?? converter.convert(listing.price)
    if (!price) continue
    const splits = splitsOf(listing)
    priced.push({ listing, price, isNew, isInHand, splits, wasShown: row !== undefined, text: undefined })
  }
  return inKnownOrder(priced, before)
}

/** What was sorted before comes first, as it was: then sorting again has next to nothing to do. */
function inKnownOrder(priced: PricedListing[], before: StockView | undefined): PricedListing[] {
  if (!before) return priced
  const known = new Set(before.rows)
  const present = new Set(priced)
  return [...before.rows.filter((row) => present.has(row)), ...priced.filter((row) => !known.has(row))]
}

const mostSplits = 5000
const knownSplits = new Map<string, readonly number[]>()

/** There are few rules and small numbers: nearly every listing has the splits of another one. */
function splitsOf({
  splitType,
  available,
  quantityLimit: limit,
  multipleSaleUnit: unit,
}: Listing): readonly number[] {
  const key = `${splitType}/${available}/${limit}/${unit}`
  const known = knownSplits.get(key)
  if (known) return known
  if (knownSplits.size >= mostSplits) knownSplits.clear()
  const splits = buyable({ splitType, available, limit, unit })
  knownSplits.set(key, splits)
  return splits
}
