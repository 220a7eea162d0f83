import { buyable, canReleasePart, canTake, splitTypes, type SplitType } from '@terrace/domain/split-options'
import { convertMoney, type RateTable } from '@terrace/domain/exchange'
import { money } from '@terrace/domain/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { addRates } from '../../test/factories.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

const most = 12
const limits = [null, ...range(1, most + 1)]
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
  range(-1, most).flatMap((available) =>
    limits.flatMap((limit) =>
      // The unit matters to one type only; the others are tried without one and with one.
      (type === 'Sell In Multiples' ? units : [null, 2]).map((unit) => ({ type, available, limit, unit })),
    ),
  ),
)

const rule = ({ type, available, limit, unit }: Case) => ({ splitType: type, available, limit, unit })

const caseRows =
  () => sql`jsonb_to_recordset(${JSON.stringify(cases.map((item, id) => ({ id, ...item })))}::jsonb)
  as c (id integer, type text, available integer, "limit" integer, unit integer)`

test('[X-SPLIT-01] [X-SPLIT-03] the database allows the very quantities that the domain calls buyable', async () => {
  const { rows } = await sql<{ id: number; splits: number[]; takes: number[] }>`
    select c.id, split_buyable(c.type, c.available, c."limit", c.unit) as splits,
      array(select q from generate_series(-1, ${most + 1}) q
        where split_can_take(c.type, c.available, c."limit", c.unit, q) order by q) as takes
    from ${caseRows()} order by c.id`.execute(app.db)
  expect(rows).toHaveLength(cases.length)
  for (const { id, splits, takes } of rows) {
    const item = cases[id]
    if (!item) throw new Error(`no case ${id}`)
    const expected = buyable(rule(item))
    expect({ ...item, splits }).toEqual({ ...item, splits: expected })
    expect({ ...item, takes }).toEqual({
      ...item,
      takes: range(-1, most + 1).filter((quantity) => canTake(rule(item), quantity)),
    })
  }
})

test('[X-HOLD-08] the database lets go of the very parts of a hold that the domain does', async () => {
  const { rows } = await sql<{ id: number; held: number; releases: number[] }>`
    select c.id, held, array(select r from generate_series(-1, held + 1) r
      where split_can_release(c.type, c.available, c."limit", c.unit, held, r) order by r) as releases
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
      releases: range(-1, held + 1).filter((release) => canReleasePart({ ...rule(item), held, release })),
    })
  }
})

test('[X-HOLD-01] [X-FORMAT-01] the database converts to the very minor units that the domain does', async () => {
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
  const wanted = pairs
    .filter(({ from, to }) => from !== to)
    .flatMap((pair) => amounts.map((minor) => ({ ...pair, minor })))
  const { rows } = await sql<{ from: string; to: string; minor: number; result: number; rate: string }>`
    select c."from", c."to", c.minor, round(c.minor * r.rate)::bigint as result, trim_scale(r.rate)::text as rate
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as c ("from" text, "to" text, minor bigint)
    cross join lateral cross_rate(c."from", c."to", '2026-04-20') r`.execute(app.db)
  expect(rows).toHaveLength(wanted.length)
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

test('a rate of the future is not used; each currency has the newest of its own, and none once it is quoted no more', async () => {
  await addRates(app.db, '2026-05-01', { AUD: '1.66', HRK: '7.5' })
  await addRates(app.db, '2026-05-04', { NOK: '11.1' })
  await addRates(app.db, '2026-05-31', { SEK: '10.9' })
  const rateOn = async (day: string, to: string, from = 'EUR') => {
    const { rows } = await sql<{ rate_date: string | null }>`
      select rate_date::text from cross_rate(${from}, ${to}, ${day}) where rate is not null`.execute(app.db)
    return rows[0]?.rate_date
  }
  expect(await rateOn('2026-05-03', 'AUD')).toBe('2026-05-01')
  expect(await rateOn('2026-05-03', 'NOK')).toBeUndefined()
  expect(await rateOn('2026-05-04', 'NOK')).toBe('2026-05-04')
  // The younger table has but one currency, and hides none of the others.
  expect(await rateOn('2026-05-04', 'AUD')).toBe('2026-05-01')
  expect(await rateOn('2026-05-04', 'NOK', 'AUD')).toBe('2026-05-01')
  expect(await rateOn('2026-05-30', 'HRK')).toBe('2026-05-01')
  expect(await rateOn('2026-05-31', 'HRK')).toBeUndefined()
  expect(await rateOn('2026-05-31', 'NOK')).toBe('2026-05-04')
})
