// Generated from the migrated database by `npm run db:generate`. Do not edit.
import type { GeneratedAlways } from 'kysely'

export interface RetentionTables {
  retention_runs: {
    id: GeneratedAlways<number>
    rule: string
    started_at: Date
    took_ms: number
    removed: number
    is_complete: boolean
    oldest_left: Date | null
  }
}
