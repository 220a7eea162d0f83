import type { inventoryRoutes } from '@terrace/contracts/inventory'
import type { ResponseInputOf } from '@terrace/contracts/route'
import { toWireMoney } from '@terrace/contracts/wire-money'
import { money } from '@terrace/domain/money/money'
import { minorOf } from '../edit/read-fields.ts'
import { showInventoryRow, type InventoryDeps } from '../inventory/show-inventory.ts'
import { findPastSales, rankPrice } from './past-sales.repo.ts'

/** The market of a listing at a price that it does not have yet, and the past sales of its section. */
export async function showMarket(
  { db, clock }: Pick<InventoryDeps, 'db' | 'clock'>,
  teamId: string,
  { listingId, price }: { listingId: string; price: string },
): Promise<ResponseInputOf<typeof inventoryRoutes.market>['data']> {
  const now = clock.now()
  const row = await showInventoryRow({ db, clock }, teamId, listingId)
  const { currency } = row.price
  const rank = await rankPrice(db, { listingId, priceMinor: minorOf(price), now })
  const sales = await findPastSales(db, { listingId, now })
  const amount = (minor: number) => toWireMoney(money(minor, currency))
  return {
    lowest: rank && rank.lowestMinor !== null ? amount(rank.lowestMinor) : null,
    rank: rank?.rank ?? null,
    count: rank?.compared ?? 0,
    past_sales: sales ? { median: amount(sales.medianMinor), sales: sales.sales } : null,
  }
}
