import type { WireSecondFactorPrompt } from '@terrace/contracts/accounts'
import type { Db } from '#api/db/client.ts'
import type { Tx } from '#api/db/transaction.ts'
import { hashToken } from '#api/shared/crypto/token-hash.ts'
import type { Ids } from '#api/shared/ids.ts'
import { readSecondFactorMethods } from '../security/factors.repo.ts'
import { insertHandoverLogin, insertPendingLogin } from '../second-factor/pending-logins.repo.ts'

/**
 * Begins the second step of a login whose password was right. `undefined` if the account has no second factor, or if the
 * password has changed meanwhile.
 */
export async function startSecondFactor(
  { db, ids }: { db: Db; ids: Ids },
  { accountId, passwordHash }: { accountId: string; passwordHash: string },
): Promise<WireSecondFactorPrompt | undefined> {
  const methods = await readSecondFactorMethods(db, accountId)
  if (methods.length === 0) return undefined
  const token = ids.secret()
  const expiresAt = await insertPendingLogin(db, { tokenHash: hashToken(token), accountId, passwordHash })
  return expiresAt && { token, methods, expires_at: expiresAt.toISOString() }
}

/**
 * Begins the second step after a handover; `undefined` if the account has no second factor. The caller has locked the
 * account.
 */
export async function startSecondFactorOfHandover(
  tx: Tx,
  ids: Ids,
  { accountId, replacedSessionId }: { accountId: string; replacedSessionId: string | null },
): Promise<WireSecondFactorPrompt | undefined> {
  const methods = await readSecondFactorMethods(tx, accountId)
  if (methods.length === 0) return undefined
  const token = ids.secret()
  const expiresAt = await insertHandoverLogin(tx, {
    tokenHash: hashToken(token),
    accountId,
    replacedSessionId,
  })
  return { token, methods, expires_at: expiresAt.toISOString() }
}
