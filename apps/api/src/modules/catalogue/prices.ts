import type { PriceMeta } from '@terrace/contracts/catalogue'
import { toWireMoney, type WireMoney } from '@terrace/contracts/wire-money'
import type { Money } from '@terrace/domain/money/money'
import { allInPrice, type BasisPoints } from '@terrace/domain/money/service-fee'

export interface PriceDeps {
  rates: PriceRates
  config: { serviceFeeBp: BasisPoints }
}

interface PriceRates {
  converterTo(currency: string): Promise<PriceConverter | undefined>
}

interface PriceConverter {
  convert(amount: Money): Money | null
  readonly rateDate: string | undefined
  readonly isStale: boolean
}

/** Prices in the reader's currency, with the rates that were used. */
export interface Prices {
  /** `null` without a rate for the currency. */
  convert(amount: Money | null): Money | null
  lowest(amounts: readonly Money[]): Money | null
  /** The amount before and with the service fee, as fields of an event, tile or page. */
  wireLowest(amount: Money | null): { min_price: WireMoney | null; min_all_in_price: WireMoney | null }
  /** Call it after the last conversion. */
  meta(): PriceMeta
}

export async function pricesIn({ rates, config }: PriceDeps, currency: string): Promise<Prices> {
  const converter = await rates.converterTo(currency)

  function convert(amount: Money | null): Money | null {
    if (amount === null || amount.currency === currency) return amount
    return converter?.convert(amount) ?? null
  }

  return {
    convert,
    lowest(amounts) {
      const converted = amounts.flatMap((amount) => convert(amount) ?? [])
      return converted.toSorted((left, right) => left.minor - right.minor)[0] ?? null
    },
    wireLowest(amount) {
      const converted = convert(amount)
      return {
        min_price: converted && toWireMoney(converted),
        min_all_in_price: converted && toWireMoney(allInPrice(converted, config.serviceFeeBp)),
      }
    },
    meta: () => ({
      currency,
      ...(converter?.rateDate !== undefined && { rate_date: converter.rateDate }),
      rate_stale: converter?.isStale ?? false,
    }),
  }
}
