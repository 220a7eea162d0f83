import { sql, type RawBuilder } from 'kysely'
import { recordChanges } from '#api/audit/record-changes.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { batchesOf, type WriteResult } from '../import-report.ts'
import type { ImportContext } from '../../imports/import-context.ts'
import type { CountryRow, CurrencyRow, RateRow } from './reference.ts'
import type { Row } from '../source-rows.ts'

const batchSize = 2000

interface Outcome {
  added: number
  changed: number
}

/** Upserts reference rows by code, skipping unchanged rows. */
async function upsert<Value>(
  { db, actor, onProgress }: ImportContext,
  kind: string,
  rows: readonly Row<Value>[],
  keyOf: (value: Value) => string,
  statement: (json: string) => RawBuilder<Outcome>,
): Promise<WriteResult> {
  // The last of several rows for one key wins, because one statement cannot update a row twice.
  const unique = [...new Map(rows.map(({ value }) => [keyOf(value), value])).values()]
  const counts = { added: 0, changed: 0, unchanged: 0 }
  let done = 0
  for (const batch of batchesOf(unique, batchSize)) {
    const outcome = await inTransaction(db, async (tx) => {
      const { rows: results } = await statement(JSON.stringify(batch)).execute(tx)
      const { added, changed } = results[0] ?? { added: 0, changed: 0 }
      if (added + changed > 0)
        await recordChanges(tx, actor, { kind: 'import.loaded', details: { kind, added, changed } })
      return { added, changed }
    })
    counts.added += outcome.added
    counts.changed += outcome.changed
    counts.unchanged += batch.length - outcome.added - outcome.changed
    done += batch.length
    onProgress?.(done, unique.length)
  }
  return { counts, bad: [] }
}

const outcome = sql`
  select count(*) filter (where is_new)::int as added, count(*) filter (where not is_new)::int as changed from written`

export function writeCountries(
  context: ImportContext,
  rows: readonly Row<CountryRow>[],
): Promise<WriteResult> {
  return upsert(
    context,
    'countries',
    rows,
    (row) => row.code,
    (json) => sql<Outcome>`
      with written as (
        insert into countries as c (code, name, dial_code)
        select code, name, "dialCode" from jsonb_to_recordset(${json}::jsonb) as r(code text, name text, "dialCode" text)
        on conflict (code) do update set name = excluded.name, dial_code = excluded.dial_code
        where (c.name, c.dial_code) is distinct from (excluded.name, excluded.dial_code)
        returning xmax = 0 as is_new
      ) ${outcome}`,
  )
}

export function writeCurrencies(
  context: ImportContext,
  rows: readonly Row<CurrencyRow>[],
): Promise<WriteResult> {
  return upsert(
    context,
    'currencies',
    rows,
    (row) => row.code,
    (json) => sql<Outcome>`
      with written as (
        insert into currencies as c (code, id, name)
        select code, "numeric", name from jsonb_to_recordset(${json}::jsonb)
          as r(code text, "numeric" integer, name text)
        on conflict (code) do update
        set id = excluded.id, name = excluded.name
        where (c.id, c.name) is distinct from (excluded.id, excluded.name)
        returning xmax = 0 as is_new
      ) ${outcome}`,
  )
}

export function writeRates(context: ImportContext, rows: readonly Row<RateRow>[]): Promise<WriteResult> {
  return upsert(
    context,
    'rates',
    rows,
    (row) => `${row.date} ${row.currency}`,
    (json) => sql<Outcome>`
      with written as (
        insert into exchange_rates as e (rate_date, currency, rate)
        select date, currency, rate from jsonb_to_recordset(${json}::jsonb)
          as r(date date, currency text, rate numeric(20, 8))
        on conflict (rate_date, currency) do update set rate = excluded.rate where e.rate is distinct from excluded.rate
        returning xmax = 0 as is_new
      ) ${outcome}`,
  )
}
