import { isMarketplaceCurrency } from '@terrace/domain/currencies'
import { convertAtRate, crossRate, isRateStale, type RateTable } from '@terrace/domain/exchange'
import type { Money } from '@terrace/domain/money'
import type { Db } from '../../db/client.ts'
import type { Clock } from '../../shared/clock.ts'
import { readRatesOn } from './rates.repo.ts'

const rereadMs = 60_000

export interface Converter {
  /** Half up to the minor unit; the same figure that a hold would freeze now. */
  convert(amount: Money): Money
  /** The day of the rates; absent while every amount was in the target currency already. */
  readonly rateDate: string | undefined
  readonly stale: boolean
}

export interface Rates {
  /** Today, UTC, as YYYY-MM-DD: converted answers are good for as long as it stays. */
  day(): string
  /** A converter into `currency`; undefined where it is not a marketplace currency. */
  converterTo(currency: string): Promise<Converter | undefined>
}

/** The day's reference rates, kept in memory and read again every minute (product.md §3). */
export function createRates({ db, clock }: { db: Db; clock: Clock }): Rates {
  let kept: { day: string; until: number; table: Promise<RateTable | undefined> } | undefined

  const day = (): string => clock.now().toISOString().slice(0, 10)

  function table(): Promise<RateTable | undefined> {
    const today = day()
    if (!kept || kept.day !== today || kept.until < performance.now()) {
      const reading = readRatesOn(db, today)
      const entry = { day: today, until: performance.now() + rereadMs, table: reading }
      // A failed read must not be remembered.
      reading.catch(() => {
        if (kept === entry) kept = undefined
      })
      kept = entry
    }
    return kept.table
  }

  return {
    day,
    async converterTo(currency) {
      if (!isMarketplaceCurrency(currency)) return undefined
      const rates = await table()
      // Without a rate only prices in that very currency can be shown, so it is as good as unknown.
      if (rates && crossRate(rates, 'EUR', currency) === null) return undefined
      return createConverter(currency, rates, clock.now())
    },
  }
}

function createConverter(currency: string, rates: RateTable | undefined, now: Date): Converter {
  const rateBySource = new Map<string, string>()
  let used = false

  function rateFrom(source: string): string {
    const known = rateBySource.get(source)
    if (known !== undefined) return known
    const rate = rates ? crossRate(rates, source, currency) : null
    if (rate === null) throw new Error(`there is no exchange rate from ${source} to ${currency}`)
    rateBySource.set(source, rate)
    return rate
  }

  return {
    convert(amount) {
      if (amount.currency === currency) return amount
      used = true
      return convertAtRate(amount, currency, rateFrom(amount.currency))
    },
    get rateDate() {
      return used ? rates?.date : undefined
    },
    get stale() {
      return used && rates !== undefined && isRateStale(rates.date, now)
    },
  }
}
