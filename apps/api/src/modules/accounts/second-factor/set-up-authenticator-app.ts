import type { Caller } from '#api/audit/caller.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { commonErrors } from '#api/shared/app-error.ts'
import { encryptionContexts } from '#api/shared/encryption-contexts.ts'
import type { Ids } from '#api/shared/ids.ts'
import { accountErrors } from '../accounts.errors.ts'
import { findAccount, lockActiveAccount } from '../accounts.repo.ts'
import { markProven } from '../security/factors.repo.ts'
import { confirmApp, findUnconfirmedSecret, insertUnconfirmedApp } from './authenticator-apps.repo.ts'
import { factorRejectedError, type SecondFactorDeps } from './check-second-factor.ts'
import { createFirstCodes } from './create-recovery-codes.ts'
import { recordSecurityChange } from './record-security-change.ts'
import { createSecret, setupUri, stepOfCode } from './totp.ts'

/** Creates a secret for an authenticator app. It counts once {@link confirmAuthenticatorApp} has seen a code. */
export async function setUpAuthenticatorApp(
  { db, ids, fieldCipher, config }: SecondFactorDeps & { ids: Ids; config: { brand: string } },
  { accountId }: AuthenticatedAccount,
): Promise<{ id: string; secret: string; uri: string }> {
  const account = await findAccount(db, accountId)
  if (!account) throw commonErrors.make('session.missing')
  const id = ids.next('aut')
  const secret = createSecret()
  const encryptedSecret = fieldCipher.encrypt(secret, encryptionContexts.authenticatorSecret(id))
  await inTransaction(db, (tx) => insertUnconfirmedApp(tx, { id, accountId, encryptedSecret }))
  return { id, secret, uri: setupUri({ secret, brand: config.brand, username: account.username }) }
}

/**
 * Makes the app the account's only one. It also proves the session's second factor. Returns recovery codes with the first
 * second factor.
 * @throws `factor.setup_expired`, `factor.rejected`
 */
export async function confirmAuthenticatorApp(
  { db, clock, fieldCipher }: SecondFactorDeps,
  { accountId, sessionId, teamId }: AuthenticatedAccount,
  { id, code, caller }: { id: string; code: string; caller: Caller },
): Promise<string[] | null> {
  const encrypted = await findUnconfirmedSecret(db, { id, accountId })
  if (!encrypted) throw accountErrors.make('factor.setup_expired')
  const secret = fieldCipher.decrypt(encrypted, encryptionContexts.authenticatorSecret(id))
  const step = stepOfCode({ secret, code, now: clock.now() })
  if (step === undefined) throw factorRejectedError('totp')
  return inTransaction(db, async (tx) => {
    if (!(await lockActiveAccount(tx, accountId))) throw commonErrors.make('session.missing')
    if (!(await confirmApp(tx, { id, accountId, step }))) throw accountErrors.make('factor.setup_expired')
    await markProven(tx, sessionId, 'second_factor')
    const context = { accountId, actorId: accountId, teamId, sessionId, caller }
    await recordSecurityChange(tx, {
      ...context,
      change: 'authenticator_app_added',
      kind: 'factor.app_added',
      details: { app_id: id },
    })
    return createFirstCodes(tx, context)
  })
}
