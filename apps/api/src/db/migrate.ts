import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

const folder = new URL('./migrations/', import.meta.url)
// Any number does, as long as it stays: two processes that start at once must not both migrate.
const lockKey = 7_336_202

export interface MigrateOptions {
  databaseUrl: string
  onProgress?: (name: string, done: number, total: number) => void
}

/** Applies the numbered migrations that are missing, each in its own transaction; answers the names it applied. */
export async function migrate({ databaseUrl, onProgress }: MigrateOptions): Promise<string[]> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'terrace-migrate',
  })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const applied = new Set(rows.map((row) => row.name))
    const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
    const missing = names.filter((name) => !applied.has(name))
    for (const [index, name] of missing.entries()) {
      await apply(client, name)
      onProgress?.(name, index + 1, missing.length)
    }
    return missing
  } finally {
    await client.end()
  }
}

async function apply(client: pg.Client, name: string): Promise<void> {
  const text = await readFile(new URL(name, folder), 'utf8')
  try {
    await client.query('begin')
    await client.query(text)
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`migration ${name} failed`, { cause: error })
  }
}
