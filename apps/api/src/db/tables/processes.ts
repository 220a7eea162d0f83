// Generated from the migrated database by `npm run db:generate`. Do not edit.
import type { ColumnType, Generated } from 'kysely'

export interface ProcessesTables {
  processes: {
    id: string
    roles: string[]
    started_at: Generated<Date>
    seen_at: Generated<Date>
    fingerprints: ColumnType<unknown, string, string>
    origins: Generated<string[]>
  }
  data_keys: {
    id: number
    fingerprint: string
    encrypts_since: Date | null
  }
  request_counts: {
    key_hash: string
    minute: Date
    count: number
  }
}
