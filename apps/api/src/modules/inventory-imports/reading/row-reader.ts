import type { ImportField } from '@terrace/contracts/inventory-profiles'
import type { FieldProblem, RowWarning } from './inventory-row.ts'
import { parseFlag } from './parse-delivery.ts'
import { parseMoney } from './parse-money.ts'
import type { Cells, RowFormat } from './row-format.ts'

/** Collects what is wrong with a row, and reads its simple cells. */
export interface RowReader extends Cells {
  format: RowFormat
  /** Of all amounts of the row: its own currency, otherwise the profile's. */
  currency: string
  addProblem(field: ImportField, code: string, message: string): void
  addWarning(warning: RowWarning): void
  flag(field: ImportField): boolean | null
  /** A whole number from 1. */
  count(field: ImportField): number | null
  /** In minor units. */
  amount(field: ImportField): number | null
}

const maxQuantity = 10_000

/** Reads the cells of one row; problems and warnings go into the lists. */
export function toReader(
  cells: Cells,
  format: RowFormat,
  problems: FieldProblem[],
  warnings: RowWarning[],
): RowReader {
  const addProblem: RowReader['addProblem'] = (field, code, message) =>
    void problems.push({ code, column: cells.columnOf(field), message })
  const currency = cells.get('currency').toUpperCase() || format.currency
  return {
    ...cells,
    format,
    currency,
    addProblem,
    addWarning: (warning) => void warnings.push(warning),
    flag(field) {
      const text = cells.get(field)
      if (text === '') return null
      const flag = parseFlag(text)
      if (flag === undefined) addProblem(field, 'flag', `must be Y or N, not "${text}"`)
      return flag ?? null
    },
    count(field) {
      const text = cells.get(field)
      if (text === '') return null
      const count = /^\d{1,9}(?:\.0+)?$/.test(text) ? Number(text) : 0
      if (count >= 1 && count <= maxQuantity) return count
      addProblem(field, 'count', `must be a whole number from 1 to ${maxQuantity}, not "${text}"`)
      return null
    },
    amount(field) {
      const text = cells.get(field)
      if (text === '') return null
      const scale = cells.meaningOf(field)?.scale ?? 'major'
      const parsed = parseMoney(text, { currency, decimal: format.decimal, scale })
      if ('problem' in parsed) {
        addProblem(field, field === 'price' ? 'price' : 'amount', parsed.problem)
        return null
      }
      // An empty face value or cost is often written as zero.
      if (parsed.minor > 0) return parsed.minor
      if (field === 'price') addProblem(field, 'price_zero', 'must be greater than 0')
      return null
    },
  }
}

/** The value of a column; `undefined` when the file says nothing about it. */
export function given<Value>(
  reader: RowReader,
  field: ImportField,
  read: (field: ImportField) => Value,
): Value | undefined {
  const isMissing =
    reader.meaningOf(field) === undefined || (reader.format.isPatch && reader.get(field) === '')
  return isMissing ? undefined : read(field)
}
