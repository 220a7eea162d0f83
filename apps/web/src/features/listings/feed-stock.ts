import type { FeedFacets } from '@terrace/contracts/listings'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { compareMoney } from '@terrace/domain/money'
import { blockKey, type BlockStock } from './price-scale.ts'

type Stock = ReadonlyMap<string, BlockStock>

/**
 * Reads what the plan shows of each block, by {@link blockKey}, from the counts that come with the list's first page. A
 * block of which nothing has changed since the last time keeps its object, and is not drawn again.
 */
export function createStockReader(): (sections: FeedFacets['sections']) => Stock {
  let before: Stock = new Map()
  return (sections) => {
    const blocks = new Map<string, BlockStock>()
    for (const { name, count, min_price: price } of sections) {
      const key = blockKey(name)
      const lowest = fromWireMoney(price)
      const known = blocks.get(key)
      blocks.set(key, {
        section: known?.section ?? name,
        listings: (known?.listings ?? 0) + count,
        lowest: known && compareMoney(known.lowest, lowest) <= 0 ? known.lowest : lowest,
      })
    }
    before = new Map([...blocks].map(([key, stock]) => [key, sameOr(before.get(key), stock)]))
    return before
  }
}

function sameOr(old: BlockStock | undefined, stock: BlockStock): BlockStock {
  if (old === undefined) return stock
  const isSame =
    old.section === stock.section &&
    old.listings === stock.listings &&
    old.lowest.minor === stock.lowest.minor &&
    old.lowest.currency === stock.lowest.currency
  return isSame ? old : stock
}
