// Generated from the migrated database by `npm run db:generate`. Do not edit.
import type { Generated, GeneratedAlways } from 'kysely'

export interface TrackingTables {
  tracked_listings: {
    account_id: string
    team_id: string
    listing_id: string
    tracked_at: Date
    ended_at: Date | null
    price_when_tracked_minor: number
    known_price_minor: number
    known_stock: number
    price_drop_notified_at: Date | null
    low_stock_notified_at: Date | null
    has_pending_alert: Generated<boolean>
  }
  tracked_prices: {
    id: GeneratedAlways<number>
    listing_id: string
    at: Date
    price_minor: number | null
  }
  tracking_alerts: {
    id: string
    account_id: string
    team_id: string
    listing_id: string
    kind: 'price_drop' | 'low_stock'
    at: Date
    is_notified: boolean
    is_emailed: boolean
    price_when_tracked_minor: number
    previous_price_minor: number
    current_price_minor: number
    available: number
  }
  tracking_settings: {
    account_id: string
    price_drop_live: boolean
    price_drop_email: boolean
    low_stock_live: boolean
    low_stock_email: boolean
    low_stock_threshold: number
  }
}
