import { rateIgnoredAfterDays, type RateTable } from '@terrace/domain/money/exchange'
import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

/**
 * Each currency's newest reference rate on or before `day` (YYYY-MM-DD), without currencies whose newest rate is
 * `rateIgnoredAfterDays` or more older than the newest of all; undefined when there are none. Must match the SQL function
 * `exchange_rate`.
 */
export async function readRatesOn(db: DbOrTx, day: string): Promise<RateTable | undefined> {
  const { rows } = await sql<{ currency: string; rate: string; date: string }>`
    select distinct on (currency) currency, rate::text as rate, rate_date as date from exchange_rates
    where rate_date <= ${day}::date
      and rate_date > (select max(rate_date) from exchange_rates where rate_date <= ${day}::date)
        - ${rateIgnoredAfterDays}::integer
    order by currency, rate_date desc`.execute(db)
  if (rows.length === 0) return undefined
  return { perEuro: new Map(rows.map(({ currency, ...quoted }) => [currency, quoted])) }
}
