import type { ColumnType } from 'kysely'
import type { Stamp } from './column-types.ts'

interface UnclaimedFilesTable {
  name: string
  noted_at: Stamp
  condemned_at: ColumnType<Date | null, never, Date>
}

export interface FileTables {
  unclaimed_files: UnclaimedFilesTable
}
