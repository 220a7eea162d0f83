import { sql } from 'kysely'
import type { Db } from '#api/db/client.ts'
import { problem, type Finding } from './finding.ts'

/** What the database says about the archive of its write-ahead log. */
export interface Archive {
  isOn: boolean
  failedSegment: string | null
  failedAt: Date | null
  archivedAt: Date | null
}

export async function readArchive(db: Db): Promise<Archive | undefined> {
  const { rows } = await sql<Archive>`
    select current_setting('archive_mode') <> 'off' as "isOn", last_failed_wal as "failedSegment",
      last_failed_time as "failedAt", last_archived_time as "archivedAt"
    from pg_stat_archiver`.execute(db)
  return rows[0]
}

/** Only a failure tells something: an `archive_command` can also succeed without storing anything. */
export function examineArchive(archive: Archive | undefined): Finding[] {
  if (!archive?.isOn) return []
  const { failedSegment, failedAt, archivedAt } = archive
  if (failedAt === null || (archivedAt !== null && archivedAt >= failedAt)) return []
  const since =
    archivedAt === null ? 'nothing was archived so far' : `nothing since ${archivedAt.toISOString()}`
  return [
    problem(
      'archive',
      `the database cannot archive its write-ahead log (${failedSegment}), ${since}`,
      'docs/guides/runbook.md, TerraceArchiveFailing',
    ),
  ]
}
