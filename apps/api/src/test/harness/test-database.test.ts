import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from './test-database.ts'

async function runQuery(databaseUrl: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement)
    return rows
  } finally {
    await client.end()
  }
}

test('a test database has every migration and no data of other tests', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  try {
    const migrations = await runQuery(one.databaseUrl, 'select name from schema_migrations')
    expect(migrations.length).toBeGreaterThan(0)
    await runQuery(one.databaseUrl, 'create table seen_by_one ()')
    expect(await runQuery(other.databaseUrl, `select to_regclass('seen_by_one') as found`)).toEqual([
      { found: null },
    ])
  } finally {
    await Promise.all([one.drop(), other.drop()])
  }
})

test('dropping a test database closes leftover connections', async () => {
  const database = await createTestDatabase()
  const leftOpen = new pg.Client({ connectionString: database.databaseUrl })
  const ended = new Promise((resolve) => {
    leftOpen.on('error', resolve)
  })
  await leftOpen.connect()
  await database.drop()
  await expect(ended).resolves.toBeInstanceOf(Error)
})
