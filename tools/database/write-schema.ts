/** Rewrites the snapshot and the table types in apps/api/src/db from a freshly migrated database. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import pg from 'pg'
import { describeTables } from '../../apps/api/src/db/describe-tables.ts'
import { migrate } from '../../apps/api/src/db/migrate.ts'
import { renderTableTypes } from '../../apps/api/src/db/render-table-types.ts'
import { renderSnapshot } from '../../apps/api/src/db/schema-snapshot.ts'
import { startTemporaryPostgres } from '../launch/temporary/temporary-postgres.ts'

const folder = new URL('../../apps/api/src/db/', import.meta.url)
const server = await startTemporaryPostgres()
const client = new pg.Client({ connectionString: server.databaseUrl })
try {
  await migrate({ databaseUrl: server.databaseUrl })
  await client.connect()
  const tables = await describeTables(client)
  for (const name of ['schema/', 'tables/']) {
    rmSync(new URL(name, folder), { recursive: true, force: true })
    mkdirSync(new URL(name, folder))
  }
  for (const [path, text] of [...renderSnapshot(tables), ...renderTableTypes(tables)])
    writeFileSync(new URL(path, folder), text)
} finally {
  await client.end()
  await server.remove()
}
