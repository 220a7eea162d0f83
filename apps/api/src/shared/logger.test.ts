import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Db } from '../db/client.ts'
import { addAccount, addTeam } from '../test/factories.ts'
import { createTestDatabase, type TestDatabase } from '../test/test-database.ts'
import { createLogger } from './logger.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({ url: database.databaseUrl, poolSize: 1 }).db
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  )
}

test('an error of the database is logged with its code and constraint, and without the row it is about', async () => {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line) => void lines.push(line) })
  const teamId = await addTeam(db)
  const id = await addAccount(db, { teamId, username: 'olive-secret' })
  const errors = [
    await failureOf(addAccount(db, { teamId, username: 'OLIVE-secret' })),
    await failureOf(
      sql`update accounts set status = 'odd', phone = '2079460999' where id = ${id}`.execute(db),
    ),
  ]
  for (const error of errors) {
    logger.error({ err: error }, 'failed')
    logger.error({ err: new Error('around it', { cause: error }) }, 'failed')
  }
  expect(lines).toHaveLength(4)
  expect(lines[0]).toContain('accounts__username_taken_once')
  expect(lines[2]).toContain('23514')
  expect(lines.join('')).not.toMatch(/olive-secret|2079460999|example\.test/i)
})
