import type { RateTable } from '@terrace/domain/exchange'
import { sql } from 'kysely'
import type { Reader } from '../../db/transaction.ts'

/** The reference rates of the newest day that is not after `day` (YYYY-MM-DD); undefined when none are imported. */
export async function readRatesOn(db: Reader, day: string): Promise<RateTable | undefined> {
  const { rows } = await sql<{ rate_date: string; currency: string; rate: string }>`
    select rate_date, currency, rate::text as rate from exchange_rates
    where rate_date = (select max(rate_date) from exchange_rates where rate_date <= ${day}::date)`.execute(db)
  const date = rows[0]?.rate_date
  return date === undefined
    ? undefined
    : { date, perEuro: new Map(rows.map((row) => [row.currency, row.rate])) }
}
