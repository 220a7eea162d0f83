import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { inventoryRoutes } from '@terrace/contracts/inventory'
import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { toWireMoney } from '@terrace/contracts/wire-money'
import { money } from '@terrace/domain/money/money'
import { useDebouncedValue } from '#web/lib/hooks/use-debounced-value.ts'
import { call } from '#web/lib/http/api-client.ts'
import { moneyText, noValue } from '#web/features/inventory/texts.ts'

const debounceMs = 200

/** The rank of a price that is being typed, and what sold before in the section. */
export function MarketFacts({ row, minor }: { row: WireInventoryRow; minor: number | undefined }) {
  const typed = minor === undefined ? '' : toWireMoney(money(minor, row.price.currency)).amount
  const price = useDebouncedValue(typed, debounceMs)
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: [inventoryRoutes.market.name, row.id, price],
    queryFn: async ({ signal }) =>
      (await call(inventoryRoutes.market, { params: { listing_id: row.id }, query: { price }, signal })).data,
    enabled: price !== '',
    placeholderData: keepPreviousData,
  })
  const isKnown = data !== undefined && !isPlaceholderData && !isFetching && price === typed
  const rank = isKnown && data.rank !== null ? `${data.rank} of ${data.count}` : noValue
  const sales = data?.past_sales
  return (
    <>
      <dt>Rank in section</dt>
      <dd className="text-right font-semibold" aria-live="polite">
        {isKnown && data.count === 1 ? 'No others' : rank}
      </dd>
      <dt>Lowest of others</dt>
      <dd className="text-right font-semibold">{moneyText(data ? data.lowest : row.market.lowest)}</dd>
      <dt>Past sales, median</dt>
      <dd className="text-right font-semibold">
        {sales ? `${moneyText(sales.median)} (${sales.sales})` : 'Too few'}
      </dd>
    </>
  )
}
