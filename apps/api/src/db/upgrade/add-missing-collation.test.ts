import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createEmptyDatabase } from '#api/test/harness/test-database.ts'
import { addMissingCollation } from './add-missing-collation.ts'

let database: Awaited<ReturnType<typeof createEmptyDatabase>>
let client: pg.Client
beforeAll(async () => {
  database = await createEmptyDatabase()
  // Only a superuser can hide a collation of the system.
  const url = new URL(inject('testSuperuserUrl'))
  url.pathname = `/${database.name}`
  client = new pg.Client({ connectionString: url.href })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

async function schemasWithCollation(): Promise<string[]> {
  const { rows } = await client.query<{ schema: string }>(
    "select collnamespace::regnamespace::text as schema from pg_collation where collname = 'pg_c_utf8' order by 1",
  )
  return rows.map(({ schema }) => schema)
}

test('a server that has the collation gets no second one', async () => {
  await addMissingCollation(client)
  expect(await schemasWithCollation()).toEqual(['pg_catalog'])
})

test('a collation of this name in a schema that is not searched does not count', async () => {
  await client.query('begin')
  try {
    // As on PostgreSQL 15, which has none.
    await client.query("update pg_collation set collname = 'hidden' where collname = 'pg_c_utf8'")
    await client.query('create schema archive')
    await client.query("create collation archive.pg_c_utf8 (provider = libc, locale = 'C.UTF-8')")
    await addMissingCollation(client)
    expect(await schemasWithCollation()).toEqual(['archive', 'public'])
    await addMissingCollation(client)
    await client.query("select 'a' collate pg_c_utf8")
  } finally {
    await client.query('rollback')
  }
})
