import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { buildInventory } from '#api/test/fixtures/inventory-fixture.ts'

test('comparable listings are found by the event’s indexes, as part of the query that compares', async () => {
  const it = await buildInventory()
  onTestFinished(() => it.close())
  const plan = await it.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await sql<Record<string, string>>`
      explain select o.id
      from (values ('lst_a'), ('lst_b')) as wanted (id)
      join listings l on l.id = wanted.id
      cross join lateral comparable_listings(l.event_id, l.section, l.category_id, l.general_admission, 1) o
      where o.seller_team_id <> l.seller_team_id`.execute(tx)
    return rows.flatMap((row) => Object.values(row)).join('\n')
  })
  expect(plan).not.toContain('Function Scan')
  expect(plan).not.toContain('Seq Scan')
  expect(plan).toContain('Index Cond: (event_id = l.event_id)')
})
