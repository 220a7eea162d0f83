import { isCurrencyCode } from '@terrace/domain/money/currencies'
import { parseLocal } from '@terrace/domain/time/dates'
import { z } from 'zod'
import { readCsvRows } from '../csv-rows.ts'
import { readJsonRows } from '../json-rows.ts'
import { parseRows, type Parsed, type RowResult } from '../source-rows.ts'

export interface CountryRow {
  code: string
  name: string
  dialCode: string
}

const country = z.looseObject({
  iso_alpha2: z.string({ error: 'is missing' }).regex(/^[A-Z]{2}$/, 'must be a two-letter country code'),
  name: z.string({ error: 'is missing' }).min(1, 'is empty'),
  // Antarctica and some islands have none.
  dial_code: z
    .string()
    .regex(/^\+\d{1,4}$/, 'is not a dial code such as +44')
    .nullable(),
})

export function parseCountries(content: string): Parsed<CountryRow> {
  const { rows, bad } = readJsonRows(content, null)
  const parsed = parseRows(rows, country, (row): RowResult<CountryRow> => ({
    value: { code: row.iso_alpha2, name: row.name, dialCode: row.dial_code ?? '' },
  }))
  return { ...parsed, bad: [...bad, ...parsed.bad] }
}

export interface CurrencyRow {
  code: string
  numeric: number
  name: string
}

const currency = z.looseObject({
  code: z.string({ error: 'is missing' }).regex(/^[A-Z]{3}$/, 'must be a three-letter currency code'),
  numeric: z.string({ error: 'is missing' }).regex(/^\d{3}$/, 'must be a three-digit number'),
  name: z.string({ error: 'is missing' }).min(1, 'is empty'),
})

/**
 * Parses ISO 4217 for the choices of sign-up. Skips withdrawn currencies (such as the Bulgarian lev) and codes that are not
 * currencies (metals, test codes). Decimals and symbols come from packages/domain/src/money/currencies.ts.
 */
export function parseCurrencies(content: string): Parsed<CurrencyRow> {
  const { rows, bad } = readJsonRows(content, null)
  const parsed = parseRows(rows, currency, (row): RowResult<CurrencyRow> => {
    if (!isCurrencyCode(row.code))
      return { skip: `${row.code} (${row.name}) is not a currency in circulation` }
    return {
      value: {
        code: row.code,
        numeric: Number(row.numeric),
        name: row.name.trim(),
      },
    }
  })
  return { ...parsed, bad: [...bad, ...parsed.bad] }
}

export interface RateRow {
  date: string
  currency: string
  /** Units of the currency per euro, digits as published. */
  rate: string
}

/** The smallest rate that fits a column with eight decimals. */
const minRate = 1e-8

/** Parses the ECB's euro reference rates: one line per day, one column per currency, `N/A` without a rate. */
export function parseRates(content: string): Parsed<RateRow> {
  const { rows, bad } = readCsvRows(content, ['Date'])
  const parsed = parseRows(rows, z.record(z.string(), z.string()), (row): RowResult<RateRow>[] => {
    const { Date: date = '', ...rates } = row
    if (date.length !== 10 || parseLocal(date) === null)
      return [{ bad: `Date: "${date}" is not a date such as 2026-04-13` }]
    return Object.entries(rates).flatMap(([code, rate]): RowResult<RateRow>[] => {
      // The published file ends every line with a comma.
      if (code === '' && rate === '') return []
      if (rate === 'N/A' || rate === '') return []
      if (!/^[A-Z]{3}$/.test(code)) return [{ bad: `"${code}" is not a currency code` }]
      if (!/^\d{1,9}(\.\d+)?$/.test(rate) || Number(rate) < minRate) {
        return [{ bad: `${code}: "${rate}" is not a rate` }]
      }
      return [{ value: { date, currency: code, rate } }]
    })
  })
  return { ...parsed, bad: [...bad, ...parsed.bad] }
}
