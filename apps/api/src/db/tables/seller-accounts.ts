// Generated from the migrated database by `npm run db:generate`. Do not edit.
import type { Generated } from 'kysely'

export interface SellerAccountsTables {
  seller_accounts: {
    team_id: string
    state: 'draft' | 'submitted' | 'information_wanted' | 'approved' | 'declined'
    encrypted_details: Buffer | null
    bank_digest: Buffer | null
    tax_digest: Buffer | null
    address_digest: Buffer | null
    bank_last4: string | null
    bank_country: string | null
    revision: Generated<number>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    submitted_at: Date | null
    decided_at: Date | null
    operator_note: string | null
    may_apply_again: Generated<boolean>
    exposure_limit_minor: number | null
    exposure_currency: string | null
    unconfirmed_limit: number | null
    suspended_at: Date | null
    suspension_reason: string | null
    approved_bank_digest: Buffer | null
    approved_tax_digest: Buffer | null
    encrypted_change: Buffer | null
    change_requested_at: Date | null
    change_bank_digest: Buffer | null
    change_tax_digest: Buffer | null
    change_note: string | null
    terms_version: string | null
    terms_agreed_at: Date | null
  }
  seller_documents: {
    id: string
    team_id: string
    name: string
    content_type: 'application/pdf' | 'image/jpeg' | 'image/png'
    bytes: number
    encrypted_key: Buffer
    created_at: Generated<Date>
  }
  seller_digest_keys: {
    id: string
    encrypted_key: Buffer
  }
  suspended_listings: {
    listing_id: string
    team_id: string
    revision: number
  }
}
