import type { Db } from '#api/db/client.ts'
import { findOrderOfAttempt } from '#api/modules/orders/index.ts'
import { readDisputes, type StoredDispute } from '#api/modules/payments/index.ts'

export interface DisputeEmailDetails extends StoredDispute {
  /** Order number; `null` if the purchase has no order. */
  number: string | null
}

/** Returns the data for the operators' email about a dispute. */
export async function readDisputeEmailDetails(
  db: Db,
  { attemptId, disputeId }: { attemptId: string; disputeId: string },
): Promise<DisputeEmailDetails | undefined> {
  const dispute = (await readDisputes(db, attemptId)).find((each) => each.disputeId === disputeId)
  if (!dispute) return undefined
  const order = await findOrderOfAttempt(db, attemptId)
  return { ...dispute, number: order?.number ?? null }
}
