// Generated from the migrated database by `npm run db:generate`. Do not edit.
import type { ColumnType } from 'kysely'

export interface SearchTables {
  search_records: {
    index_name: string
    object_id: string
    body: ColumnType<object | null, string | null, string | null>
  }
  search_indexes: {
    index_name: string
    settings: ColumnType<Record<string, unknown>, string | undefined, string>
  }
}
