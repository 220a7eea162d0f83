import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from './embedded-postgres.ts'
import { pause } from './process-identity.ts'

// One cluster for the file; every test starts from a stopped server.
let dataFolder = ''
const pidFile = () => join(dataFolder, 'postgres', 'postmaster.pid')
const serverPid = () => Number(readFileSync(pidFile(), 'utf8').split('\n')[0])

async function ask(databaseUrl: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ answer: unknown }>(statement)
    return rows[0]?.answer
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'terrace-embedded-'))
  const first = await startPostgres({ dataFolder, durable: false })
  expect(first).toMatchObject({ created: true, adopted: false })
  await ask(first.databaseUrl, 'create table kept as select 7 as answer')
  await first.stop()
  expect(first.isRunning()).toBe(false)
})

afterAll(() => rmSync(dataFolder, { recursive: true, force: true }))

test('the application’s role owns its database and is no superuser', async () => {
  const server = await startPostgres({ dataFolder, durable: false })
  const question = `select json_build_array(current_user, rolsuper, pg_get_userbyid(datdba)) as answer
    from pg_roles, pg_database where rolname = current_user and datname = current_database()`
  expect(await ask(server.databaseUrl, question)).toEqual(['terrace', false, 'terrace'])
  await server.stop()
})

test('a wrong password is refused, whichever way one comes', async () => {
  for (const transport of ['socket', 'tcp'] as const) {
    const server = await startPostgres({ dataFolder, durable: false, transport })
    const wrong = new URL(server.databaseUrl)
    wrong.password = 'guess'
    await expect(ask(wrong.href, 'select 1 as answer')).rejects.toThrow('password authentication failed')
    expect(await ask(server.databaseUrl, 'select answer from kept')).toBe(7)
    await server.stop()
  }
})

test('a server that was left running is taken over as it is', async () => {
  const left = await startPostgres({ dataFolder, durable: false })
  const pid = serverPid()
  const next = await startPostgres({ dataFolder, durable: false })
  expect(next).toMatchObject({ adopted: true, databaseUrl: left.databaseUrl })
  expect(serverPid()).toBe(pid)
  await next.stop()
  expect(left.isRunning()).toBe(false)
})

test('after a kill the next start has everything that was committed', async () => {
  const killed = await startPostgres({ dataFolder, durable: false })
  await ask(killed.databaseUrl, 'update kept set answer = answer')
  process.kill(serverPid(), 'SIGKILL')
  while (killed.isRunning()) await pause(10)
  const next = await startPostgres({ dataFolder, durable: false })
  expect(next.adopted).toBe(false)
  expect(await ask(next.databaseUrl, 'select answer from kept')).toBe(7)
  await next.stop()
})

test('a leftover file whose number is another program’s by now does not stop the start', async () => {
  const server = await startPostgres({ dataFolder, durable: false })
  const file = readFileSync(pidFile(), 'utf8')
  await server.stop()
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  writeFileSync(pidFile(), file.replace(/^\d+/, String(other.pid)))
  const next = await startPostgres({ dataFolder, durable: false })
  expect(next.adopted).toBe(false)
  await next.stop()
  expect(other.exitCode ?? other.signalCode).toBeNull()
  other.kill()
})
