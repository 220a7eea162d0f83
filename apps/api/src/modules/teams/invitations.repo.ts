import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/transaction.ts'
import type { AccountRole } from '../../http/signed-in.ts'
import type { Invitation, OpenInvitation, TeamRole } from './team.ts'

/** How long a letter's link works. */
const validDays = 7

const invitationColumns = sql`i.id, i.email, i.team_role as "teamRole",
  trim(a.first_name || ' ' || a.last_name) as "invitedBy", i.sent_at as "sentAt", i.expires_at as "expiresAt",
  i.expires_at <= clock_timestamp() as "hasExpired"`

const openColumns = sql`i.id, i.team_id as "teamId", t.name as "teamName", i.email, i.team_role as "teamRole",
  i.account_role as "accountRole", trim(a.first_name || ' ' || a.last_name) as "invitedBy"`

/** The team's open invitations, the newest letter first. */
export async function openInvitations(db: Reader, teamId: string): Promise<Invitation[]> {
  const { rows } = await sql<Invitation>`
    select ${invitationColumns} from team_invitations i join accounts a on a.id = i.invited_by
    where i.team_id = ${teamId} and i.ended_at is null order by i.sent_at desc, i.id`.execute(db)
  return rows
}

/** An open invitation of this team; another team's is as unknown as one that never was. */
export async function findInvitation(
  db: Reader,
  teamId: string,
  invitationId: string,
): Promise<Invitation | undefined> {
  const { rows } = await sql<Invitation>`
    select ${invitationColumns} from team_invitations i join accounts a on a.id = i.invited_by
    where i.id = ${invitationId} and i.team_id = ${teamId} and i.ended_at is null`.execute(db)
  return rows[0]
}

/** True while an invitation of the team to this address is open. */
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
      invited_by: invitation.invitedBy,
      join_link: invitation.joinLink,
      expires_at: sql<Date>`clock_timestamp() + make_interval(days => ${validDays})`,
    })
    .execute()
}

/** The invitation runs for its full time again, from now. */
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

/** Letters that the team has asked for within the last hour, and when the oldest of them no longer counts. */
export async function countLetters(
  tx: Tx,
  teamId: string,
): Promise<{ count: number; endsInSeconds: number }> {
  const { rows } = await sql<{ count: number; endsInSeconds: number }>`
    select count(*)::int as count, coalesce(
      extract(epoch from min(requested_at) + interval '1 hour' - clock_timestamp())::int, 0) as "endsInSeconds"
    from team_invitation_letters
    where team_id = ${teamId} and requested_at > clock_timestamp() - interval '1 hour'`.execute(tx)
  return rows[0] ?? { count: 0, endsInSeconds: 0 }
}

export async function insertLetter(
  tx: Tx,
  letter: { id: string; invitationId: string; teamId: string },
): Promise<void> {
  await tx
    .insertInto('team_invitation_letters')
    .values({ id: letter.id, invitation_id: letter.invitationId, team_id: letter.teamId })
    .execute()
}

/** What a letter asked for within the last day is to say; undefined once its invitation has ended or lapsed. */
export async function findLetter(
  db: Reader,
  letterId: string,
): Promise<(OpenInvitation & { joinLink: string; expiresAt: Date }) | undefined> {
  const { rows } = await sql<OpenInvitation & { joinLink: string; expiresAt: Date }>`
    select ${openColumns}, i.join_link as "joinLink", i.expires_at as "expiresAt"
    from team_invitation_letters l join team_invitations i on i.id = l.invitation_id
      join teams t on t.id = i.team_id join accounts a on a.id = i.invited_by
    where l.id = ${letterId} and l.requested_at > clock_timestamp() - interval '1 day'
      and i.ended_at is null and i.expires_at > clock_timestamp()`.execute(db)
  return rows[0]
}

export async function insertInvitationToken(
  db: Reader,
  token: { hash: Buffer; invitationId: string; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('team_invitation_tokens')
    .values({ token_hash: token.hash, invitation_id: token.invitationId, expires_at: token.expiresAt })
    .execute()
}

/** The invitation that a token opens now: neither accepted nor withdrawn, and the letter not too old. */
export async function invitationOfToken(db: Reader, hash: Buffer): Promise<OpenInvitation | undefined> {
  const { rows } = await sql<OpenInvitation>`
    select ${openColumns}
    from team_invitation_tokens k join team_invitations i on i.id = k.invitation_id
      join teams t on t.id = i.team_id join accounts a on a.id = i.invited_by
    where k.token_hash = ${hash} and k.expires_at > clock_timestamp() and i.ended_at is null
      and i.expires_at > clock_timestamp()`.execute(db)
  return rows[0]
}

/** Ends the invitation, and with it all its links. False where it had ended already. */
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

/** Forgets letters and links that nothing counts or opens any more, and invitations that ended a month ago. */
export async function forgetOldInvitations(db: Reader): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with letters as (
      delete from team_invitation_letters where requested_at < clock_timestamp() - interval '2 days' returning 1
    ), tokens as (
      delete from team_invitation_tokens where expires_at < clock_timestamp() returning 1
    ), invitations as (
      delete from team_invitations where ended_at < clock_timestamp() - interval '30 days' returning 1
    ) select (select count(*) from letters)::int + (select count(*) from tokens)::int
      + (select count(*) from invitations)::int as count`.execute(db)
  return rows[0]?.count ?? 0
}
