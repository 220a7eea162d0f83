import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from './test-database.ts'

async function ask(databaseUrl: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement)
    return rows
  } finally {
    await client.end()
  }
}

test('a test database has every migration and nothing of another test', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  try {
    const migrations = await ask(one.databaseUrl, 'select name from migrations')
    expect(migrations.length).toBeGreaterThan(0)
    await ask(one.databaseUrl, 'create table seen_by_one ()')
    expect(await ask(other.databaseUrl, `select to_regclass('seen_by_one') as found`)).toEqual([
      { found: null },
    ])
  } finally {
    await Promise.all([one.drop(), other.drop()])
  }
})

test('dropping a test database ends the connections that a test forgot', async () => {
  const database = await createTestDatabase()
  const forgotten = new pg.Client({ connectionString: database.databaseUrl })
  const ended = new Promise((resolve) => {
    forgotten.on('error', resolve)
  })
  await forgotten.connect()
  await database.drop()
  await expect(ended).resolves.toBeInstanceOf(Error)
})
