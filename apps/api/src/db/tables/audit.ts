// Generated from the migrated database by `npm run db:generate`. Do not edit.
import type { ColumnType, GeneratedAlways } from 'kysely'

export interface AuditTables {
  security_events: {
    id: GeneratedAlways<number>
    at: GeneratedAlways<Date>
    kind: string
    actor_id: string | null
    account_id: string | null
    team_id: string | null
    session_id: string | null
    ip_address: string
    user_agent: string
    request_id: string | null
    details: ColumnType<Record<string, unknown>, string, string>
  }
}
