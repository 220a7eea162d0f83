import type { Money } from '@terrace/domain/money/money'
import type { Db } from '#api/db/client.ts'
import { hasRefundWithoutOrder } from '#api/modules/ledger/index.ts'
import { findAttempt } from './checkout-attempts.repo.ts'

/** Returns the data for the email about a payment that ended without an order, refunded or never captured. */
export async function readRefundedPaymentEmailDetails(
  db: Db,
  attemptId: string,
): Promise<
  { accountId: string; email: string; amount: Money; reason: string; wasCaptured: boolean } | undefined
> {
  const attempt = await findAttempt(db, attemptId)
  if (!attempt?.failure) return undefined
  const { accountId, email, amount, failure } = attempt
  const wasCaptured = await hasRefundWithoutOrder(db, attemptId)
  return { accountId, email, amount, reason: failure.message, wasCaptured }
}
