// Generated from the migrated database by `npm run db:generate`. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface AccountsTables {
  accounts: {
    id: string
    team_id: string
    team_role: 'owner' | 'member'
    role: 'buyer' | 'seller' | 'operator'
    status: 'pending' | 'active' | 'suspended' | 'removed'
    username: string
    email: string
    password_hash: string
    first_name: string
    last_name: string
    country_code: Generated<string>
    phone: Generated<string>
    is_trade_user: Generated<boolean>
    referral_code: string | null
    is_demo: Generated<boolean>
    email_verified_at: Date | null
    created_at: Generated<Date>
    full_name: GeneratedAlways<string>
  }
  sessions: {
    id: string
    account_id: string
    token_hash: Buffer
    user_agent: Generated<string>
    ip_address: Generated<string>
    created_at: Generated<Date>
    last_seen_at: Generated<Date>
    revoked_at: Date | null
  }
  account_preferences: {
    account_id: string
    key: string
    value: ColumnType<unknown, string, string>
    updated_at: Generated<Date>
  }
  login_failures: {
    id: GeneratedAlways<number>
    username_key: string
    ip_address: string
    failed_at: Generated<Date>
  }
  email_verifications: {
    id: string
    account_id: string
    verify_link: string
    requested_at: Generated<Date>
  }
  email_verification_tokens: {
    token_hash: Buffer
    verification_id: string
    account_id: string
    expires_at: Date
    used_at: Date | null
  }
  password_resets: {
    id: string
    email_key: string
    ip_address: string
    reset_link: string
    requested_at: Generated<Date>
  }
  password_reset_tokens: {
    token_hash: Buffer
    reset_id: string
    account_id: string
    expires_at: Date
    used_at: Date | null
  }
  password_reset_failures: {
    id: GeneratedAlways<number>
    ip_address: string
    failed_at: Generated<Date>
  }
}
