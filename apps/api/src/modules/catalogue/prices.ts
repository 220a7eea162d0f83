import type { PriceMeta } from '@terrace/contracts/catalogue'
import { toWireMoney, type WireMoney } from '@terrace/contracts/wire-money'
import type { Money } from '@terrace/domain/money/money'

export interface PriceRates {
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
  wire(amount: Money | null): WireMoney | null
  /** Call it after the last conversion. */
  meta(): PriceMeta
}

export async function pricesIn(rates: PriceRates, currency: string): Promise<Prices> {
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
    wire(amount) {
      const converted = convert(amount)
      return converted && toWireMoney(converted)
    },
    meta: () => ({
      currency,
      ...(converter?.rateDate !== undefined && { rate_date: converter.rateDate }),
      rate_stale: converter?.isStale ?? false,
    }),
  }
}
