import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

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

/** Makes the statistics readable in the application's database, which only a superuser may do. */
export async function showStatistics(superuserUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl, application_name: 'terrace-launcher' })
  await client.connect()
  try {
    await client.query(`create extension if not exists ${extension}`)
  } finally {
    await client.end()
  }
}
