import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { accountErrors } from '../accounts.errors.ts'
import { lockActiveAccount } from '../accounts.repo.ts'
import { forgetSecondFactors, readRequirement, readSecondFactorMethods } from '../security/factors.repo.ts'
import { deleteApp } from './authenticator-apps.repo.ts'
import { deletePasskey } from './passkeys.repo.ts'
import { recordSecurityChange } from './record-security-change.ts'

/** @throws `factor.passkey_not_found`, `factor.last_required` */
export async function removePasskey(
  { db }: { db: Db },
  account: AuthenticatedAccount,
  { id, caller }: { id: string; caller: Caller },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockActiveAccount(tx, account.accountId)
    // A passkey of another account is reported like an unknown one.
    if (!(await deletePasskey(tx, account.accountId, id)))
      throw accountErrors.make('factor.passkey_not_found')
    await recordSecurityChange(tx, {
      ...contextOf(account, caller),
      change: 'passkey_removed',
      kind: 'factor.passkey_removed',
      details: { passkey_id: id },
    })
    await settleRemoval(tx, account.accountId)
  })
}

/** @throws `factor.none`, `factor.last_required` */
export async function removeAuthenticatorApp(
  { db }: { db: Db },
  account: AuthenticatedAccount,
  caller: Caller,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockActiveAccount(tx, account.accountId)
    const id = await deleteApp(tx, account.accountId)
    if (id === undefined) throw accountErrors.make('factor.none')
    await recordSecurityChange(tx, {
      ...contextOf(account, caller),
      change: 'authenticator_app_removed',
      kind: 'factor.app_removed',
      details: { app_id: id },
    })
    await settleRemoval(tx, account.accountId)
  })
}

/** After the last second factor nothing of it remains, unless the account must have one. */
async function settleRemoval(tx: Tx, accountId: string): Promise<void> {
  if ((await readSecondFactorMethods(tx, accountId)).length > 0) return
  if (await readRequirement(tx, accountId)) throw accountErrors.make('factor.last_required')
  await forgetSecondFactors(tx, accountId)
}

function contextOf({ accountId, teamId, sessionId }: AuthenticatedAccount, caller: Caller) {
  return { accountId, actorId: accountId, teamId, sessionId, caller }
}
