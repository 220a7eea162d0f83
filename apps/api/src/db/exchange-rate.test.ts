import { convertMoney, rateIgnoredAfterDays, type RateTable } from '@terrace/domain/money/exchange'
import { money } from '@terrace/domain/money/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRatesOn } from '#api/modules/listings/rates.repo.ts'
import { addRates } from '#api/test/fixtures/factories.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

/** The date of the rate that `exchange_rate` uses; `undefined` without one. */
async function rateDateOn(day: string, to: string, from = 'EUR'): Promise<string | null | undefined> {
  const { rows } = await sql<{ rate_date: string | null }>`
    select rate_date::text from exchange_rate(${from}, ${to}, ${day}) where rate is not null`.execute(app.db)
  return rows[0]?.rate_date
}

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

test('each currency uses its newest rate that is not in the future', async () => {
  await addRates(app.db, '2026-05-01', { AUD: '1.66' })
  await addRates(app.db, '2026-05-04', { NOK: '11.1' })
  expect(await rateDateOn('2026-05-03', 'AUD')).toBe('2026-05-01')
  expect(await rateDateOn('2026-05-03', 'NOK')).toBeUndefined()
  expect(await rateDateOn('2026-05-04', 'NOK')).toBe('2026-05-04')
  // The newer table has one currency only and hides none of the others.
  expect(await rateDateOn('2026-05-04', 'AUD')).toBe('2026-05-01')
  expect(await rateDateOn('2026-05-04', 'NOK', 'AUD')).toBe('2026-05-01')
})

test('a rate ends `rateIgnoredAfterDays` before the newest rate of any currency, in SQL and in the rate table', async () => {
  const firstDay = '2027-05-01'
  const daysLater = (days: number) =>
    new Date(Date.parse(firstDay) + days * 86_400_000).toISOString().slice(0, 10)
  const [lastValidDay, endDay] = [daysLater(rateIgnoredAfterDays - 1), daysLater(rateIgnoredAfterDays)]
  await addRates(app.db, firstDay, { HRK: '7.5' })
  await addRates(app.db, lastValidDay, { SEK: '10.9' })
  await addRates(app.db, endDay, { SEK: '10.9' })
  expect(await rateDateOn(lastValidDay, 'HRK')).toBe(firstDay)
  expect((await readRatesOn(app.db, lastValidDay))?.perEuro.has('HRK')).toBe(true)
  expect(await rateDateOn(endDay, 'HRK')).toBeUndefined()
  expect((await readRatesOn(app.db, endDay))?.perEuro.has('HRK')).toBe(false)
})
