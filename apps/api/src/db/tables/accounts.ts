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
    has_short_password: Generated<boolean>
    last_login_at: Date | null
    known_device_epoch: Generated<number>
    closed_at: Date | null
    erased_at: Date | null
    seller_permissions: Generated<string[]>
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
    password_proven_at: Date | null
    second_factor_proven_at: Date | null
    tickets_allowed_at: Date | null
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
  factor_failures: {
    id: GeneratedAlways<number>
    account_id: string
    counts_for: string
    failed_at: Generated<Date>
    is_reported: Generated<boolean>
  }
  sign_up_counts: {
    id: GeneratedAlways<number>
    ip_address: string
    email_domain: string | null
    signed_up_at: Generated<Date>
  }
  account_passkeys: {
    id: string
    account_id: string
    credential_id: Buffer
    rp_id: string
    public_key: Buffer
    sign_count: number
    transports: string[]
    name: string
    created_at: Generated<Date>
    last_used_at: Date | null
  }
  account_authenticator_apps: {
    id: string
    account_id: string
    encrypted_secret: Buffer
    last_step: number | null
    created_at: Generated<Date>
    confirmed_at: Date | null
    last_used_at: Date | null
  }
  account_recovery_codes: {
    code_hash: Buffer
    account_id: string
    created_at: Generated<Date>
    used_at: Date | null
  }
  pending_logins: {
    token_hash: Buffer
    account_id: string | null
    created_at: Generated<Date>
    expires_at: Date
    replaced_session_id: string | null
  }
  passkey_challenges: {
    challenge: string
    purpose: 'login' | 'confirm' | 'register'
    session_id: string | null
    login_hash: Buffer | null
    origin: string
    rp_id: string
    expires_at: Date
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
  email_changes: {
    id: string
    account_id: string
    old_email: string
    new_email: string
    site_origin: string
    requested_at: Generated<Date>
    ended_at: Date | null
    confirmed_at: Date | null
    undone_at: Date | null
  }
  email_change_tokens: {
    token_hash: Buffer
    change_id: string
    purpose: 'confirm' | 'undo'
    expires_at: Date
  }
  reserved_account_names: {
    kind: 'email' | 'username'
    name_hash: Buffer
    account_id: string
    reserved_until: Date
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
