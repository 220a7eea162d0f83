import type { SellerPermission } from '@terrace/domain/sellers/seller-permissions'
import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { AccountRole } from '#api/http/authenticated-account.ts'
import type { Invitation, OpenInvitation, TeamRole } from '../team.ts'

const validDays = 7

const invitationColumns = sql`i.id, i.email, i.team_role as "teamRole",
  i.seller_permissions as permissions, a.full_name as "invitedBy", i.sent_at as "sentAt", i.expires_at as "expiresAt",
  i.expires_at <= clock_timestamp() as "hasExpired"`

const openColumns = sql`i.id, i.team_id as "teamId", t.name as "teamName", i.email, i.team_role as "teamRole",
  i.account_role as "accountRole", i.seller_permissions as permissions, a.full_name as "invitedBy"`

/** Most recently sent first. */
export async function findOpenInvitations(db: DbOrTx, teamId: string): Promise<Invitation[]> {
  const { rows } = await sql<Invitation>`
    select ${invitationColumns} from team_invitations i join accounts a on a.id = i.invited_by
    where i.team_id = ${teamId} and i.ended_at is null order by i.sent_at desc, i.id`.execute(db)
  return rows
}

/** An open invitation of this team; another team's is `undefined` too. */
export async function findInvitation(
  db: DbOrTx,
  teamId: string,
  invitationId: string,
): Promise<Invitation | undefined> {
  const { rows } = await sql<Invitation>`
    select ${invitationColumns} from team_invitations i join accounts a on a.id = i.invited_by
    where i.id = ${invitationId} and i.team_id = ${teamId} and i.ended_at is null`.execute(db)
  return rows[0]
}

export async function isInvited(tx: Tx, teamId: string, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from team_invitations
    where team_id = ${teamId} and email_key = lower(btrim(${email})) and ended_at is null`.execute(tx)
  return rows.length > 0
}

interface NewInvitation {
  id: string
  teamId: string
  email: string
  teamRole: TeamRole
  accountRole: AccountRole
  permissions: SellerPermission[]
  invitedBy: string
  joinLink: string
}

export async function insertInvitation(tx: Tx, invitation: NewInvitation): Promise<void> {
  await tx
    .insertInto('team_invitations')
    .values({
      id: invitation.id,
      team_id: invitation.teamId,
      email: invitation.email,
      team_role: invitation.teamRole,
      account_role: invitation.accountRole,
      seller_permissions: invitation.permissions,
      invited_by: invitation.invitedBy,
      join_link: invitation.joinLink,
      expires_at: sql<Date>`clock_timestamp() + make_interval(days => ${validDays})`,
    })
    .execute()
}

/** Restarts the invitation's validity. */
export async function renewInvitation(tx: Tx, invitationId: string): Promise<void> {
  await tx
    .updateTable('team_invitations')
    .set({
      sent_at: sql<Date>`clock_timestamp()`,
      expires_at: sql<Date>`clock_timestamp() + make_interval(days => ${validDays})`,
    })
    .where('id', '=', invitationId)
    .execute()
}

/** Emails that the team requested in the last hour, and when the oldest stops counting. */
export async function countInvitationEmails(
  tx: Tx,
  teamId: string,
): Promise<{ count: number; endsInSeconds: number }> {
  const { rows } = await sql<{ count: number; endsInSeconds: number }>`
    select count(*)::int as count, coalesce(
      extract(epoch from min(requested_at) + interval '1 hour' - clock_timestamp())::int, 0) as "endsInSeconds"
    from team_invitation_emails
    where team_id = ${teamId} and requested_at > clock_timestamp() - interval '1 hour'`.execute(tx)
  return rows[0] ?? { count: 0, endsInSeconds: 0 }
}

export async function insertInvitationEmail(
  tx: Tx,
  row: { id: string; invitationId: string; teamId: string },
): Promise<void> {
  await tx
    .insertInto('team_invitation_emails')
    .values({ id: row.id, invitation_id: row.invitationId, team_id: row.teamId })
    .execute()
}

/** An email requested within the last day; `undefined` once its invitation has ended or expired, and while its sender is suspended. */
export async function findInvitationEmail(
  db: DbOrTx,
  emailId: string,
): Promise<(OpenInvitation & { joinLink: string; expiresAt: Date }) | undefined> {
  const { rows } = await sql<OpenInvitation & { joinLink: string; expiresAt: Date }>`
    select ${openColumns}, i.join_link as "joinLink", i.expires_at as "expiresAt"
    from team_invitation_emails l join team_invitations i on i.id = l.invitation_id
      join teams t on t.id = i.team_id join accounts a on a.id = i.invited_by
    where l.id = ${emailId} and l.requested_at > clock_timestamp() - interval '1 day'
      and i.ended_at is null and i.expires_at > clock_timestamp() and a.status = 'active'`.execute(db)
  return rows[0]
}

export async function insertInvitationToken(
  db: DbOrTx,
  token: { hash: Buffer; invitationId: string; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('team_invitation_tokens')
    .values({ token_hash: token.hash, invitation_id: token.invitationId, expires_at: token.expiresAt })
    .execute()
}

/** An open invitation; none of an inviter who is suspended. */
export async function findInvitationByToken(db: DbOrTx, hash: Buffer): Promise<OpenInvitation | undefined> {
  const { rows } = await sql<OpenInvitation>`
    select ${openColumns}
    from team_invitation_tokens k join team_invitations i on i.id = k.invitation_id
      join teams t on t.id = i.team_id join accounts a on a.id = i.invited_by
    where k.token_hash = ${hash} and k.expires_at > clock_timestamp() and i.ended_at is null
      and i.expires_at > clock_timestamp() and a.status = 'active'`.execute(db)
  return rows[0]
}

/** For an owner who is none any more: an invitation could bring them back. Returns how many ended. */
export async function endInvitationsSentBy(tx: Tx, accountId: string): Promise<number> {
  const ended = await tx
    .updateTable('team_invitations')
    .set({ ended_at: sql<Date>`clock_timestamp()`, ended_as: 'withdrawn' })
    .where('invited_by', '=', accountId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}

/** For a team that ends with its last member. */
export async function endTeamInvitations(tx: Tx, teamId: string): Promise<void> {
  await tx
    .updateTable('team_invitations')
    .set({ ended_at: sql<Date>`clock_timestamp()`, ended_as: 'withdrawn' })
    .where('team_id', '=', teamId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends the invitation and all its links. False if it had already ended. */
export async function endInvitation(
  tx: Tx,
  invitationId: string,
  endedAs: 'accepted' | 'withdrawn',
): Promise<boolean> {
  const ended = await tx
    .updateTable('team_invitations')
    .set({ ended_at: sql<Date>`clock_timestamp()`, ended_as: endedAs })
    .where('id', '=', invitationId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return ended.numUpdatedRows > 0n
}

/** Deletes old email requests and expired links, and invitations that ended 30 days ago. */
export async function purgeOldInvitations(db: DbOrTx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with letters as (
      delete from team_invitation_emails where requested_at < clock_timestamp() - interval '2 days' returning 1
    ), tokens as (
      delete from team_invitation_tokens where expires_at < clock_timestamp() returning 1
    ), invitations as (
      delete from team_invitations where ended_at < clock_timestamp() - interval '30 days' returning 1
    ) select (select count(*) from letters)::int + (select count(*) from tokens)::int
      + (select count(*) from invitations)::int as count`.execute(db)
  return rows[0]?.count ?? 0
}
