import type { z } from 'zod'

/** One row of a source file. `line` counts from 1, as an editor shows it. */
export interface Row<Value> {
  line: number
  value: Value
}

/** Why a row was not taken. */
export interface Remark {
  line: number
  reason: string
}

/** What a parser makes of a file: the good rows, the bad ones, and those that it leaves out on purpose. */
export interface Parsed<Value> {
  rows: Row<Value>[]
  bad: Remark[]
  skipped: Remark[]
}

export function emptyParse<Value>(bad: Remark[] = []): Parsed<Value> {
  return { rows: [], bad, skipped: [] }
}

/** A parser's answer for one row: its value, or why it is bad or left out. */
export type Verdict<Value> = { value: Value } | { bad: string } | { skip: string }

/** Checks every row by `schema`, then lets `judge` decide; a bad row never stops the others. */
export function parseRows<Schema extends z.ZodType, Value>(
  rows: readonly Row<unknown>[],
  schema: Schema,
  judge: (input: z.output<Schema>, line: number) => Verdict<Value> | Verdict<Value>[],
): Parsed<Value> {
  const parsed = emptyParse<Value>()
  for (const { line, value } of rows) {
    const checked = schema.safeParse(value)
    if (!checked.success) {
      parsed.bad.push({ line, reason: reasonOf(checked.error) })
      continue
    }
    for (const verdict of [judge(checked.data, line)].flat()) {
      if ('value' in verdict) parsed.rows.push({ line, value: verdict.value })
      else if ('bad' in verdict) parsed.bad.push({ line, reason: verdict.bad })
      else parsed.skipped.push({ line, reason: verdict.skip })
    }
  }
  return parsed
}

/** 'date: Invalid input; team1: …', one part a field. */
function reasonOf(error: z.ZodError): string {
  return error.issues
    .map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
    .join('; ')
}
