import { sql } from 'kysely'
import type { Reader } from '#api/db/transaction.ts'
import { defaultSettings, type TrackingSettings } from './mark.ts'

export interface SettingsRow {
  drop_live: boolean | null
  drop_mail: boolean | null
  low_live: boolean | null
  low_mail: boolean | null
  low_at_most: number | null
}

/** The settings of an account; those that apply to everybody where it has none of its own. */
export function toSettings(row: SettingsRow | undefined): TrackingSettings {
  const { priceDrop, lowStock } = defaultSettings
  return {
    priceDrop: { live: row?.drop_live ?? priceDrop.live, mail: row?.drop_mail ?? priceDrop.mail },
    lowStock: {
      live: row?.low_live ?? lowStock.live,
      mail: row?.low_mail ?? lowStock.mail,
      atMost: row?.low_at_most ?? lowStock.atMost,
    },
  }
}

export async function readSettings(db: Reader, accountId: string): Promise<TrackingSettings> {
  const { rows } = await sql<SettingsRow>`
    select drop_live, drop_mail, low_live, low_mail, low_at_most from tracking_settings
    where account_id = ${accountId}`.execute(db)
  return toSettings(rows[0])
}

/** They apply to what happens from now on: what has been told is not told again. */
export async function writeSettings(
  db: Reader,
  accountId: string,
  { priceDrop, lowStock }: TrackingSettings,
): Promise<void> {
  await sql`
    insert into tracking_settings (account_id, drop_live, drop_mail, low_live, low_mail, low_at_most)
    values (${accountId}, ${priceDrop.live}, ${priceDrop.mail}, ${lowStock.live}, ${lowStock.mail}, ${lowStock.atMost})
    on conflict (account_id) do update set drop_live = excluded.drop_live, drop_mail = excluded.drop_mail,
      low_live = excluded.low_live, low_mail = excluded.low_mail, low_at_most = excluded.low_at_most`.execute(
    db,
  )
}
