import { teamCurrency } from '#web/lib/currency-choices.ts'
import type { HoldRequestItem } from './mutations.ts'

/**
 * One item of a hold request. Names the currency of the shown price if it is not the team's (product.md §12.1), and the
 * quote it belongs to (spec §3).
 */
export function holdRequestItem(
  listing_id: string,
  quantity: number,
  currency: string | undefined,
  quoteId?: string,
): HoldRequestItem {
  const own = teamCurrency()
  const isForeign = currency !== undefined && own !== undefined && own !== currency
  return {
    listing_id,
    quantity,
    ...(quoteId !== undefined && { quote_ref: quoteId }),
    ...(isForeign && { target_currency: currency }),
  }
}
