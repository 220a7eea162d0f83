import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from './test/harness/test-database.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'terrace-main-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

/** Runs the server as `npm start` does, with a configuration that it must reject. */
function start(env: Record<string, string>): Promise<{ code: number | null; error: string }> {
  return new Promise((resolve) => {
    const file = new URL('main.ts', import.meta.url).pathname
    const all = {
      ...process.env,
      DATABASE_URL: database.databaseUrl,
      DATA_DIR: folder,
      PORT: '0',
      SANDBOX_URL: 'http://127.0.0.1:1',
      SANDBOX_SECRET_KEY: `sk_sandbox_${'0'.repeat(32)}`,
      SANDBOX_WEBHOOK_SECRET: `whsec_sandbox_${'0'.repeat(32)}`,
      ...env,
    }
    const child = execFile(process.execPath, [file], { env: all, timeout: 120_000 }, (_failed, _out, error) =>
      resolve({ code: child.exitCode, error }),
    )
  })
}

test('[X-PAY-02] production names every missing setting in one message and exits with code 1', async () => {
  const { code, error } = await start({ APP_ENV: 'production' })
  expect(code).toBe(1)
  expect(error).toMatch(/^Configuration is not valid\. [^\n]+\n$/)
  const names = [...error.matchAll(/(?:\. |; )([A-Z_]+): /g)].map(([, name]) => name)
  expect(new Set(names)).toEqual(
    new Set(['DATA_ENCRYPTION_KEYS', 'PAYMENT_GATEWAY', 'REALTIME_APP_ID', 'SMTP_URL', 'SUPPORT_PHONE']),
  )
})

test('an invalid setting is named and exits with code 1', async () => {
  expect(await start({ MAX_HELD_TICKETS_PER_TEAM: 'many', TRUSTED_PROXIES: 'everybody' })).toEqual({
    code: 1,
    error: expect.stringMatching(
      /^Configuration is not valid\. MAX_HELD_TICKETS_PER_TEAM: .+; TRUSTED_PROXIES: .+\n$/,
    ),
  })
})

test('a port in use is named and exits with code 1', async () => {
  const taken = createServer()
  const port = await new Promise<number>((resolve) => {
    taken.listen(0, '127.0.0.1', () => {
      const address = taken.address()
      resolve(address !== null && typeof address === 'object' ? address.port : 0)
    })
  })
  const rejected = await start({ PORT: String(port), LOG_LEVEL: 'silent' })
  taken.close()
  expect(rejected).toEqual({
    code: 1,
    error: `Port ${port} on 127.0.0.1 is already in use. Set PORT to another port.\n`,
  })
})

test('an unreachable database is named and exits with code 1', async () => {
  const { code, error } = await start({ DATABASE_URL: 'postgres://x@127.0.0.1:1/x', LOG_LEVEL: 'silent' })
  expect([code, error]).toEqual([
    1,
    'Cannot reach the database at 127.0.0.1:1 (ECONNREFUSED). Check DATABASE_URL and that PostgreSQL is running.\n',
  ])
})

test('a database without tables is named and exits with code 1', async () => {
  const empty = await createEmptyDatabase()
  const rejected = await start({ DATABASE_URL: empty.databaseUrl, LOG_LEVEL: 'silent' })
  await empty.drop()
  expect(rejected).toEqual({
    code: 1,
    error:
      'The database does not have the tables of this release. `npm start` creates them, and so does `npm run db:migrate`.\n',
  })
})
