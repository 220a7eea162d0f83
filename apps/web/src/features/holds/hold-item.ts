import { readUser } from '#web/lib/session.ts'
import type { HoldItem } from './mutations.ts'

/** One item of a hold; it names the currency its price was seen in where that is not the team's own (product.md §12). */
export function holdItem(listing_id: string, quantity: number, currency: string): HoldItem {
  const own = readUser()?.['base_currency']
  const isForeign = typeof own === 'string' && own !== currency
  return { listing_id, quantity, ...(isForeign && { target_currency: currency }) }
}
