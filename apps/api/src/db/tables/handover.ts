// Generated from the migrated database by `npm run db:generate`. Do not edit.
import type { Generated } from 'kysely'

export interface HandoverTables {
  handover_links: {
    issuer: string
    subject_hash: Buffer
    account_id: string
    linked_at: Generated<Date>
  }
  handover_redemptions: {
    issuer: string
    code_hash: Buffer
    session_id: string | null
    redeemed_at: Generated<Date>
    expires_at: Date
  }
}
