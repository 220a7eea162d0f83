import { createHash } from 'node:crypto'
import type { Caller } from '#api/audit/caller.ts'
import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { HandoverIssuer } from '#api/config/handover.ts'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import { findAccount, findHandoverAccount, type Account } from '#api/modules/accounts/index.ts'
import { findLink, insertLink } from './handover-links.repo.ts'

type Issuer = Pick<HandoverIssuer, 'id' | 'subject'>

/**
 * The account that this site's user opens. A link decides alone: what another account is called later does not matter.
 * Without one, the site's configuration may let the first handover name the account.
 */
export async function findLinkedAccount(
  db: DbOrTx,
  issuer: Issuer,
  subject: string,
): Promise<Account | undefined> {
  const linked = await findLink(db, { issuer: issuer.id, subjectHash: hashOf(issuer, subject) })
  if (linked !== undefined) return findAccount(db, linked)
  return issuer.subject === 'id' ? undefined : findHandoverAccount(db, issuer.subject, subject)
}

/** Links at the first handover. False if the account belongs to another user of the site, or this user to another account. */
export async function linkAccount(
  tx: Tx,
  {
    issuer,
    subject,
    account: { id: accountId, teamId },
    caller,
  }: { issuer: Issuer; subject: string; account: Pick<Account, 'id' | 'teamId'>; caller: Caller },
): Promise<boolean> {
  const link = { issuer: issuer.id, subjectHash: hashOf(issuer, subject) }
  if (await insertLink(tx, { ...link, accountId })) {
    await recordSecurityEvents(tx, {
      kind: 'handover.linked',
      caller,
      accountId,
      teamId,
      details: { issuer: issuer.id },
    })
    return true
  }
  return (await findLink(tx, link)) === accountId
}

/** Usernames and email addresses have no case; ids of other sites may. */
function hashOf({ subject: kind }: Issuer, subject: string): Buffer {
  const text = kind === 'id' ? subject : subject.trim().toLowerCase()
  return createHash('sha256').update(text).digest()
}
