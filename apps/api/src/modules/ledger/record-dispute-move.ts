import type { Money } from '@terrace/domain/money'
import type { Tx } from '../../db/transaction.ts'
import { credit, debit, ledgerAccounts } from './entry.ts'
import { insertTransaction } from './ledger.repo.ts'

export interface DisputeMove {
  attemptId: string
  disputeId: string
  teamId: string
  /** Taken from what the gateway holds for us; negative where it gives back. */
  taken: Money
  /** How often the provider has moved money for this dispute, with this. */
  moves: number
  /** The dispute is lost and booked as such: what moves now is between the buyer and us. */
  isLost: boolean
}

/** Books money that the provider withdraws for a dispute, or reinstates: ours still, but not at hand until a bank has decided. */
export async function recordDisputeMove(
  tx: Tx,
  { attemptId, disputeId, teamId, taken, moves, isLost }: DisputeMove,
): Promise<void> {
  await insertTransaction(tx, {
    kind: taken.minor > 0 ? 'dispute_withdrawal' : 'dispute_reinstatement',
    attemptId,
    orderId: null,
    disputeId,
    occurrence: moves,
    entries: [
      debit(isLost ? ledgerAccounts.buyer(teamId) : ledgerAccounts.withheld, taken),
      credit(ledgerAccounts.gateway, taken),
    ],
  })
}
