// Generated from the migrated database by `npm run db:generate`. Do not edit.
import type { Generated } from 'kysely'

export interface PrivacyTables {
  account_exports: {
    id: string
    account_id: string
    state: Generated<'running' | 'ready' | 'failed'>
    requested_at: Generated<Date>
    ended_at: Date | null
    attempts: Generated<number>
    leased_until: Date | null
    file_id: string | null
    encrypted_key: Buffer | null
    parts: Generated<number>
    size: Generated<number>
  }
}
