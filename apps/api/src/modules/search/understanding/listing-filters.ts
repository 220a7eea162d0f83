import type { TypedListingFilters } from '@terrace/contracts/search-understanding'
import { currencyExponent, isTradableCurrency } from '@terrace/domain/money/currencies'
import { money, parseDecimal, toDecimal, type Money } from '@terrace/domain/money/money'
import { highestPriceWithin } from '@terrace/domain/money/service-fee'
import type { Amount, ListingPart } from '@terrace/domain/search/query-part'
import { parseDeliveryType } from '@terrace/domain/tickets/delivery-types'

/** Converts amounts to the currency of the caller. */
export interface PriceConverter {
  currency: string
  /** `null` without a rate. */
  convert: (amount: Money) => Money | null
  serviceFeeBp: number
}

/** The largest quantity that the feed filters by; it means that many or more. */
const maxQuantity = 5

/** The listing filters of a typed search. The last word on a price or quantity wins. */
export function listingFiltersOf(parts: readonly ListingPart[], prices: PriceConverter): TypedListingFilters {
  const filters: TypedListingFilters = {}
  for (const { option, text } of parts) {
    if (option.kind === 'quantity') filters.quantity = Math.min(option.quantity, maxQuantity)
    else if (option.kind === 'flag') filters[option.flag] = '1'
    else if (option.kind === 'venuePart') filters.venue_part = [...(filters.venue_part ?? []), option.name]
    else if (option.kind === 'delivery') {
      const type = parseDeliveryType(option.type)
      if (type) filters.type = [...new Set([...(filters.type ?? []), type])]
    } else {
      const min = option.min && ticketPrice(option.min, prices)
      const max = option.max && ticketPrice(option.max, prices)
      if (min === null || max === null) filters.ignored_word = [...(filters.ignored_word ?? []), text]
      else Object.assign(filters, min !== undefined && { min }, max !== undefined && { max })
    }
  }
  return filters
}

/** The ticket price before the fee for an all-in amount, in the caller's currency; `null` without a rate. */
function ticketPrice(
  { amount, currency }: Amount,
  { currency: own, convert, serviceFeeBp }: PriceConverter,
): string | null {
  const code = currency ?? own
  if (!isTradableCurrency(code)) return null
  const parsed = parseDecimal(amount, currencyExponent(code))
  if (!parsed.ok) return null
  const typed = money(parsed.minor, code)
  const converted = code === own ? typed : convert(typed)
  if (!converted) return null
  return toDecimal(highestPriceWithin(converted, serviceFeeBp).minor, currencyExponent(own))
}
