import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { findLeftovers } from './upgrade/leftovers.ts'
import { readSqlFiles, type SqlFile } from './sql-files.ts'
import { addMissingCollation } from './upgrade/add-missing-collation.ts'
import {
  createInstallingRelease,
  readInstallingRelease,
  storeInstallingRelease,
} from './upgrade/installing-release.ts'
import { releaseNumber } from './upgrade/release-number.ts'
import { runsConcurrently, runStatements } from './upgrade/run-concurrently.ts'
import { SchemaError } from './upgrade/schema-error.ts'
import { checkServerVersion } from './upgrade/server-version.ts'
import { withLockTimeout } from './upgrade/with-lock-timeout.ts'

// An arbitrary constant: two processes that start together must not both migrate.
const lockKey = 7_336_202
const lockPollMs = 100

export interface MigrateOptions {
  databaseUrl: string
  /** Holds `migrations`, `views`, `functions` and `triggers`. */
  folder?: URL
  /** A release leaves the functions, views and triggers of one with a higher number. */
  release?: number
  /** Installs those of this release all the same. */
  replacesNewer?: boolean
  onProgress?: (name: string, done: number, total: number) => void
  onNotice?: (text: string) => void
  /** Waits this long for locks of running transactions, so that those behind it do not wait longer. */
  lockTimeoutMs?: number
  /** How often it tries to get them. */
  lockTries?: number
}

/**
 * Brings the schema up to date: numbered migrations first, each in its own transaction, then the changed views, functions
 * and triggers in one, unless a newer release has installed its own (docs/adr/0028-order-of-releases.md). Only one
 * process does this at a time. Returns the names of the applied files.
 * @throws SchemaError where an applied migration was changed or removed, an object lost its file without being dropped,
 * or the database is older than the baseline
 */
export async function migrate({
  databaseUrl,
  folder = new URL('./', import.meta.url),
  release = releaseNumber,
  replacesNewer = false,
  onProgress,
  onNotice,
  lockTimeoutMs = 5000,
  lockTries = 24,
}: MigrateOptions): Promise<string[]> {
  const migrations = await readSqlFiles(folder, 'migrations')
  const kinds = ['views', 'functions', 'triggers']
  const definitions = (await Promise.all(kinds.map((kind) => readSqlFiles(folder, kind)))).flat()
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'terrace-migrate' })
  await client.connect()
  const apply = (name: string, work: () => Promise<void>) =>
    withLockTimeout(client, { name, lockTimeoutMs, lockTries }, () => inTransaction(client, work))
  try {
    await checkServerVersion(client)
    await lock(client)
    await addMissingCollation(client)
    await createBookkeeping(client)
    const pending = pendingMigrations(migrations, await readApplied(client, 'schema_migrations'))
    for (const [index, file] of pending.entries()) {
      if (runsConcurrently(file.text)) await applyConcurrently(client, file)
      else await apply(file.name, () => applyMigration(client, file))
      onProgress?.(file.name, index + 1, pending.length)
    }
    const installedBy = await readInstallingRelease(client)
    const isOlder = release < installedBy
    if (isOlder && !replacesNewer) {
      onNotice?.(`keeps the functions that release ${installedBy} installed; this is release ${release}`)
      return pending.map(({ name }) => name)
    }
    const stored = await readApplied(client, 'schema_definitions')
    const changed = definitions.filter(({ name, checksum }) => stored.get(name) !== checksum)
    const removed = [...stored.keys()].filter((name) => !definitions.some((file) => file.name === name))
    if (changed.length + removed.length > 0)
      await apply('functions, views and triggers', async () => {
        await applyDefinitions(client, changed, removed)
        // Objects that only the newer release has stay.
        const leftovers = isOlder ? [] : await findLeftovers(client, definitions, removed)
        if (leftovers.length > 0)
          throw new SchemaError(
            `The database still has objects whose files were removed or renamed: ${leftovers.join(', ')}. A numbered migration must drop them.`,
          )
        await storeInstallingRelease(client, release)
      })
    else if (release !== installedBy) await storeInstallingRelease(client, release)
    return [...pending, ...changed].map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** Asks again and again: a waiting statement would hold up an index that is built concurrently. */
async function lock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isLocked: boolean }>(
      'select pg_try_advisory_lock($1) as "isLocked"',
      [lockKey],
    )
    if (rows[0]?.isLocked) return
    await pause(lockPollMs)
  }
}

async function createBookkeeping(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isOld: boolean }>(
    `select to_regclass('public.migrations') is not null and to_regclass('public.schema_migrations') is null as "isOld"`,
  )
  if (rows[0]?.isOld) {
    throw new SchemaError(
      'This database was created by an earlier version and cannot be upgraded. To start over without its data, delete the data folder (.data, or the one of DATA_DIR) or set DATABASE_URL to an empty database.',
    )
  }
  const columns =
    'name text primary key, checksum text not null, applied_at timestamptz not null default now()'
  await client.query(`create table if not exists schema_migrations (${columns})`)
  await client.query(`create table if not exists schema_definitions (${columns})`)
  await client.query(createInstallingRelease)
}

function pendingMigrations(files: readonly SqlFile[], applied: ReadonlyMap<string, string>): SqlFile[] {
  const checksums = new Map(files.map(({ name, checksum }) => [name, checksum]))
  for (const [name, checksum] of applied) {
    const current = checksums.get(name)
    if (current === checksum) continue
    const problem = current === undefined ? 'its file is missing' : 'its file has changed since'
    throw new SchemaError(
      `The migration ${name} was applied to this database, but ${problem}. Restore the file; a change needs a new migration.`,
    )
  }
  return files.filter(({ name }) => !applied.has(name))
}

async function applyMigration(client: pg.Client, file: SqlFile): Promise<void> {
  await execute(client, file)
  await recordMigration(client, file)
}

async function applyConcurrently(client: pg.Client, file: SqlFile): Promise<void> {
  try {
    await runStatements(client, file)
  } catch (error) {
    throw new Error(`${file.name} could not be applied`, { cause: error })
  }
  await recordMigration(client, file)
}

async function recordMigration(client: pg.Client, { name, checksum }: SqlFile): Promise<void> {
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
}

/** A removed file loses its record only; a numbered migration drops its object. */
async function applyDefinitions(client: pg.Client, changed: SqlFile[], removed: string[]): Promise<void> {
  // The first pass does not check bodies, so that the order of the files does not matter; the second one does.
  await client.query('set local check_function_bodies = off')
  for (const file of changed) await execute(client, file)
  await client.query('set local check_function_bodies = on')
  for (const file of changed) if (file.name.startsWith('functions/')) await execute(client, file)
  await client.query(
    `insert into schema_definitions (name, checksum) select * from unnest($1::text[], $2::text[])
     on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
    [changed.map(({ name }) => name), changed.map(({ checksum }) => checksum)],
  )
  await client.query('delete from schema_definitions where name = any($1)', [removed])
}

async function execute(client: pg.Client, { name, text }: SqlFile): Promise<void> {
  try {
    await client.query(text)
  } catch (error) {
    throw new Error(`${name} could not be applied`, { cause: error })
  }
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function readApplied(client: pg.Client, table: string): Promise<Map<string, string>> {
  const { rows } = await client.query<Omit<SqlFile, 'text'>>(
    `select name, checksum from ${table} order by name`,
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}
