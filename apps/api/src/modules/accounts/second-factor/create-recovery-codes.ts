import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { accountErrors } from '../accounts.errors.ts'
import { lockActiveAccount } from '../accounts.repo.ts'
import { readSecondFactorMethods } from '../security/factors.repo.ts'
import { generateRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts'
import { countUnusedCodes, replaceCodes } from './recovery-codes.repo.ts'
import { recordSecurityChange } from './record-security-change.ts'

interface CodesContext {
  accountId: string
  actorId: string
  teamId: string
  sessionId: string
  caller: Caller
}

/** Replaces the account's recovery codes. @throws `factor.none` if there is no factor that they could replace. */
export async function createRecoveryCodes(
  { db }: { db: Db },
  { accountId, teamId, sessionId }: AuthenticatedAccount,
  caller: Caller,
): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    await lockActiveAccount(tx, accountId)
    if ((await readSecondFactorMethods(tx, accountId)).length === 0) throw accountErrors.make('factor.none')
    return createCodes(tx, { accountId, actorId: accountId, teamId, sessionId, caller })
  })
}

/** Codes for an account that just got its first second factor; `null` if it has some. */
export async function createFirstCodes(tx: Tx, context: CodesContext): Promise<string[] | null> {
  return (await countUnusedCodes(tx, context.accountId)) > 0 ? null : createCodes(tx, context)
}

async function createCodes(tx: Tx, context: CodesContext): Promise<string[]> {
  const codes = generateRecoveryCodes()
  await replaceCodes(tx, context.accountId, codes.map(hashRecoveryCode))
  await recordSecurityChange(tx, {
    ...context,
    change: 'recovery_codes_created',
    kind: 'factor.codes_created',
    details: { count: codes.length },
  })
  return codes
}
