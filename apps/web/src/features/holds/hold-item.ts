import { readUser } from '#web/lib/session.ts'
import type { HoldItem } from './mutations.ts'

/**
 * One item of a hold; it names the currency its price was seen in where that is not the team's own (product.md §12), and
 * the quote that it is bought for, where it is (spec §3).
 */
export function holdItem(
  listing_id: string,
  quantity: number,
  currency: string | undefined,
  quoteRef?: string,
): HoldItem {
  const own = readUser()?.['base_currency']
  const isForeign = currency !== undefined && typeof own === 'string' && own !== currency
  return {
    listing_id,
    quantity,
    ...(quoteRef !== undefined && { quote_ref: quoteRef }),
    ...(isForeign && { target_currency: currency }),
  }
}
