import { recordSecurityEvents } from '../../../audit/audit.repo.ts'
import type { Caller } from '../../../audit/caller.ts'
import type { Db } from '../../../db/client.ts'
import { inTransaction } from '../../../db/transaction.ts'
import type { SignedIn } from '../../../http/signed-in.ts'
import { recordEvents } from '../../../outbox/outbox.repo.ts'
import type { Clock } from '../../../shared/clock.ts'
import type { Ids } from '../../../shared/ids.ts'
import { assertOwner } from '../../teams/index.ts'
import { deleteLogo, writeLogo } from './logos.repo.ts'
import { redrawLogo } from './redraw-logo.ts'

/**
 * Puts the picture on the team's quotes, drawn anew; null takes down what is there. Throws `team.not_owner`, and
 * `quote.logo_refused` where the bytes are not a picture that can be shown.
 */
export async function changeLogo(
  { db, ids, clock }: { db: Db; ids: Ids; clock: Clock },
  by: SignedIn,
  { bytes, caller }: { bytes: Uint8Array | null; caller: Caller },
): Promise<void> {
  const { teamId, accountId, sessionId } = by
  // Before any picture is decoded for somebody who may not change it; and again below, where nobody can leave meanwhile.
  await inTransaction(db, (tx) => assertOwner(tx, by))
  const drawn = bytes && (await redrawLogo(bytes))
  await inTransaction(db, async (tx) => {
    await assertOwner(tx, by)
    if (drawn) await writeLogo(tx, { teamId, id: ids.secret(), bytes: drawn, at: clock.now() })
    else if (!(await deleteLogo(tx, teamId))) return
    await recordEvents(tx, [{ topic: 'quote_settings.changed', subject: teamId, payload: { teamId } }])
    await recordSecurityEvents(tx, {
      kind: 'team.quote_logo_changed',
      caller,
      actorId: accountId,
      teamId,
      sessionId,
      facts: { removed: !drawn },
    })
  })
}
