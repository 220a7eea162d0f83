import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export interface TestDatabase {
  name: string
  databaseUrl: string
  /** Closes remaining connections and drops the database. */
  drop: () => Promise<void>
}

/**
 * A new migrated database, or a copy of another that has no connections. Logging its pages would take twice as long as
 * copying files.
 */
export async function createTestDatabase(copyOf = inject('templateDatabase')): Promise<TestDatabase> {
  return createDatabase(`template ${copyOf} strategy file_copy`)
}

export async function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('')
}

async function createDatabase(source: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(`create database ${name} ${source}`)
  const url = new URL(inject('testServerUrl'))
  url.pathname = `/${name}`
  return {
    name,
    databaseUrl: url.href,
    drop: () => drop(name),
  }
}

async function drop(name: string): Promise<void> {
  try {
    await onServer(`drop database ${name} with (force)`)
  } catch (error) {
    // An autovacuum worker cannot be terminated by force; a plain `drop` ends it and waits.
    if (!(error instanceof pg.DatabaseError && error.code === '42501')) throw error
    await onServer(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and usename = current_user`,
      `drop database ${name}`,
    )
  }
}

async function onServer(...statements: readonly string[]): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('testServerUrl') })
  await admin.connect()
  try {
    for (const statement of statements) await admin.query(statement)
  } finally {
    await admin.end()
  }
}
