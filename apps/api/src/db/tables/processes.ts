// Generated from the migrated database by `npm run db:generate`. Do not edit.
import type { Generated } from 'kysely'

export interface ProcessesTables {
  processes: {
    id: string
    roles: string[]
    started_at: Generated<Date>
    seen_at: Generated<Date>
  }
}
