import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './test/test-database.ts'

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

/** Starts the server as `npm start` does, in the hope that it refuses. */
function start(env: Record<string, string>): Promise<{ code: number | null; error: string }> {
  return new Promise((resolve) => {
    const file = new URL('main.ts', import.meta.url).pathname
    const all = {
      ...process.env,
      DATABASE_URL: database.databaseUrl,
      TERRACE_DATA: folder,
      PORT: '0',
      ...env,
    }
    const child = execFile(process.execPath, [file], { env: all, timeout: 20_000 }, (_failed, _out, error) =>
      resolve({ code: child.exitCode, error }),
    )
  })
}

test('production refuses the sandbox gateway with one sentence and code 1, and shows no stack', async () => {
  const { code, error } = await start({
    TERRACE_MODE: 'production',
    SUPPORT_PHONE: '+44 20 7946 0000',
    SMTP_URL: 'smtp://127.0.0.1:1',
  })
  expect([code, error]).toEqual([
    1,
    'TERRACE_MODE=production needs a real payment provider: the sandbox gateway takes test cards and no money, so it does not start there.\n',
  ])
})

test('a wrong setting is named with code 1', async () => {
  expect(await start({ HOLD_CAP: 'many', TRUSTED_PROXIES: 'everybody' })).toEqual({
    code: 1,
    error: expect.stringMatching(/^Configuration is not valid\. HOLD_CAP: .+; TRUSTED_PROXIES: .+\n$/),
  })
})

test('a port that is taken is named with code 1', async () => {
  const taken = createServer()
  const port = await new Promise<number>((resolve) => {
    taken.listen(0, '127.0.0.1', () => {
      const address = taken.address()
      resolve(address !== null && typeof address === 'object' ? address.port : 0)
    })
  })
  const refused = await start({ PORT: String(port), LOG_LEVEL: 'silent' })
  taken.close()
  expect(refused).toEqual({
    code: 1,
    error: `Port ${port} at 127.0.0.1 is in use by another program. Set PORT to another one.\n`,
  })
})

test('a database that does not answer is named with code 1', async () => {
  const { code, error } = await start({ DATABASE_URL: 'postgres://x@127.0.0.1:1/x', LOG_LEVEL: 'silent' })
  expect([code, error]).toEqual([
    1,
    'The database at 127.0.0.1:1 does not answer (ECONNREFUSED). Set DATABASE_URL to one that does.\n',
  ])
})
