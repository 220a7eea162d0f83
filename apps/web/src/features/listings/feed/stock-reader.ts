import type { FeedFacets } from '@terrace/contracts/listings'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { compareMoney } from '@terrace/domain/money/money'
import { allInWireMoney } from '#web/features/listings/filters/price-limits.ts'
import { blockKey, type BlockStock } from '#web/features/listings/seat-map/block-stock.ts'
import { rememberByText } from '#web/features/listings/seat-map/remember-by-text.ts'

type StockByBlock = ReadonlyMap<string, BlockStock>

/**
 * Creates a reader for the stock per block, with all-in prices, keyed by {@link blockKey}. Unchanged blocks keep their object identity,
 * which avoids rerenders.
 */
export function createStockReader(): (sections: FeedFacets['sections'], feePercent: string) => StockByBlock {
  let previous: StockByBlock = new Map()
  // Every change has the same names, and taking one apart is slow.
  const keyOf = rememberByText(blockKey)
  return (sections, feePercent) => {
    const blocks = new Map<string, BlockStock>()
    for (const { name, count, min_price: price } of sections) {
      const key = keyOf(name)
      const lowest = fromWireMoney(allInWireMoney(price, { service_fee_percent: feePercent }))
      const existing = blocks.get(key)
      blocks.set(key, {
        section: existing?.section ?? name,
        listings: (existing?.listings ?? 0) + count,
        lowest: existing && compareMoney(existing.lowest, lowest) <= 0 ? existing.lowest : lowest,
      })
    }
    previous = new Map([...blocks].map(([key, stock]) => [key, reuseIfEqual(previous.get(key), stock)]))
    return previous
  }
}

function reuseIfEqual(existing: BlockStock | undefined, stock: BlockStock): BlockStock {
  if (existing === undefined) return stock
  const isSame =
    existing.section === stock.section &&
    existing.listings === stock.listings &&
    existing.lowest.minor === stock.lowest.minor &&
    existing.lowest.currency === stock.lowest.currency
  return isSame ? existing : stock
}
