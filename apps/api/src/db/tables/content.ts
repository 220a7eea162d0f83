// Generated from the migrated database by `npm run db:generate`. Do not edit.
import type { Generated } from 'kysely'

export interface ContentTables {
  content_texts: {
    name: 'terms' | 'privacy'
    body: string
    updated_at: Generated<Date>
  }
}
