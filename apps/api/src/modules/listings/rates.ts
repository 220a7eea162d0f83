import { isMarketplaceCurrency } from '@terrace/domain/currencies'
import {
  convertAtRate,
  crossRate,
  isRateStale,
  type CrossRate,
  type RateTable,
} from '@terrace/domain/exchange'
import type { Money } from '@terrace/domain/money'
import { shortHash } from '@terrace/domain/short-hash'
import type { Db } from '../../db/client.ts'
import type { Clock } from '../../shared/clock.ts'
import { readRatesOn } from './rates.repo.ts'

const rereadMs = 60_000
const dayMs = 24 * 60 * 60 * 1000

/** Of one ticket, in minor units: sums over more than that would not be safe integers, and nobody asks it. */
const mostConverted = 1_000_000_000_000

export interface Converter {
  readonly currency: string
  /** That of the rates; see `Rates.revision`. */
  readonly revision: string
  /**
   * Half up to the minor unit, the same figure that a hold would freeze now; null where there is no rate for it, or where it
   * comes to less than half of the smallest coin, for which nothing is held, or to more than could be summed.
   */
  convert(amount: Money): Money | null
  /** Whether an amount in `currency` can be converted; its rate counts among those that were used. */
  canConvert(currency: string): boolean
  /** What one unit of `currency` is worth, as a hold or a quote would freeze it now; null where there is no rate. */
  rateOf(currency: string): CrossRate | null
  /** False where the table lacks the target currency: then only prices in that very currency can be told. */
  readonly hasRate: boolean
  /** The oldest day of the rates that were used; absent while every amount was in the target currency already. */
  readonly rateDate: string | undefined
  readonly stale: boolean
  /** The same converter, by which no rate was used yet. */
  anew(): Converter
}

export interface Rates {
  /** Changes with the day (UTC) and with the rates: converted answers are good for as long as it stays. */
  revision(): Promise<string>
  /** A converter into `currency`; undefined where it is not a marketplace currency. */
  converterTo(currency: string): Promise<Converter | undefined>
}

interface Table {
  rates: RateTable | undefined
  revision: string
}

/** The day's reference rates, kept in memory and read again every minute (product.md §3). */
export function createRates({ db, clock }: { db: Db; clock: Clock }): Rates {
  let kept: { day: number; until: number; table: Promise<Table> } | undefined

  async function read(day: string): Promise<Table> {
    const rates = await readRatesOn(db, day)
    return {
      rates,
      revision: `${day}/${shortHash(JSON.stringify([...(rates?.perEuro ?? [])]))}`,
    }
  }

  function table(): Promise<Table> {
    const day = Math.floor(clock.now().getTime() / dayMs)
    if (!kept || kept.day !== day || kept.until < performance.now()) {
      const reading = read(new Date(day * dayMs).toISOString().slice(0, 10))
      const entry = { day, until: performance.now() + rereadMs, table: reading }
      // A failed read must not be remembered.
      reading.catch(() => {
        if (kept === entry) kept = undefined
      })
      kept = entry
    }
    return kept.table
  }

  return {
    revision: async () => (await table()).revision,
    async converterTo(currency) {
      if (!isMarketplaceCurrency(currency)) return undefined
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

  function use(source: string): CrossRate | null {
    const cross = rateFrom(source)
    const day = cross?.rateDate
    if (day !== undefined && (oldest === undefined || day < oldest)) oldest = day
    return cross
  }

  return {
    currency,
    revision,
    hasRate: rates === undefined || crossRate(rates, 'EUR', currency) !== null,
    convert(amount) {
      if (amount.currency === currency) return amount
      const cross = use(amount.currency)
      const converted = cross && convertAtRate(amount, currency, cross.rate)
      return converted && converted.minor > 0 && converted.minor <= mostConverted ? converted : null
    },
    canConvert: (source) => source === currency || use(source) !== null,
    rateOf: (source) => (source === currency ? { rate: '1', rateDate: undefined } : use(source)),
    get rateDate() {
      return oldest
    },
    get stale() {
      return oldest !== undefined && isRateStale(oldest, now)
    },
    anew: () => createConverter(currency, table, now),
  }
}
