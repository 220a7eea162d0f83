// Generated from the migrated database by `npm run db:generate`. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface InventoryImportsTables {
  inventory_profiles: {
    id: string
    team_id: string
    name: string
    version: Generated<number>
    archived_at: Date | null
    created_at: Generated<Date>
  }
  inventory_profile_versions: {
    profile_id: string
    version: number
    settings: ColumnType<unknown, string, string>
    saved_by: string | null
    saved_at: Generated<Date>
  }
  inventory_imports: {
    id: string
    team_id: string
    profile_id: string
    profile_version: number
    state: Generated<'received' | 'parsed' | 'matched' | 'previewed' | 'applying' | 'done' | 'done_with_errors' | 'refused' | 'discarded' | 'undoing' | 'undone'>
    file_name: string
    file_parts: string[]
    file_bytes: number
    file_hash: string
    file_made_at: Date
    event_id: number | null
    uploaded_by: string | null
    created_at: Generated<Date>
    base_import_id: string | null
    rows_read: Generated<number>
    live_before: Generated<number>
    counts: ColumnType<unknown, string, string>
    problem_code: string | null
    problem: string | null
    withdrawals: Generated<'none' | 'free' | 'guarded' | 'confirmed' | 'kept'>
    withdrawals_confirmed: number | null
    applied_by: string | null
    applied_at: Date | null
    finished_at: Date | null
    undone_at: Date | null
    relists_withdrawn: Generated<boolean>
    claimed_until: Date | null
    failed_attempts: Generated<number>
    rows_done: Generated<number>
    totals: ColumnType<unknown, string, string>
    source: Generated<'upload' | 'command' | 'api' | 'drop'>
    source_key: string | null
    api_key_id: string | null
    waits_for: 'profile' | 'first_imports' | 'withdrawals' | 'held' | 'earlier' | 'prices' | 'key' | null
    kept_rows: Generated<number>
    read_fully_at: Date | null
    managed_listings: string | null
  }
  inventory_import_events: {
    import_id: string
    key: string
    named: ColumnType<unknown, string, string>
    rows: number
    first_line: number
    last_line: number
    event_id: number | null
    matched_by: 'id' | 'foreign' | 'alias' | 'exact' | 'decision' | null
    is_skipped: Generated<boolean>
    candidates: ColumnType<unknown, string, string>
    facts: string | null
  }
  inventory_import_rows: {
    import_id: string
    position: number
    line: number | null
    external_id: string | null
    event_key: string | null
    contents: ColumnType<unknown, string | null, string | null>
    action: Generated<'pending' | 'new' | 'changed' | 'unchanged' | 'withdrawn' | 'held' | 'skipped' | 'invalid'>
    code: string | null
    message: string | null
    warnings: ColumnType<unknown, string, string>
    listing_id: string | null
    replaced_listing_id: string | null
    before: ColumnType<unknown, string | null, string | null>
    after: ColumnType<unknown, string | null, string | null>
    applied_revision: number | null
    outcome: 'written' | 'unchanged' | 'rejected' | 'undone' | 'undo_rejected' | null
    price_change_bp: number | null
    digest: Buffer | null
  }
  inventory_event_names: {
    id: GeneratedAlways<number>
    team_id: string | null
    source: string
    key: string
    event_id: number
    decided_by: string | null
    decided_at: Generated<Date>
  }
  inventory_listing_sources: {
    listing_id: string
    profile_id: string
    import_id: string
    updated_at: Generated<Date>
    row_digest: Buffer | null
    settled_revision: number | null
  }
  inventory_api_keys: {
    id: string
    team_id: string
    profile_id: string
    name: string
    prefix: string
    secret_hash: Buffer
    created_by: string | null
    created_at: Generated<Date>
    expires_at: Date
    last_used_at: Date | null
    revoked_at: Date | null
    revoked_by: string | null
  }
  inventory_heartbeats: {
    profile_id: string
    last_file_at: Date
    stage: Generated<'waiting' | 'warned' | 'unpublished'>
    due_at: Date | null
    republish_import_id: string | null
    retry_at: Date | null
    refused_listings: Generated<number>
  }
  inventory_heartbeat_listings: {
    listing_id: string
    profile_id: string
    revision: number
  }
  inventory_event_requests: {
    id: string
    team_id: string
    import_id: string
    source: string
    foreign_id: string | null
    name_key: string
    named: ColumnType<unknown, string, string>
    state: Generated<'open' | 'answered' | 'declined'>
    event_id: number | null
    reason: string | null
    requested_by: string | null
    created_at: Generated<Date>
    decided_at: Date | null
  }
}
