import {
  allowedQuantities,
  allowsRelease,
  allowsQuantity,
  splitTypes,
  type SplitType,
} from '@terrace/domain/tickets/split-rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

const maxQuantity = 12
const limits = [null, ...range(1, maxQuantity + 1)]
const units = [null, 0, ...range(1, 7)]

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

interface Case {
  type: SplitType
  free: number
  limit: number | null
  unit: number | null
}

const cases: Case[] = splitTypes.flatMap((type) =>
  range(-1, maxQuantity).flatMap((free) =>
    limits.flatMap((limit) =>
      // Only "Sell In Multiples" uses the unit; the other types are checked with and without one.
      (type === 'Sell In Multiples' ? units : [null, 2]).map((unit) => ({ type, free, limit, unit })),
    ),
  ),
)

const rule = ({ type, free, limit, unit }: Case) => ({ splitType: type, free, limit, unit })

const caseRows =
  () => sql`jsonb_to_recordset(${JSON.stringify(cases.map((item, id) => ({ id, ...item })))}::jsonb)
  as c (id integer, type text, free integer, "limit" integer, unit integer)`

test('[X-SPLIT-01] [X-SPLIT-03] SQL and domain allow the same quantities', async () => {
  const { rows } = await sql<{ id: number; splits: number[]; allowed: number[] }>`
    select c.id, split_rule_quantities(c.type, c.free, c."limit", c.unit) as splits,
      array(select q from generate_series(-1, ${maxQuantity + 1}) q
        where split_rule_allows(c.type, c.free, c."limit", c.unit, q) order by q) as allowed
    from ${caseRows()} order by c.id`.execute(app.db)
  expect(rows).toHaveLength(cases.length)
  for (const { id, splits, allowed } of rows) {
    const item = cases[id]
    if (!item) throw new Error(`no case ${id}`)
    const expected = allowedQuantities(rule(item))
    expect({ ...item, splits }).toEqual({ ...item, splits: expected })
    expect({ ...item, allowed }).toEqual({
      ...item,
      allowed: range(-1, maxQuantity + 1).filter((quantity) => allowsQuantity(rule(item), quantity)),
    })
  }
})

test('[X-HOLD-08] SQL and domain allow the same partial releases', async () => {
  const { rows } = await sql<{ id: number; held: number; releases: number[] }>`
    select c.id, held, array(select r from generate_series(-1, held + 1) r
      where split_rule_allows_release(c.type, c.free, c."limit", c.unit, held, r) order by r) as releases
    from ${caseRows()} cross join generate_series(1, 7) held where c.free >= 0 order by c.id, held`.execute(
    app.db,
  )
  expect(rows.length).toBeGreaterThan(cases.length)
  for (const { id, held, releases } of rows) {
    const item = cases[id]
    if (!item) throw new Error(`no case ${id}`)
    expect({ ...item, held, releases }).toEqual({
      ...item,
      held,
      releases: range(-1, held + 1).filter((release) => allowsRelease({ ...rule(item), held, release })),
    })
  }
})
