import { attemptStates, isAttemptSettled } from '@terrace/domain/checkout-lifecycle'
import type { Reader } from '../../db/transaction.ts'
import type { CheckoutAttempt } from './checkout-attempt.ts'
import { findAttempt } from './checkout-attempts.repo.ts'

/** A payment that is under way, with what its team needs to go on with it from anywhere. */
export interface OpenAttempt {
  attempt: CheckoutAttempt
  startedAt: Date
  holdIds: string[]
}

/** The team's payments that have not come to their end, the latest first. */
export async function findOpenAttempts(db: Reader, teamId: string): Promise<OpenAttempt[]> {
  const rows = await db
    .selectFrom('checkout_attempts')
    .select(['id', 'created_at'])
    .where('team_id', '=', teamId)
    .where('state', 'not in', attemptStates.filter(isAttemptSettled))
    .orderBy('created_at', 'desc')
    .execute()
  const open = await Promise.all(
    rows.map(async ({ id, created_at }) => {
      const [attempt, holdIds] = await Promise.all([findAttempt(db, id), holdsOf(db, id)])
      return attempt && { attempt, startedAt: created_at, holdIds }
    }),
  )
  return open.filter((each) => each !== undefined)
}

async function holdsOf(db: Reader, attemptId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('checkout_attempt_lines')
    .select('hold_id')
    .where('attempt_id', '=', attemptId)
    .orderBy('hold_id')
    .execute()
  return rows.map((row) => row.hold_id)
}
