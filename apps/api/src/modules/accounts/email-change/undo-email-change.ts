import { sql } from 'kysely'
import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { Ids } from '#api/shared/ids.ts'
import { hashToken } from '#api/shared/crypto/token-hash.ts'
import { accountErrors } from '../accounts.errors.ts'
import { writeEmail, writePasswordHash } from '../accounts.repo.ts'
import { insertReset, consumeResetTokens } from '../passwords/password-resets.repo.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { withHashPermit } from '../passwords/hash-limit.ts'
import { lockEmails, releaseName } from '../reserved-names.repo.ts'
import { deleteSecondFactorsSince } from '../security/factors.repo.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { findUndoableChangeById, lockChangeOfToken, undoHours, writeUndone } from './email-changes.repo.ts'

/** Not an address, so it counts towards no limit of an address. */
const fromUndo = 'email change undone'

/**
 * Brings the previous address back, also after further changes, ends all sessions and makes the password useless; a link
 * to set a new one goes to that address. What was added with the change or in the 72 hours before it goes too, because an
 * attacker may have added it: second factors, API keys and calendar addresses. Open invitations that the account sent end.
 * Returns the ended sessions.
 * @throws `email.link_invalid`
 */
export async function undoEmailChange(
  { db, ids }: { db: Db; ids: Ids },
  { token, caller }: { token: string; caller: Caller },
): Promise<string[]> {
  const tokenHash = hashToken(token)
  const isKnown = await inTransaction(db, (tx) => lockChangeOfToken(tx, tokenHash, 'undo'))
  // Before the expensive hash, so that callers without a link cannot trigger it.
  if (!isKnown) throw accountErrors.make('email.link_invalid')
  const passwordHash = await withHashPermit(() => hashPassword(ids.secret()))
  return inTransaction(db, async (tx) => {
    const locked = await lockChangeOfToken(tx, tokenHash, 'undo')
    const change = locked && (await findUndoableChangeById(tx, locked.changeId))
    if (!change) throw accountErrors.make('email.link_invalid')
    const { id: changeId, accountId, oldEmail, siteOrigin, requestedAt } = change
    const since = new Date(requestedAt.getTime() - undoHours * 3_600_000)
    const removed = await writeUndone(tx, change)
    await lockEmails(tx, [oldEmail, ...removed])
    await writeEmail(tx, accountId, oldEmail)
    for (const name of removed) await releaseName(tx, { kind: 'email', name, accountId })
    await deleteSecondFactorsSince(tx, accountId, since)
    const leftBehind = await endAccessLeftBehind(tx, accountId, since)
    await writePasswordHash(tx, accountId, passwordHash)
    await consumeResetTokens(tx, accountId)
    const resetId = ids.next('rst')
    const email = oldEmail.toLowerCase()
    await insertReset(tx, {
      id: resetId,
      email,
      resetLink: `${siteOrigin}/reset-password`,
      ipAddress: fromUndo,
    })
    await recordEvents(tx, [{ topic: 'password_reset.requested', subject: resetId, payload: { resetId } }])
    await recordSecurityEvents(tx, {
      kind: 'account.email_change_undone',
      caller,
      accountId,
      details: { change_id: changeId, ...leftBehind },
    })
    return endSessions(tx, accountId, { reason: 'email_change_undone', caller })
  })
}

interface LeftBehind {
  ended_invitations: number
  revoked_api_keys: number
  revoked_calendars: number
  /** Accounts that joined the team through the account's invitations. */
  joined_accounts: string[]
}

async function endAccessLeftBehind(tx: Tx, accountId: string, since: Date): Promise<LeftBehind> {
  const { rows } = await sql<{ ended: LeftBehind }>`
    select end_access_left_behind(${accountId}, ${since}) as ended`.execute(tx)
  if (!rows[0]) throw new Error('a function returns one row')
  return rows[0].ended
}
