import { isCurrencyCode } from '@terrace/domain/currencies'
import { parseLocal } from '@terrace/domain/dates'
import { z } from 'zod'
import { readCsvRows } from './csv-rows.ts'
import { readJsonRows } from './json-rows.ts'
import { parseRows, type Parsed, type Verdict } from './source-rows.ts'

export interface CountryRow {
  code: string
  name: string
  dialCode: string
}

const country = z.looseObject({
  iso_alpha2: z.string({ error: 'is missing' }).regex(/^[A-Z]{2}$/, 'is no two-letter country code'),
  name: z.string({ error: 'is missing' }).min(1, 'is empty'),
  // Antarctica and a few islands have none.
  dial_code: z
    .string()
    .regex(/^\+\d{1,4}$/, 'is no dial code such as +44')
    .nullable(),
})

export function parseCountries(content: string): Parsed<CountryRow> {
  const { rows, bad } = readJsonRows(content, null)
  const parsed = parseRows(rows, country, (row): Verdict<CountryRow> => ({
    value: { code: row.iso_alpha2, name: row.name, dialCode: row.dial_code ?? '' },
  }))
  return { ...parsed, bad: [...bad, ...parsed.bad] }
}

export interface CurrencyRow {
  code: string
  numeric: number
  name: string
  exponent: number
  symbol: string
}

const currency = z.looseObject({
  code: z.string({ error: 'is missing' }).regex(/^[A-Z]{3}$/, 'is no three-letter currency code'),
  numeric: z.string({ error: 'is missing' }).regex(/^\d{3}$/, 'is no three-digit number'),
  exponent: z.int({ error: 'is no number of decimals' }).min(0).max(4),
  name: z.string({ error: 'is missing' }).min(1, 'is empty'),
  symbol: z.string().nullable(),
  symbol_narrow: z.string().nullish(),
})

/**
 * ISO 4217. The source still lists money that has ended (the Bulgarian lev gave way to the euro on 1 January 2026) and
 * codes that are no money at all (metals, test codes); those are left out, so that nothing can be priced in them.
 */
export function parseCurrencies(content: string): Parsed<CurrencyRow> {
  const { rows, bad } = readJsonRows(content, null)
  const parsed = parseRows(rows, currency, (row): Verdict<CurrencyRow> => {
    const isMoney: boolean = isCurrencyCode(row.code)
    if (!isMoney) return { skip: `${row.code} (${row.name}) is not money in circulation` }
    const symbol = row.symbol_narrow ?? row.symbol ?? row.code
    return {
      value: {
        code: row.code,
        numeric: Number(row.numeric),
        name: row.name.trim(),
        exponent: row.exponent,
        symbol,
      },
    }
  })
  return { ...parsed, bad: [...bad, ...parsed.bad] }
}

export interface RateRow {
  date: string
  currency: string
  /** Units of the currency that one euro buys, digits as published. */
  rate: string
}

/** What the column can hold: eight decimals. */
const leastRate = 1e-8

/** The ECB's table of euro reference rates: a line a day, a column a currency, `N/A` where there was none. */
export function parseRates(content: string): Parsed<RateRow> {
  const { rows, bad } = readCsvRows(content, ['Date'])
  const parsed = parseRows(rows, z.record(z.string(), z.string()), (row): Verdict<RateRow>[] => {
    const { Date: date = '', ...rates } = row
    if (date.length !== 10 || parseLocal(date) === null)
      return [{ bad: `Date: "${date}" is no date such as 2026-04-13` }]
    return Object.entries(rates).flatMap(([code, rate]): Verdict<RateRow>[] => {
      // The published file ends each line with a comma.
      if (code === '' && rate === '') return []
      if (rate === 'N/A' || rate === '') return []
      if (!/^[A-Z]{3}$/.test(code)) return [{ bad: `"${code}" is no currency code` }]
      if (!/^\d{1,9}(\.\d+)?$/.test(rate) || Number(rate) < leastRate) {
        return [{ bad: `${code}: "${rate}" is no rate` }]
      }
      return [{ value: { date, currency: code, rate } }]
    })
  })
  return { ...parsed, bad: [...bad, ...parsed.bad] }
}
