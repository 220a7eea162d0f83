// Generated from the migrated database by `npm run db:generate`. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface SigningTables {
  signings: {
    id: string
    provider: 'in-app' | 'docusign'
    nonce_hash: Buffer
    channel: string
    name: string
    email: string
    email_key: GeneratedAlways<string>
    ip_address: string
    started_at: Generated<Date>
  }
  signed_envelopes: {
    id: string
    provider: 'in-app' | 'docusign'
    signing_id: string | null
    email: string
    email_key: GeneratedAlways<string>
    completed_at: Generated<Date>
    claimed_at: Date | null
  }
  signing_audit: {
    id: GeneratedAlways<number>
    signing_id: string | null
    envelope_id: string | null
    event: 'opened' | 'signed' | 'claimed'
    at: Generated<Date>
    ip_address: string
    user_agent: string
    details: ColumnType<unknown, string, string>
  }
}
