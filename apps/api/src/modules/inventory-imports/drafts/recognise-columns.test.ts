import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Db } from '#api/db/client.ts'
import { createTestDatabase, type TestDatabase } from '#api/test/harness/test-database.ts'
import { recogniseColumns } from './recognise-columns.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  ;({ db } = openDatabase({ url: database.databaseUrl, poolSize: 1 }))
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const recognise = (first: string[]) =>
  recogniseColumns(db, { teamId: 'tm_none', currency: 'GBP', first, given: undefined })

test('columns called like members of objects mean nothing', async () => {
  const own = ['Event', 'Qty', 'Section', 'Price', 'Tags']
  const { meanings, hasHeader } = await recognise([...own, 'constructor', 'toString', '__proto__'])
  expect(hasHeader).toBe(true)
  expect(meanings.map((meaning) => meaning?.field ?? null)).toEqual([
    'event_name',
    'quantity',
    'section',
    'price',
    'tags',
    null,
    null,
    null,
  ])
})

test('a row of names of object members is not a header', async () => {
  const { meanings, hasHeader } = await recognise(['constructor', 'toString'])
  expect([hasHeader, meanings]).toEqual([false, [null, null]])
})
