// Generated from the migrated database by `npm run db:generate`. Do not edit.
import type { Generated } from 'kysely'

export interface NotificationsTables {
  notifications: {
    id: string
    account_id: string
    kind: 'message' | 'quote_viewed' | 'quote_unopened' | 'quote_accepted' | 'quote_declined' | 'order_placed' | 'tickets_delivered' | 'order_changed' | 'price_drop' | 'low_stock' | 'hold_expired' | 'search_match' | 'inventory' | 'price_rule_stopped'
    severity: 'success' | 'warning' | 'error'
    title: string
    detail: Generated<string>
    link: string | null
    source: string
    at: Date
    read_at: Date | null
  }
}
