import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { Ids } from '#api/shared/ids.ts'
import { assertOwner } from '#api/modules/teams/index.ts'
import { deleteLogo, writeLogo } from './logos.repo.ts'
import { normalizeLogo } from './normalize-logo.ts'

/**
 * Normalises and saves the team's logo; `null` removes it.
 * @throws `team.not_owner` and `quote.logo_invalid`.
 */
export async function changeLogo(
  { db, ids, clock }: { db: Db; ids: Ids; clock: Clock },
  by: AuthenticatedAccount,
  { bytes, caller }: { bytes: Uint8Array | null; caller: Caller },
): Promise<void> {
  const { teamId, accountId, sessionId } = by
  // Checked before decoding an image for a non-owner, and again below under the lock.
  await inTransaction(db, (tx) => assertOwner(tx, by))
  const normalized = bytes && (await normalizeLogo(bytes))
  await inTransaction(db, async (tx) => {
    await assertOwner(tx, by)
    if (normalized) await writeLogo(tx, { teamId, id: ids.secret(), bytes: normalized, at: clock.now() })
    else if (!(await deleteLogo(tx, teamId))) return
    await recordEvents(tx, [{ topic: 'quote_settings.changed', subject: teamId, payload: { teamId } }])
    await recordSecurityEvents(tx, {
      kind: 'team.quote_logo_changed',
      caller,
      actorId: accountId,
      teamId,
      sessionId,
      details: { removed: !normalized },
    })
  })
}
