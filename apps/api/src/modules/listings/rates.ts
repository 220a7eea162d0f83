import { isTradableCurrency } from '@terrace/domain/money/currencies'
import {
  convertAtRate,
  crossRate,
  isRateStale,
  type CrossRate,
  type RateTable,
} from '@terrace/domain/money/exchange'
import type { Money } from '@terrace/domain/money/money'
import { shortHash } from '@terrace/domain/text/short-hash'
import type { Db } from '#api/db/client.ts'
import type { Clock } from '#api/shared/clock.ts'
import { readRatesOn } from './rates.repo.ts'

const refreshMs = 60_000
const dayMs = 24 * 60 * 60 * 1000

/** Per ticket, in minor units. Totals of larger amounts could exceed safe integers. */
const maxConvertedMinor = 1_000_000_000_000

export interface Converter {
  readonly currency: string
  /** See `Rates.revision`. */
  readonly revision: string
  /**
   * Converts to the amount that a hold would freeze now, rounded half up. Returns `null` without a rate, if the
   * result rounds to zero, or if it is too large to be summed.
   */
  convert(amount: Money): Money | null
  /** Counts the rate of `currency` as used, as `convert` does, so that `rateDate` covers it. Returns false without a rate. */
  useRateFor(currency: string): boolean
  /** Returns the rate that a hold or quote would freeze now; `null` without one. */
  rateOf(currency: string): CrossRate | null
  /**
   * Whether this currency has a current exchange rate; without one, only amounts already in it can be shown. Also true while no
   * rates are loaded at all, so that a new installation can trade in single currencies.
   */
  readonly hasCurrentRate: boolean
  /** Oldest date of the rates used since this converter was created; `undefined` if none was. */
  readonly rateDate: string | undefined
  readonly isStale: boolean
  /** A new converter to the same currency, whose `rateDate` covers no rate yet. */
  withNewRateDate(): Converter
}

export interface Rates {
  /** Changes with the UTC day and the rates; cached conversions are valid while it stays the same. */
  revision(): Promise<string>
  /** Returns `undefined` if the currency can't be traded; a missing rate shows when converting. */
  converterTo(currency: string): Promise<Converter | undefined>
}

interface Table {
  rates: RateTable | undefined
  revision: string
}

/** Caches the day's reference rates and reloads them every minute (product.md §3). */
export function createRates({ db, clock }: { db: Db; clock: Clock }): Rates {
  let cached: { day: number; until: number; table: Promise<Table> } | undefined

  async function read(day: string): Promise<Table> {
    const rates = await readRatesOn(db, day)
    return {
      rates,
      revision: `${day}/${shortHash(JSON.stringify([...(rates?.perEuro ?? [])]))}`,
    }
  }

  function table(): Promise<Table> {
    const day = Math.floor(clock.now().getTime() / dayMs)
    if (!cached || cached.day !== day || cached.until < performance.now()) {
      const reading = read(new Date(day * dayMs).toISOString().slice(0, 10))
      const entry = { day, until: performance.now() + refreshMs, table: reading }
      // Do not cache a failed read.
      reading.catch(() => {
        if (cached === entry) cached = undefined
      })
      cached = entry
    }
    return cached.table
  }

  return {
    revision: async () => (await table()).revision,
    async converterTo(currency) {
      if (!isTradableCurrency(currency)) return undefined
      return createConverter(currency, await table(), clock.now())
    },
  }
}

function createConverter(currency: string, table: Table, now: Date): Converter {
  const { rates, revision } = table
  const rateBySource = new Map<string, CrossRate | null>()
  let oldest: string | undefined

  function rateFrom(source: string): CrossRate | null {
    const known = rateBySource.get(source)
    if (known !== undefined) return known
    const cross = rates ? crossRate(rates, source, currency) : null
    rateBySource.set(source, cross)
    return cross
  }

  /** Returns the rate and includes its date in `rateDate`. */
  function useRate(source: string): CrossRate | null {
    const cross = rateFrom(source)
    const day = cross?.rateDate
    if (day !== undefined && (oldest === undefined || day < oldest)) oldest = day
    return cross
  }

  return {
    currency,
    revision,
    hasCurrentRate: rates === undefined || crossRate(rates, 'EUR', currency) !== null,
    convert(amount) {
      if (amount.currency === currency) return amount
      const cross = useRate(amount.currency)
      const converted = cross && convertAtRate(amount, currency, cross.rate)
      return converted && converted.minor > 0 && converted.minor <= maxConvertedMinor ? converted : null
    },
    useRateFor: (source) => source === currency || useRate(source) !== null,
    rateOf: (source) => (source === currency ? { rate: '1', rateDate: undefined } : useRate(source)),
    get rateDate() {
      return oldest
    },
    get isStale() {
      return oldest !== undefined && isRateStale(oldest, now)
    },
    withNewRateDate: () => createConverter(currency, table, now),
  }
}
