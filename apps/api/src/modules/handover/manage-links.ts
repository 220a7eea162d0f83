import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import type { HandoverIssuer } from '#api/config/handover.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import { lockAccountByUsername } from '#api/modules/accounts/index.ts'
import { deleteLink } from './handover-links.repo.ts'
import { linkAccount } from './linked-account.ts'

interface ManageDeps {
  db: Db
  config: { handover: readonly HandoverIssuer[] }
}

interface ManagedLink {
  username: string
  issuer: string
  caller: Caller
}

/**
 * Lets a user of another site open the account, by an operator.
 * @throws `input.invalid`, `account.not_found`
 */
export async function addHandoverLink(
  { db, config }: ManageDeps,
  { username, issuer: id, subject, caller }: ManagedLink & { subject: string },
): Promise<void> {
  const issuer = config.handover.find((each) => each.id === id)
  if (!issuer) {
    const known = config.handover.map((each) => each.id).join(', ') || 'none'
    throw invalidInput({ issuer: [`must be a site of HANDOVER_ISSUERS: ${known}`] })
  }
  await inTransaction(db, async (tx) => {
    const account = await lockAccountByUsername(tx, username)
    if (!(await linkAccount(tx, { issuer, subject, account, caller })))
      throw invalidInput({
        subject: ['this user or this account is linked already: use `account unlink` first'],
      })
  })
}

/**
 * Ends the link, whether the site is still configured or not.
 * @throws `input.invalid`, `account.not_found`
 */
export async function removeHandoverLink(
  { db }: Pick<ManageDeps, 'db'>,
  { username, issuer, caller }: ManagedLink,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { id: accountId, teamId } = await lockAccountByUsername(tx, username)
    if (!(await deleteLink(tx, { issuer, accountId })))
      throw invalidInput({ issuer: [`${username} is not linked with ${issuer}`] })
    await recordSecurityEvents(tx, {
      kind: 'handover.unlinked',
      caller,
      accountId,
      teamId,
      details: { issuer },
    })
  })
}
