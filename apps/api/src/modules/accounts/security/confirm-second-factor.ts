import type { SecondFactorProof } from '@terrace/contracts/second-factor'
import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { AppError } from '#api/shared/app-error.ts'
import { findAccount, lockActiveAccount } from '../accounts.repo.ts'
import { deleteLoginAttempt } from '../login/login-failures.repo.ts'
import { sessionLimitKey } from '../login/login-limits.ts'
import {
  checkSecondFactor,
  factorRejectedError,
  type SecondFactorDeps,
} from '../second-factor/check-second-factor.ts'
import { settleFactorAttempt, startProof } from '../second-factor/factor-limits.ts'
import { markProven } from './factors.repo.ts'

/**
 * Proves a second factor in an open session. Returns until when it counts as recent. Wrong proofs count as failed logins.
 * @throws `factor.rejected`, `account.too_many_attempts`
 */
export async function confirmSecondFactor(
  deps: SecondFactorDeps,
  { accountId, sessionId, teamId }: AuthenticatedAccount,
  { proof, caller }: { proof: SecondFactorProof; caller: Caller },
): Promise<Date> {
  const { db } = deps
  const username = (await findAccount(db, accountId))?.username ?? ''
  const limit = { username, ...sessionLimitKey(sessionId) }
  const { attempt, factorAttempt } = await startProof(db, { accountId, limit, proof })
  const context = {
    caller,
    actorId: accountId,
    accountId,
    teamId,
    sessionId,
    details: { method: proof.method },
  }
  const use = { purpose: 'confirm', sessionId } as const
  const useFactor = await checkSecondFactor(deps, { accountId, proof, use, caller })
  try {
    if (!useFactor) throw factorRejectedError(proof.method)
    const until = await inTransaction(db, async (tx) => {
      if (!(await lockActiveAccount(tx, accountId)) || !(await useFactor(tx)))
        throw factorRejectedError(proof.method)
      await recordSecurityEvents(tx, { kind: 'factor.confirmed', ...context })
      return markProven(tx, sessionId, 'second_factor')
    })
    await deleteLoginAttempt(db, attempt)
    await settleFactorAttempt(db, factorAttempt, { isWrong: false })
    return until
  } catch (error) {
    if (error instanceof AppError) {
      await settleFactorAttempt(db, factorAttempt, { isWrong: true })
      await recordSecurityEvents(db, { kind: 'factor.rejected', ...context })
    }
    throw error
  }
}
