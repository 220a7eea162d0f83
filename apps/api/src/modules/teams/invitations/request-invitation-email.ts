import type { Tx } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { Ids } from '#api/shared/ids.ts'
import { minutesText } from '#api/shared/text/minutes-text.ts'
import { countInvitationEmails, insertInvitationEmail } from './invitations.repo.ts'
import { teamErrors } from '../teams.errors.ts'

const maxEmailsPerHour = 30

/** Requests an invitation email. The caller has locked the team, so the hourly limit is exact. */
export async function requestInvitationEmail(
  { tx, ids }: { tx: Tx; ids: Ids },
  { invitationId, teamId }: { invitationId: string; teamId: string },
): Promise<void> {
  const { count, endsInSeconds } = await countInvitationEmails(tx, teamId)
  if (count >= maxEmailsPerHour) {
    throw teamErrors.make('team.too_many_emails', {
      title: `Too many invitations. Wait ${minutesText(endsInSeconds)} and try again`,
      retryAfterSeconds: endsInSeconds,
    })
  }
  const emailId = ids.next('iem')
  await insertInvitationEmail(tx, { id: emailId, invitationId, teamId })
  await recordEvents(tx, [{ topic: 'team.invited', subject: invitationId, payload: { emailId } }])
}
