// Generated from the migrated database by `npm run db:generate`. Do not edit.
import type { Generated } from 'kysely'

export interface FilesTables {
  unclaimed_files: {
    name: string
    recorded_at: Generated<Date>
    marked_for_deletion_at: Date | null
    team_id: string | null
    bytes: number | null
  }
}
