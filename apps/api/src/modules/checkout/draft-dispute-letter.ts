import type { Db } from '../../db/client.ts'
import { findOrderOfAttempt } from '../orders/index.ts'
import { readDisputes, type KeptDispute } from '../payments/index.ts'

export interface DisputeLetter extends KeptDispute {
  /** Of the order; null where the purchase came to none. */
  number: string | null
}

/** What the operators are told of a purchase whose money the buyer's bank wants back. */
export async function draftDisputeLetter(
  db: Db,
  { attemptId, disputeId }: { attemptId: string; disputeId: string },
): Promise<DisputeLetter | undefined> {
  const dispute = (await readDisputes(db, attemptId)).find((each) => each.disputeId === disputeId)
  if (!dispute) return undefined
  const order = await findOrderOfAttempt(db, attemptId)
  return { ...dispute, number: order?.number ?? null }
}
