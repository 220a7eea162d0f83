import type { DbOrTx } from '#api/db/transaction.ts'
import type { CheckoutAttempt } from './checkout-attempt.ts'
import { findAttempt } from './checkout-attempts.repo.ts'

/** A payment in progress, with the data other tabs and devices need to continue it. */
export interface OpenAttempt {
  attempt: CheckoutAttempt
  startedAt: Date
  holdIds: string[]
}

/** Newest first. */
export async function findOpenAttempts(db: DbOrTx, teamId: string): Promise<OpenAttempt[]> {
  const rows = await db
    .selectFrom('checkout_attempts')
    .select(['id', 'created_at'])
    .where('team_id', '=', teamId)
    .where('is_open', '=', true)
    .orderBy('created_at', 'desc')
    .execute()
  const open = await Promise.all(
    rows.map(async ({ id, created_at }) => {
      const [attempt, holdIds] = await Promise.all([findAttempt(db, id), holdsOf(db, id)])
      return attempt && { attempt, startedAt: created_at, holdIds }
    }),
  )
  return open.filter((attempt) => attempt !== undefined)
}

async function holdsOf(db: DbOrTx, attemptId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('checkout_attempt_lines')
    .select('hold_id')
    .where('attempt_id', '=', attemptId)
    .orderBy('hold_id')
    .execute()
  return rows.map((row) => row.hold_id)
}
