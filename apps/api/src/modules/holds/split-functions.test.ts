import {
  allowedQuantities,
  allowsRelease,
  allowsQuantity,
  splitTypes,
  type SplitType,
} from '@terrace/domain/tickets/split-options'
import { convertMoney, type RateTable } from '@terrace/domain/money/exchange'
import { money } from '@terrace/domain/money/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { addRates } from '#api/test/fixtures/factories.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

const maxQuantity = 12
const limits = [null, ...range(1, maxQuantity + 1)]
const units = [null, 0, ...range(1, 7)]

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

interface Case {
  type: SplitType
  available: number
  limit: number | null
  unit: number | null
}

const cases: Case[] = splitTypes.flatMap((type) =>
  range(-1, maxQuantity).flatMap((available) =>
    limits.flatMap((limit) =>
      // Only "Sell In Multiples" uses the unit; the other types are checked with and without one.
      (type === 'Sell In Multiples' ? units : [null, 2]).map((unit) => ({ type, available, limit, unit })),
    ),
  ),
)

const rule = ({ type, available, limit, unit }: Case) => ({ splitType: type, available, limit, unit })

const caseRows =
  () => sql`jsonb_to_recordset(${JSON.stringify(cases.map((item, id) => ({ id, ...item })))}::jsonb)
  as c (id integer, type text, available integer, "limit" integer, unit integer)`

test('[X-SPLIT-01] [X-SPLIT-03] SQL and domain allow the same quantities', async () => {
  const { rows } = await sql<{ id: number; splits: number[]; allowed: number[] }>`
    select c.id, split_allowed_quantities(c.type, c.available, c."limit", c.unit) as splits,
      array(select q from generate_series(-1, ${maxQuantity + 1}) q
        where split_allows_quantity(c.type, c.available, c."limit", c.unit, q) order by q) as allowed
    from ${caseRows()} order by c.id`.execute(app.db)
  expect(rows).toHaveLength(cases.length)
  for (const { id, splits, allowed } of rows) {
    const item = cases[id]
    if (!item) throw new Error(`no case ${id}`)
    const expected = allowedQuantities(rule(item))
    expect({ ...item, splits }).toEqual({ ...item, splits: expected })
    expect({ ...item, takes: allowed }).toEqual({
      ...item,
      takes: range(-1, maxQuantity + 1).filter((quantity) => allowsQuantity(rule(item), quantity)),
    })
  }
})

test('[X-HOLD-08] SQL and domain allow the same partial releases', async () => {
  const { rows } = await sql<{ id: number; held: number; releases: number[] }>`
    select c.id, held, array(select r from generate_series(-1, held + 1) r
      where split_allows_release(c.type, c.available, c."limit", c.unit, held, r) order by r) as releases
    from ${caseRows()} cross join generate_series(1, 7) held where c.available >= 0 order by c.id, held`.execute(
    app.db,
  )
  expect(rows.length).toBeGreaterThan(cases.length)
  for (const { id, held, releases } of rows) {
    const item = cases[id]
    if (!item) throw new Error(`no case ${id}`)
    expect({ ...item, held, releases }).toEqual({
      ...item,
      held,
      releases: range(-1, held + 1).filter((release) => allowsRelease({ ...rule(item), held, release })),
    })
  }
})

test('[X-HOLD-01] [X-FORMAT-01] SQL and domain convert to the same minor units', async () => {
  const perEuro = {
    GBP: '0.87058',
    USD: '1.1684',
    PLN: '4.2543',
    HUF: '366.9',
    CHF: '0.9242',
    ZAR: '19.3849',
  }
  await addRates(app.db, '2026-04-13', perEuro)
  const quoted = Object.entries(perEuro).map(([code, rate]) => [code, { rate, date: '2026-04-13' }] as const)
  const table: RateTable = { perEuro: new Map(quoted) }
  const currencies = [...Object.keys(perEuro), 'EUR']
  const amounts = [1, 2, 3, 5, 49, 50, 99, 101, 8500, 12_345, 99_999, 1_234_567, 987_654_321]
  const pairs = currencies.flatMap((from) => currencies.map((to) => ({ from, to })))
  const expectedResults = pairs
    .filter(({ from, to }) => from !== to)
    .flatMap((pair) => amounts.map((minor) => ({ ...pair, minor })))
  const { rows } = await sql<{ from: string; to: string; minor: number; result: number; rate: string }>`
    select c."from", c."to", c.minor, round(c.minor * r.rate)::bigint as result, trim_scale(r.rate)::text as rate
    from jsonb_to_recordset(${JSON.stringify(expectedResults)}::jsonb) as c ("from" text, "to" text, minor bigint)
    cross join lateral exchange_rate(c."from", c."to", '2026-04-20') r`.execute(app.db)
  expect(rows).toHaveLength(expectedResults.length)
  for (const { from, to, minor, result, rate } of rows) {
    const expected = convertMoney(money(minor, from), to, table)
    expect({ from, to, minor, result, rate }).toEqual({
      from,
      to,
      minor,
      result: expected?.money.minor,
      rate: expected?.rate,
    })
  }
})

test('each currency uses its newest rate that is not in the future, within its validity', async () => {
  await addRates(app.db, '2026-05-01', { AUD: '1.66', HRK: '7.5' })
  await addRates(app.db, '2026-05-04', { NOK: '11.1' })
  await addRates(app.db, '2026-05-31', { SEK: '10.9' })
  const rateOn = async (day: string, to: string, from = 'EUR') => {
    const { rows } = await sql<{ rate_date: string | null }>`
      select rate_date::text from exchange_rate(${from}, ${to}, ${day}) where rate is not null`.execute(
      app.db,
    )
    return rows[0]?.rate_date
  }
  expect(await rateOn('2026-05-03', 'AUD')).toBe('2026-05-01')
  expect(await rateOn('2026-05-03', 'NOK')).toBeUndefined()
  expect(await rateOn('2026-05-04', 'NOK')).toBe('2026-05-04')
  // The newer table has one currency only and hides none of the others.
  expect(await rateOn('2026-05-04', 'AUD')).toBe('2026-05-01')
  expect(await rateOn('2026-05-04', 'NOK', 'AUD')).toBe('2026-05-01')
  expect(await rateOn('2026-05-30', 'HRK')).toBe('2026-05-01')
  expect(await rateOn('2026-05-31', 'HRK')).toBeUndefined()
  expect(await rateOn('2026-05-31', 'NOK')).toBe('2026-05-04')
})
