// Generated from the migrated database by `npm run db:generate`. Do not edit.
import type { Generated, GeneratedAlways } from 'kysely'

export interface TeamsTables {
  teams: {
    id: string
    name: string
    email: string
    base_currency: string
    created_at: Generated<Date>
    second_factor_required_from: Date | null
    legal_name: string | null
    legal_address: string | null
    tax_number: string | null
    can_buy: Generated<boolean>
    can_sell: Generated<boolean>
  }
  team_invitations: {
    id: string
    team_id: string
    email: string
    email_key: GeneratedAlways<string>
    team_role: 'owner' | 'member'
    account_role: 'buyer' | 'seller' | 'operator'
    invited_by: string
    join_link: string
    sent_at: Generated<Date>
    expires_at: Date
    ended_at: Date | null
    ended_as: 'accepted' | 'withdrawn' | null
    seller_permissions: Generated<string[]>
  }
  team_invitation_emails: {
    id: string
    invitation_id: string
    team_id: string
    requested_at: Generated<Date>
  }
  team_invitation_tokens: {
    token_hash: Buffer
    invitation_id: string
    expires_at: Date
  }
}
