import type pg from 'pg'

/** One row: the number of the release whose functions, views and triggers the database has. */
export const createInstallingRelease = `
  create table if not exists schema_release (
    is_only_row boolean primary key default true check (is_only_row),
    number integer not null
  )`

/** 0 if no release with a number has installed any. */
export async function readInstallingRelease(client: pg.Client): Promise<number> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    `select to_regclass('schema_release') is not null as exists`,
  )
  if (!found[0]?.exists) return 0
  const { rows } = await client.query<{ number: number }>('select number from schema_release')
  return rows[0]?.number ?? 0
}

export async function storeInstallingRelease(client: pg.Client, release: number): Promise<void> {
  await client.query(
    `insert into schema_release (number) values ($1) on conflict (is_only_row) do update set number = excluded.number`,
    [release],
  )
}
