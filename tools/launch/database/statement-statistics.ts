import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { printStep } from '../terminal.ts'

const extension = 'pg_stat_statements'
/** On Linux, macOS and Windows. */
const libraries = [
  `lib/postgresql/${extension}.so`,
  `lib/postgresql/${extension}.dylib`,
  `lib/${extension}.dll`,
]

/** Settings that count calls and time of each statement; none if the package of PostgreSQL lacks the library. */
export function statisticsSettings(binaries: string): Record<string, string> {
  if (!libraries.some((file) => existsSync(join(binaries, file)))) return {}
  return {
    shared_preload_libraries: extension,
    // Such as `create role … password`, whose values would be stored.
    [`${extension}.track_utility`]: 'off',
  }
}

/**
 * Makes the statistics readable in the application's database, which only a superuser may do. Support bundles then name the
 * slowest statements; everything else works without it.
 */
export async function showStatistics(superuserUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl, application_name: 'terrace-launcher' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_available_extensions where name = $1', [
      extension,
    ])
    if (rowCount === 0)
      printStep('database', `${extension} is not installed: support bundles name no slow statements`)
    else await client.query(`create extension if not exists ${extension}`)
  } finally {
    await client.end()
  }
}
