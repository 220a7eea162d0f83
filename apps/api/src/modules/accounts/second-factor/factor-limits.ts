import type { SecondFactorProof } from '@terrace/contracts/second-factor'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { growingWaitSeconds } from '#api/shared/growing-wait.ts'
import { deleteLoginAttempt } from '../login/login-failures.repo.ts'
import { startLoginAttempt, tooManyAttempts } from '../login/login-limits.ts'
import {
  deleteFactorFailure,
  insertFactorFailure,
  lockFactorAttempts,
  readFactorFailures,
  reportFactorFailures,
} from './factor-failures.repo.ts'

/** Wrong codes of a day that need not wait; each further one waits longer, up to an hour. */
const freeFailures = 20

/** Wrong codes of a day after which the owner gets an email. */
const failuresBeforeEmail = 10

/** A code that is being checked. It counts as wrong until {@link settleFactorAttempt}. */
interface StartedFactorAttempt {
  id: number
  accountId: string
}

interface Proof {
  /** `undefined` for an unknown passkey. */
  accountId: string | undefined
  /** Whose failed logins count together. A known device and a session have an allowance of their own. */
  limit: Parameters<typeof startLoginAttempt>[1]
  proof: SecondFactorProof
}

/**
 * Counts a proof as failed, in the limits of logins and of codes, before it is checked, so that concurrent ones count
 * each other.
 * @throws `account.too_many_attempts`; such a proof counts in neither
 */
export async function startProof(
  db: Db,
  { accountId, limit, proof }: Proof,
): Promise<{ attempt: number; factorAttempt: StartedFactorAttempt | undefined }> {
  const attempt = await startLoginAttempt(db, limit)
  // Passkeys cannot be guessed, so they stay usable while codes have to wait.
  if (accountId === undefined || proof.method === 'passkey') return { attempt, factorAttempt: undefined }
  try {
    return { attempt, factorAttempt: await startFactorAttempt(db, accountId, limit) }
  } catch (error) {
    await deleteLoginAttempt(db, attempt)
    throw error
  }
}

async function startFactorAttempt(
  db: Db,
  accountId: string,
  { ipAddress, isKnown = false }: Proof['limit'],
): Promise<StartedFactorAttempt> {
  const counted = { accountId, countsFor: isKnown ? ipAddress : 'everyone' }
  return inTransaction(db, async (tx) => {
    await lockFactorAttempts(tx, accountId)
    const failures = await readFactorFailures(tx, counted)
    const waitSeconds = growingWaitSeconds(failures, freeFailures, failures.now)
    if (waitSeconds > 0) throw tooManyAttempts(waitSeconds)
    return { id: await insertFactorFailure(tx, counted), accountId }
  })
}

/** Forgets a right code. Emails the owner after too many wrong ones of a day. */
export async function settleFactorAttempt(
  db: Db,
  attempt: StartedFactorAttempt | undefined,
  { isWrong }: { isWrong: boolean },
): Promise<void> {
  if (attempt === undefined) return
  const { id, accountId } = attempt
  if (!isWrong) return deleteFactorFailure(db, id)
  await inTransaction(db, async (tx) => {
    await lockFactorAttempts(tx, accountId)
    if (!(await reportFactorFailures(tx, { accountId, id, after: failuresBeforeEmail }))) return
    await recordEvents(tx, [
      {
        topic: 'account.security_changed',
        subject: accountId,
        payload: { accountId, change: 'wrong_codes' },
      },
    ])
  })
}
