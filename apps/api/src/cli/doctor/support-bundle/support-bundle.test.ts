import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { expect, inject, test } from 'vitest'
import { releaseNumber } from '#api/db/upgrade/release-number.ts'
import { cliFixture } from '#api/test/fixtures/cli-fixture.ts'
import { addAccount, addTeam } from '#api/test/fixtures/factories.ts'

const fixture = cliFixture()

const secrets = {
  DATA_ENCRYPTION_KEYS: `1:${'S'.repeat(43)}=`,
  REALTIME_APP_ID: '1',
  REALTIME_KEY: 'key-of-realtime',
  REALTIME_SECRET: 'secret-of-realtime',
  SMTP_URL: 'smtp://user:secret-of-smtp@127.0.0.1:1',
  MAIL_FROM: 'Ottoline Quillfeather <ottoline.q@post.example>',
  SUPPORT_PHONE: '+44 20 7946 0123',
  METRICS_TOKEN: 'secret-of-the-metrics-secret',
  STRIPE_SECRET_KEY: 'sk_live_secretofstripe',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=secret-of-otlp',
  SENTRY_DSN: 'https://secretofsentry@sentry.example/1',
}

async function readBundle(path: string): Promise<Record<string, string>> {
  const files = unzipSync(await readFile(path))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
}

test('the bundle has what support needs, and neither a secret nor personal data', async () => {
  const teamId = await addTeam(fixture.db, { name: 'Quillfeather Tickets' })
  await addAccount(fixture.db, { teamId, username: 'ottoline-q' })
  const boss = new PgBoss({ connectionString: fixture.databaseUrl, max: 2 })
  await boss.start()
  await boss.createQueue('mail.send', { retryLimit: 0 })
  const id = await boss.send('mail.send', { email: 'ottoline.q@post.example' })
  await boss.fetch('mail.send')
  await boss.fail('mail.send', id ?? '', new Error('550 <ottoline.q@post.example> “Quillfeather” is unknown'))
  await boss.stop({ graceful: false })
  const slow = sql`select pg_sleep(20), 'Quillfeather'`.execute(fixture.db).catch(() => undefined)

  const path = join(fixture.folder, 'bundle.zip')
  const { code, out } = await fixture.run('doctor', ['--support-bundle', path], {
    ...secrets,
    DATA_DIR: fixture.folder,
    DATABASE_POOL_SIZE: '7',
    TRADE_ORIGINS: 'http://localhost:4000',
    PORT: '1',
  })
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(20)%' and pid <> pg_backend_pid()`.execute(
    fixture.db,
  )
  await slow
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining(`Written to ${path}`) })
  const bundle = await readBundle(path)
  expect(Object.keys(bundle).toSorted()).toEqual([
    'README.txt',
    'configuration.json',
    'database.json',
    'errors.json',
    'health.json',
    'log-errors.json',
    'metrics.txt',
    'migrations.json',
    'processes.json',
    'queues.json',
    'slow-statements.json',
    'tables.json',
    'versions.json',
  ])
  const { set } = JSON.parse(bundle['configuration.json'] ?? '') as {
    set: { name: string; value?: string }[]
  }
  expect(set).toContainEqual({ name: 'DATABASE_POOL_SIZE', value: '7' })
  expect(set).toContainEqual({ name: 'TRADE_ORIGINS', value: 'http://localhost:4000' })
  for (const name of [...Object.keys(secrets), 'DATABASE_URL']) expect(set).toContainEqual({ name })
  expect(JSON.parse(bundle['queues.json'] ?? '')).toMatchObject({
    failed: { 'mail.send': 1 },
    givenUp: [{ queue: 'mail.send', jobs: 1, reason: expect.stringContaining('550') }],
  })
  expect(JSON.parse(bundle['tables.json'] ?? '')).toContainEqual(
    expect.objectContaining({ table: 'accounts' }),
  )
  expect(JSON.parse(bundle['migrations.json'] ?? '')).toMatchObject({ pending: [] })
  expect(JSON.parse(bundle['database.json'] ?? '')).toMatchObject({ collation: { locale: 'C.UTF-8' } })
  expect(bundle['slow-statements.json']).toContain('pg_sleep')
  expect(JSON.parse(bundle['versions.json'] ?? '')).toMatchObject({
    terrace: '0.1.0',
    release: releaseNumber,
  })
  const all = Object.values(bundle).join('\n')
  for (const pattern of [/secret-?of/i, /quillfeather/i, /ottoline/i, /7946 0123/, /SSSSS/])
    expect(pattern.exec(all)?.[0]).toBeUndefined()
  expect(all).not.toContain(new URL(fixture.databaseUrl).password || 'nothing')
  expect((await stat(path)).mode & 0o077).toBe(0)
})

/** Runs a statement in the test's database as the superuser. */
async function asSuperuser(statement: string): Promise<void> {
  const url = new URL(inject('testSuperuserUrl'))
  url.pathname = new URL(fixture.databaseUrl).pathname
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function readSlowStatements(name: string) {
  const path = join(fixture.folder, name)
  await fixture.run('doctor', ['--support-bundle', path], { DATA_DIR: fixture.folder })
  const { 'slow-statements.json': text = '' } = await readBundle(path)
  return { text, ...(JSON.parse(text) as { byTotalTime: unknown }) }
}

test('the bundle has the statements that took most time, without values', async () => {
  await asSuperuser('create extension pg_stat_statements')
  // The statements of all other tests would push these out.
  await asSuperuser('select pg_stat_statements_reset()')
  for (const seconds of [0.3, 0.2])
    await sql`select pg_sleep(${sql.lit(seconds)}), 'Quillfeather'`.execute(fixture.db)
  await sql`select pg_sleep(0.1), ${'Ottoline'}::text, 'short'`.execute(fixture.db)
  const { text, byTotalTime } = await readSlowStatements('statistics.zip')
  const slept = (byTotalTime as { text: string; calls: number; totalMs: number }[]).filter((statement) =>
    statement.text.includes('pg_sleep'),
  )
  expect(slept.map(({ calls, text: statement }) => [calls, statement.match(/,/g)?.length])).toEqual([
    [2, 1],
    [1, 2],
  ])
  expect(slept[0]?.totalMs).toBeGreaterThanOrEqual(500)
  expect(text).not.toMatch(/quillfeather|ottoline|short/i)
})

test('without the extension, the bundle says what is missing', async () => {
  const { byTotalTime } = await readSlowStatements('no-statistics.zip')
  expect(byTotalTime).toBe('a superuser must run: create extension pg_stat_statements')
})

test('with invalid variables, the bundle says which', async () => {
  const path = join(fixture.folder, 'invalid.zip')
  const { code } = await fixture.run('doctor', ['--support-bundle', path], { APP_ENV: 'production' })
  expect(code).toBe(0)
  const bundle = await readBundle(path)
  expect(bundle['configuration.json']).toContain('DATA_ENCRYPTION_KEYS')
})

test('without a database, the bundle says so', async () => {
  const path = join(fixture.folder, 'no-database.zip')
  await fixture.run('doctor', ['--support-bundle', path], {
    DATABASE_URL: 'postgres://x:secret-of-x@127.0.0.1:1/x',
    DATA_DIR: fixture.folder,
  })
  const bundle = await readBundle(path)
  expect(bundle['tables.json']).toContain('ECONNREFUSED')
  const [reason] = JSON.parse(bundle['processes.json'] ?? '') as object[]
  expect(reason).toEqual({ unavailable: expect.stringContaining('ECONNREFUSED') })
  expect(Object.values(bundle).join('')).not.toContain('secret-of-x')
})
