import type { Money } from '@terrace/domain/money'
import type { Db } from '../../db/client.ts'
import { findAttempt } from './checkout-attempts.repo.ts'

/** What the buyer is told of a payment that came to no order, and was returned. */
export async function draftRefundedPayment(
  db: Db,
  attemptId: string,
): Promise<{ accountId: string; email: string; amount: Money; reason: string } | undefined> {
  const attempt = await findAttempt(db, attemptId)
  if (!attempt?.failure) return undefined
  const { accountId, email, amount, failure } = attempt
  return { accountId, email, amount, reason: failure.message }
}
