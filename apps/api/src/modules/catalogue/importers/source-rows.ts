import type { z } from 'zod'

/** One row of a source file; `line` starts at 1. */
export interface Row<Value> {
  line: number
  value: Value
}

export interface ImportWarning {
  line: number
  reason: string
}

export interface Parsed<Value> {
  rows: Row<Value>[]
  bad: ImportWarning[]
  skipped: ImportWarning[]
}

export function emptyParse<Value>(bad: ImportWarning[] = []): Parsed<Value> {
  return { rows: [], bad, skipped: [] }
}

/** A parser's result for one row: a value, or the reason why it is bad or skipped. */
export type RowResult<Value> = { value: Value } | { bad: string } | { skip: string }

/** Validates every row with `schema`, then converts it with `toResult`. A bad row never stops the others. */
export function parseRows<Schema extends z.ZodType, Value>(
  rows: readonly Row<unknown>[],
  schema: Schema,
  toResult: (input: z.output<Schema>, line: number) => RowResult<Value> | RowResult<Value>[],
): Parsed<Value> {
  const parsed = emptyParse<Value>()
  for (const { line, value } of rows) {
    const checked = schema.safeParse(value)
    if (!checked.success) {
      parsed.bad.push({ line, reason: reasonOf(checked.error) })
      continue
    }
    for (const result of [toResult(checked.data, line)].flat()) {
      if ('value' in result) parsed.rows.push({ line, value: result.value })
      else if ('bad' in result) parsed.bad.push({ line, reason: result.bad })
      else parsed.skipped.push({ line, reason: result.skip })
    }
  }
  return parsed
}

/** For example `date: is missing; team1: is empty`. */
export function reasonOf(error: z.ZodError): string {
  return error.issues
    .map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
    .join('; ')
}
