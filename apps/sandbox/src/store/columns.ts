import type { Row } from './store.ts'

/* Columns of a row with their types; the schema guarantees them. */

export const text = (row: Row, column: string): string => String(row[column])
export const textOrNull = (row: Row, column: string): string | null =>
  row[column] === null ? null : String(row[column])
export const number = (row: Row, column: string): number => Number(row[column])
export const flag = (row: Row, column: string): boolean => row[column] === 1
export const date = (row: Row, column: string): Date => new Date(number(row, column))

/** A JSON column, which has the type with which it was written. */
export function json<Value>(row: Row, column: string): Value {
  return JSON.parse(text(row, column)) as Value
}

export function jsonOrNull<Value>(row: Row, column: string): Value | null {
  return row[column] === null ? null : json<Value>(row, column)
}
