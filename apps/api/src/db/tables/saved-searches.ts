// Generated from the migrated database by `npm run db:generate`. Do not edit.
import type { ColumnType, Generated } from 'kysely'

export interface SavedSearchesTables {
  saved_searches: {
    id: string
    account_id: string
    team_id: string
    event_id: number
    name: string
    filter: ColumnType<unknown, string, string>
    currency: string
    is_notified: boolean
    is_emailed: boolean
    has_baseline: Generated<boolean>
    created_at: Date
    alerted_at: Date | null
  }
  saved_search_matches: {
    search_id: string
    listing_id: string
    price_minor: number
    is_pending: boolean
  }
  saved_search_alerts: {
    id: string
    search_id: string
    at: Date
    is_notified: boolean
    is_emailed: boolean
    match_count: number
    listing_ids: string[]
    prices_minor: number[]
  }
}
