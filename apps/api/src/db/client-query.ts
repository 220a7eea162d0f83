import type pg from 'pg'

export type Callback = (error: Error | undefined, result: pg.QueryResult) => void
export type Statement = string | pg.QueryConfig | pg.Submittable

/** The many overloads of pg's `query` as one. */
export type Query = (
  statement: Statement,
  valuesOrCallback?: unknown[] | Callback,
  callback?: Callback,
) => Promise<pg.QueryResult> | undefined

export function isSubmittable(statement: Statement): statement is pg.Submittable {
  return typeof statement === 'object' && 'submit' in statement
}
