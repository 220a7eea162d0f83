import type { Db } from '#api/db/client.ts'
import type { Ids } from '#api/shared/ids.ts'
import { hashToken } from '#api/shared/crypto/token-hash.ts'
import { findAccount, findByEmail } from '../accounts.repo.ts'
import { findReservingAccount } from '../reserved-names.repo.ts'
import { findPendingChangeById, findUndoableChangeById, insertChangeToken } from './email-changes.repo.ts'

interface PreparedEmail {
  email: string
  firstName: string
}

/**
 * The email to a new address: the link that confirms it or, if the address belongs to another account, a notice to its
 * owner (`link` is then `undefined`). `undefined` if no email is due. Links are created here, while rendering, so that no
 * queue and no table ever stores one.
 */
export async function prepareEmailChangeEmail(
  { db, ids }: { db: Db; ids: Ids },
  changeId: string,
): Promise<(PreparedEmail & { link: string | undefined }) | undefined> {
  const change = await findPendingChangeById(db, changeId)
  const account = change && (await findAccount(db, change.accountId))
  if (!change || !account) return undefined
  const { newEmail, accountId, siteOrigin } = change
  const ownerId = (await findByEmail(db, newEmail))?.id ?? (await findReservingAccount(db, newEmail))
  if (ownerId !== undefined && ownerId !== accountId) {
    const owner = await findAccount(db, ownerId)
    // A closed account gets no notices.
    if (!owner || owner.status === 'removed') return undefined
    return { email: newEmail, firstName: owner.firstName, link: undefined }
  }
  const token = ids.secret()
  await insertChangeToken(db, { hash: hashToken(token), changeId, purpose: 'confirm' })
  return { email: newEmail, firstName: account.firstName, link: `${siteOrigin}/change-email/${token}` }
}

/** The notice to the previous address, with the link that undoes the change. */
export async function prepareEmailChangedEmail(
  { db, ids }: { db: Db; ids: Ids },
  changeId: string,
): Promise<(PreparedEmail & { link: string; newEmail: string }) | undefined> {
  const change = await findUndoableChangeById(db, changeId)
  const account = change && (await findAccount(db, change.accountId))
  if (!change || !account) return undefined
  const { oldEmail, newEmail, siteOrigin, undoUntil } = change
  const token = ids.secret()
  await insertChangeToken(db, { hash: hashToken(token), changeId, purpose: 'undo', expiresAt: undoUntil })
  return {
    email: oldEmail,
    firstName: account.firstName,
    newEmail: maskEmail(newEmail),
    link: `${siteOrigin}/undo-email-change/${token}`,
  }
}

/** Enough to recognise one's own address: a stranger may read the old mailbox. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email][0] ?? ''}…${email.slice(at)}`
}
