import type { Tx } from '../../db/transaction.ts'
import { recordEvents } from '../../outbox/outbox.repo.ts'
import type { Ids } from '../../shared/ids.ts'
import { minutesText } from '../../shared/minutes-text.ts'
import { countLetters, insertLetter } from './invitations.repo.ts'
import { teamErrors } from './teams.errors.ts'

const lettersAnHour = 30

/** Asks for a letter to the invited person; the team is locked, so that its letters are counted one after the other. */
export async function sendLetter(
  { tx, ids }: { tx: Tx; ids: Ids },
  { invitationId, teamId }: { invitationId: string; teamId: string },
): Promise<void> {
  const { count, endsInSeconds } = await countLetters(tx, teamId)
  if (count >= lettersAnHour) {
    throw teamErrors.make('team.too_many_letters', {
      title: `Too many invitations. Please wait ${minutesText(endsInSeconds)} and try again`,
      retryAfterSeconds: endsInSeconds,
    })
  }
  const letterId = ids.next('ivl')
  await insertLetter(tx, { id: letterId, invitationId, teamId })
  await recordEvents(tx, [{ topic: 'team.invited', subject: invitationId, payload: { letterId } }])
}
