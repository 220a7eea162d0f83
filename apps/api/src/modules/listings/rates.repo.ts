import { quotedWithinDays, type RateTable } from '@terrace/domain/exchange'
import { sql } from 'kysely'
import type { Reader } from '../../db/transaction.ts'

/**
 * Each currency's newest reference rate that is not after `day` (YYYY-MM-DD), without those that are quoted no more;
 * undefined when none are imported. The same rates as `cross_rate` of the database takes.
 */
export async function readRatesOn(db: Reader, day: string): Promise<RateTable | undefined> {
  const { rows } = await sql<{ currency: string; rate: string; date: string }>`
    select distinct on (currency) currency, rate::text as rate, rate_date as date from exchange_rates
    where rate_date <= ${day}::date
      and rate_date > (select max(rate_date) from exchange_rates where rate_date <= ${day}::date)
        - ${quotedWithinDays}::integer
    order by currency, rate_date desc`.execute(db)
  if (rows.length === 0) return undefined
  return { perEuro: new Map(rows.map(({ currency, ...quoted }) => [currency, quoted])) }
}
