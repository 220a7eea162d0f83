// Generated from the migrated database by `npm run db:generate`. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface OutboxTables {
  outbox: {
    id: GeneratedAlways<number>
    xid: Generated<string>
    topic: string
    subject: string
    payload: ColumnType<Record<string, unknown>, string, string>
    occurred_at: Generated<Date>
    traceparent: Generated<string | null>
  }
  outbox_cursors: {
    subscriber: string
    xid: string
    id: number
    updated_at: Generated<Date>
  }
}
