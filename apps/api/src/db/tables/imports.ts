// Generated from the migrated database by `npm run db:generate`. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface ImportsTables {
  import_profiles: {
    name: string
    format: string
    settings: ColumnType<unknown, string, string>
    confirmed_at: Date | null
    created_at: Generated<Date>
  }
  import_runs: {
    id: GeneratedAlways<number>
    kind: string
    file_name: string
    content_hash: string | null
    state: Generated<'staging' | 'staged' | 'applied' | 'settled' | 'undone' | 'discarded'>
    shows_events: Generated<boolean>
    undoes_run_id: number | null
    started_by: string
    counts: ColumnType<unknown, string, string>
    added_season_ids: Generated<number[]>
    added_performer_ids: Generated<number[]>
    started_at: Generated<Date>
    applied_at: Date | null
  }
  import_rows: {
    run_id: number
    position: number
    line: number | null
    outcome: 'new' | 'changed' | 'moved' | 'cancelled' | 'unchanged' | 'removed' | 'kept' | 'waiting' | 'missing' | 'skipped' | 'invalid'
    reason: string | null
    event_id: number | null
    title: string | null
    local_at: string | null
    before: ColumnType<unknown, string | null, string | null>
    after: ColumnType<unknown, string | null, string | null>
    link: ColumnType<unknown, string | null, string | null>
  }
  event_sources: {
    source: string
    ref: string
    event_id: number
    claim: ColumnType<unknown, string, string>
    updated_at: Generated<Date>
  }
  unmatched_events: {
    id: GeneratedAlways<number>
    source: string
    ref: string
    status: Generated<'waiting' | 'dismissed' | 'loaded'>
    entry: ColumnType<unknown, string, string>
    missing: ColumnType<unknown, string, string>
    file_name: string
    line: number
    event_id: number | null
    first_seen_at: Generated<Date>
    decided_at: Date | null
  }
  name_proposals: {
    id: GeneratedAlways<number>
    what: 'performer' | 'venue' | 'competition' | 'event'
    name: string
    name_key: string
    scope: string
    kind: 'team' | 'artist' | 'driver' | 'constructor' | null
    competition: string | null
    city: string | null
    country_code: string | null
    file_name: string
    line: number
    status: Generated<'open' | 'accepted' | 'merged' | 'rejected'>
    target_id: number | null
    proposed_at: Generated<Date>
    decided_at: Date | null
  }
}
