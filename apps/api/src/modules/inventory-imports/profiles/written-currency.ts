import type { InventorySettings } from '@terrace/contracts/inventory-profiles'
import { isTradableCurrency } from '@terrace/domain/money/currencies'
import { columnKey } from '../dialects/dialect.ts'
import { currencyOf } from '../reading/parse-money.ts'
import { rowFormatOf } from './profile.ts'

const amounts: ReadonlySet<string> = new Set(['price', 'cost', 'face_value'])

/**
 * The currency that the amounts of the first rows name with a symbol or code; `undefined` if they name none or several. A
 * symbol of several currencies is the one of the settings if it can be.
 */
export function writtenCurrency(
  { header, rows }: { header: readonly string[]; rows: readonly (readonly string[])[] },
  settings: InventorySettings,
): string | undefined {
  const meant = new Set(
    Object.entries(rowFormatOf(settings, null).columns)
      .filter(([, { field }]) => amounts.has(field))
      .map(([name]) => columnKey(name)),
  )
  const indexes = header.flatMap((name, index) => (meant.has(columnKey(name)) ? [index] : []))
  const found = new Set(
    rows
      .flatMap((row) => indexes.flatMap((index) => symbolOf(row[index] ?? '') ?? []))
      .map((symbol) => currencyOf(symbol, settings.currency))
      .filter((code) => code !== undefined && isTradableCurrency(code)),
  )
  const [only, ...others] = found
  return others.length === 0 ? only : undefined
}

/** Words without an amount, such as TBC, name no currency. */
const symbolOf = (text: string) => (/\d/.test(text) ? /[£€$]|\b[A-Z]{3}\b/.exec(text)?.[0] : undefined)
