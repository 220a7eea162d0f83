// Generated from the migrated database by `npm run db:generate`. Do not edit.
import type { Generated } from 'kysely'

export interface ClientsTables {
  client_books: {
    team_id: string
    encrypted_hash_key: Buffer
  }
  clients: {
    id: string
    team_id: string
    encrypted_details: Buffer
    email_hash: Buffer | null
    language: string | null
    currency: string | null
    commission_method: 'fixed' | 'percentage' | null
    commission_minor: number | null
    commission_bp: number | null
    version: Generated<number>
    created_at: Date
    updated_at: Date
    last_used_at: Date
  }
  client_quotes: {
    quote_id: string
    client_id: string
  }
  client_proposals: {
    id: string
    team_id: string
    client_id: string | null
    quote_id: string | null
    source: 'broker' | 'visitor'
    encrypted_details: Buffer
    details_hash: Buffer
    state: Generated<'open' | 'accepted' | 'dismissed'>
    proposed_at: Date
    order_id: string | null
  }
}
