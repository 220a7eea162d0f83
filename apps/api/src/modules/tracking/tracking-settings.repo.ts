import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'
import { defaultSettings, type TrackingSettings } from './tracked-listing.ts'

export interface SettingsRow {
  price_drop_live: boolean | null
  price_drop_email: boolean | null
  low_stock_live: boolean | null
  low_stock_email: boolean | null
  low_stock_threshold: number | null
}

/** The account's settings, with defaults for those it has not set. */
export function toSettings(row: SettingsRow | undefined): TrackingSettings {
  const { priceDrop, lowStock } = defaultSettings
  return {
    priceDrop: {
      live: row?.price_drop_live ?? priceDrop.live,
      mail: row?.price_drop_email ?? priceDrop.mail,
    },
    lowStock: {
      live: row?.low_stock_live ?? lowStock.live,
      mail: row?.low_stock_email ?? lowStock.mail,
      threshold: row?.low_stock_threshold ?? lowStock.threshold,
    },
  }
}

export async function readSettings(db: DbOrTx, accountId: string): Promise<TrackingSettings> {
  const { rows } = await sql<SettingsRow>`
    select price_drop_live, price_drop_email, low_stock_live, low_stock_email, low_stock_threshold from tracking_settings
    where account_id = ${accountId}`.execute(db)
  return toSettings(rows[0])
}

/** Saves the settings. They apply to future changes only; alerts already sent are not repeated. */
export async function writeSettings(
  db: DbOrTx,
  accountId: string,
  { priceDrop, lowStock }: TrackingSettings,
): Promise<void> {
  await sql`
    insert into tracking_settings (account_id, price_drop_live, price_drop_email, low_stock_live, low_stock_email, low_stock_threshold)
    values (${accountId}, ${priceDrop.live}, ${priceDrop.mail}, ${lowStock.live}, ${lowStock.mail}, ${lowStock.threshold})
    on conflict (account_id) do update set price_drop_live = excluded.price_drop_live, price_drop_email = excluded.price_drop_email,
      low_stock_live = excluded.low_stock_live, low_stock_email = excluded.low_stock_email, low_stock_threshold = excluded.low_stock_threshold`.execute(
    db,
  )
}
