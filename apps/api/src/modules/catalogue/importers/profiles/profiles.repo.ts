import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { Profile } from './profile.ts'

export interface StoredProfile extends Profile {
  confirmedAt: Date | null
}

const columns = sql`name, settings, confirmed_at as "confirmedAt"`

export async function listProfiles(reader: DbOrTx): Promise<StoredProfile[]> {
  const { rows } = await sql<StoredProfile>`select ${columns} from import_profiles order by name`.execute(
    reader,
  )
  return rows
}

export async function findProfile(reader: DbOrTx, name: string): Promise<StoredProfile | undefined> {
  const { rows } = await sql<StoredProfile>`
    select ${columns} from import_profiles where name = ${name}`.execute(reader)
  return rows[0]
}

/** Adds a profile or replaces its settings. A changed proposal waits for its confirmation again. */
export async function saveProfile(
  tx: Tx,
  { name, settings }: Profile,
  confirmedAt: Date | null,
): Promise<'added' | 'changed' | 'unchanged'> {
  const { rows } = await sql<{ isNew: boolean }>`
    insert into import_profiles as p (name, format, settings, confirmed_at)
    values (${name}, ${settings.format}, ${JSON.stringify(settings)}::jsonb, ${confirmedAt})
    on conflict (name) do update set format = excluded.format, settings = excluded.settings,
      confirmed_at = case when p.settings = excluded.settings then coalesce(p.confirmed_at, excluded.confirmed_at)
        else excluded.confirmed_at end
    where p.settings <> excluded.settings or (p.confirmed_at is null and excluded.confirmed_at is not null)
    returning xmax = 0 as "isNew"`.execute(tx)
  const [saved] = rows
  if (!saved) return 'unchanged'
  return saved.isNew ? 'added' : 'changed'
}

/** Returns whether the profile exists. */
export async function confirmStored(tx: Tx, name: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update import_profiles set confirmed_at = coalesce(confirmed_at, ${now}) where name = ${name} returning name
  `.execute(tx)
  return rows.length > 0
}

/** Returns whether the profile existed. */
export async function removeStored(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql`delete from import_profiles where name = ${name} returning name`.execute(tx)
  return rows.length > 0
}
