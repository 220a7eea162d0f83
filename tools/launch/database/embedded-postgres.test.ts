import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from './embedded-postgres.ts'
import { showStatistics } from './statement-statistics.ts'
import { pause } from '../processes/process-identity.ts'
import { databasePart } from '../start-parts.ts'
import { PermanentError } from '../user-error.ts'

// One cluster for all tests; each starts with a stopped server.
let dataFolder = ''
const pidFile = () => join(dataFolder, 'postgres', 'postmaster.pid')
const serverPid = () => Number(readFileSync(pidFile(), 'utf8').split('\n')[0])

async function runQuery(databaseUrl: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ response: unknown }>(statement)
    return rows[0]?.response
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'terrace-embedded-'))
  // A first start that was killed before the database was complete leaves this.
  writeFileSync(join(dataFolder, 'database-password'), 'of-an-interrupted-start')
  const first = await startPostgres({ dataFolder, durable: false })
  expect(first).toMatchObject({ created: true, adopted: false })
  await runQuery(first.databaseUrl, 'create table kept as select 7 as response')
  await first.stop()
  expect(first.isRunning()).toBe(false)
})

afterAll(() => rmSync(dataFolder, { recursive: true, force: true }))

test("the application's role owns its database and is no superuser", async () => {
  const server = await startPostgres({ dataFolder, durable: false })
  const question = `select json_build_array(current_user, rolsuper, pg_get_userbyid(datdba)) as response
    from pg_roles, pg_database where rolname = current_user and datname = current_database()`
  expect(await runQuery(server.databaseUrl, question)).toEqual(['terrace', false, 'terrace'])
  await server.stop()
})

test('calls of each statement are counted, and the application can read them', async () => {
  const server = await startPostgres({ dataFolder, durable: false })
  for (let start = 0; start < 2; start += 1) await showStatistics(server.superuserUrl)
  const question = `select coalesce(sum(calls), 0)::int as response from pg_stat_statements
    where query like 'select response + $1%'`
  // Statistics outlive the server.
  const before = Number(await runQuery(server.databaseUrl, question))
  for (let call = 0; call < 3; call += 1)
    await runQuery(server.databaseUrl, `select response + ${call} as response from kept`)
  expect(await runQuery(server.databaseUrl, question)).toBe(before + 3)
  await server.stop()
})

test('a wrong password is rejected over socket and TCP', async () => {
  for (const transport of ['socket', 'tcp'] as const) {
    const server = await startPostgres({ dataFolder, durable: false, transport })
    const wrong = new URL(server.databaseUrl)
    wrong.password = 'guess'
    await expect(runQuery(wrong.href, 'select 1 as response')).rejects.toThrow(
      'password authentication failed',
    )
    expect(await runQuery(server.databaseUrl, 'select response from kept')).toBe(7)
    await server.stop()
  }
})

test('a running server is reused', async () => {
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
  await runQuery(killed.databaseUrl, 'update kept set response = response')
  process.kill(serverPid(), 'SIGKILL')
  while (killed.isRunning()) await pause(10)
  const next = await startPostgres({ dataFolder, durable: false })
  expect(next.adopted).toBe(false)
  expect(await runQuery(next.databaseUrl, 'select response from kept')).toBe(7)
  await next.stop()
})

test('a stale pid file with the pid of another program does not block the start', async () => {
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

test('a server whose folder is lost is noticed and ended at once', async () => {
  const server = await startPostgres({ dataFolder, durable: false })
  expect(server.isLost()).toBe(false)
  const cluster = join(dataFolder, 'postgres')
  renameSync(cluster, `${cluster}-elsewhere`)
  expect(server.isLost()).toBe(true)
  await expect(databasePart(server).ended).resolves.toBe('its data are gone')
  expect(server.isRunning()).toBe(false)
  renameSync(`${cluster}-elsewhere`, cluster)
})

test('a lost database is not replaced by an empty one', async () => {
  const cluster = join(dataFolder, 'postgres')
  renameSync(cluster, `${cluster}-elsewhere`)
  const start = startPostgres({ dataFolder, durable: false })
  await expect(start).rejects.toThrow(PermanentError)
  await expect(start).rejects.toThrow(`${cluster} is missing`)
  await expect(start).rejects.toThrow('npm run restore')
  await expect(start).rejects.toThrow(`remove the whole data folder ${dataFolder}.`)
  expect(readdirSync(dataFolder)).not.toContain('postgres')
  renameSync(`${cluster}-elsewhere`, cluster)
  const server = await startPostgres({ dataFolder, durable: false })
  expect(await runQuery(server.databaseUrl, 'select response from kept')).toBe(7)
  await server.stop()
})

test('a restart creates nothing, even if the whole data folder is gone', async () => {
  const removed = `${dataFolder}-removed`
  await expect(startPostgres({ dataFolder: removed, durable: false, mustExist: true })).rejects.toThrow(
    PermanentError,
  )
  expect(existsSync(removed)).toBe(false)
})
