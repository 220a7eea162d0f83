// Generated from the migrated database by `npm run db:generate`. Do not edit.
import type { ColumnType, Generated } from 'kysely'

export interface SharedTables {
  idempotency_keys: {
    team_id: string
    route: string
    key: string
    body_hash: Buffer
    response: ColumnType<unknown, string | null | undefined, string | null>
    created_at: Generated<Date>
  }
}
