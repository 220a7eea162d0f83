import type { Money } from '@terrace/domain/money/money'
import type { Tx } from '#api/db/transaction.ts'
import { credit, debit, ledgerAccounts } from './entry.ts'
import { insertTransaction } from './ledger.repo.ts'

export interface DisputeMovement {
  attemptId: string
  disputeId: string
  teamId: string
  /** Withdrawn from our gateway balance; negative when the gateway reinstates it. */
  withdrawn: Money
  /** Number of times the gateway has moved money for this dispute, including this one. */
  movementCount: number
  /** Once a dispute is lost, movements go to the buyer's account instead of `withheld`. */
  isLost: boolean
}

/**
 * Records money that the gateway withdraws for a dispute or reinstates. It stays ours, but unavailable, until the
 * bank decides.
 */
export async function recordDisputeMovement(
  tx: Tx,
  { attemptId, disputeId, teamId, withdrawn, movementCount, isLost }: DisputeMovement,
): Promise<void> {
  await insertTransaction(tx, {
    kind: withdrawn.minor > 0 ? 'dispute_withdrawal' : 'dispute_reinstatement',
    attemptId,
    orderId: null,
    disputeId,
    occurrence: movementCount,
    entries: [
      debit(isLost ? ledgerAccounts.buyer(teamId) : ledgerAccounts.withheld, withdrawn),
      credit(ledgerAccounts.gateway, withdrawn),
    ],
  })
}
