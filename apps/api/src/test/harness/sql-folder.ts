import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { createEmptyDatabase } from './test-database.ts'

/** Definition of `count_things()`, which returns `what` of all things. */
export const countThings = (what: string) =>
  `create or replace function count_things() returns bigint language sql as 'select ${what} from things'`

export type SqlFolder = Awaited<ReturnType<typeof createSqlFolder>>

/** A folder of migrations and functions with one of each, and an empty database to apply them to. */
export async function createSqlFolder(baseline: string) {
  const database = await createEmptyDatabase()
  const client = new pg.Client({ connectionString: database.databaseUrl })
  await client.connect()
  const path = await mkdtemp(join(tmpdir(), 'terrace-migrations-'))

  async function write(name: string, text: string): Promise<void> {
    await mkdir(dirname(join(path, name)), { recursive: true })
    await writeFile(join(path, name), text)
  }
  await write('migrations/0001-baseline.sql', baseline)
  await write('functions/things/count_things.sql', countThings('count(*)'))

  return {
    client,
    /** Options of `migrate`. */
    options: { databaseUrl: database.databaseUrl, folder: pathToFileURL(`${path}/`) },
    write,
    remove: (name: string) => rm(join(path, name)),
    async close(): Promise<void> {
      await client.end()
      await database.drop()
      await rm(path, { recursive: true })
    },
  }
}
