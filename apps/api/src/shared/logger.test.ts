import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Db } from '#api/db/client.ts'
import { addAccount, addTeam } from '#api/test/fixtures/factories.ts'
import { createTestDatabase, type TestDatabase } from '#api/test/harness/test-database.ts'
import { recentErrors } from '#api/error-reports/error-reports.ts'
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

test('an error whose texts are no strings is logged all the same', () => {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line) => void lines.push(line) })
  const odd = Object.assign(new Error('x'), { message: 42, stack: { frames: [] }, name: undefined })
  for (const err of [odd, Object.assign(new Error('x'), { cause: odd })]) logger.error({ err }, 'odd error')
  expect(lines).toHaveLength(2)
  expect(recentErrors().at(-2)).toMatchObject({ message: 'odd error', type: 'Error', detail: '', frames: [] })
})

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  )
}

test('database errors are logged with code and constraint, but without row data', async () => {
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
    logger.error({ err: new Error('wrapper', { cause: error }) }, 'failed')
  }
  expect(lines).toHaveLength(4)
  expect(lines[0]).toContain('accounts__username_unique')
  expect(lines[2]).toContain('23514')
  expect(lines.join('')).not.toMatch(/olive-secret|2079460999|example\.test/i)
})
