import type pg from 'pg'
import { SchemaError } from './schema-error.ts'

/** `nulls not distinct`, which the schema uses, exists from here on. */
const oldestVersion = 15

/** @throws SchemaError if the server is too old for the schema */
export async function checkServerVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: string; name: string }>(
    "select current_setting('server_version_num') as number, current_setting('server_version') as name",
  )
  if (rows[0]) assertServerVersion(rows[0])
}

export function assertServerVersion({ number, name }: { number: string; name: string }): void {
  if (Number(number) >= oldestVersion * 10_000) return
  throw new SchemaError(
    `This database is PostgreSQL ${name}; version ${oldestVersion} or newer is needed. Nothing was changed.`,
  )
}
