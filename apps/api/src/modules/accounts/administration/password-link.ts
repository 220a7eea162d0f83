import type { Tx } from '#api/db/transaction.ts'
import { hashToken } from '#api/shared/crypto/token-hash.ts'
import type { Ids } from '#api/shared/ids.ts'
import { insertReset, insertResetToken } from '../passwords/password-resets.repo.ts'

/** Not an address, so it counts towards no limit of an address. */
const fromTerminal = 'terminal'

/** A link that sets a new password once, within one hour. */
export async function addPasswordLink(
  { tx, ids }: { tx: Tx; ids: Ids },
  { accountId, email, siteOrigin }: { accountId: string; email: string; siteOrigin: string },
): Promise<string> {
  const [resetId, token, resetLink] = [ids.next('rst'), ids.secret(), `${siteOrigin}/reset-password`]
  await insertReset(tx, { id: resetId, email: email.toLowerCase(), resetLink, ipAddress: fromTerminal })
  await insertResetToken(tx, { hash: hashToken(token), resetId, accountId })
  return `${resetLink}/${token}`
}
