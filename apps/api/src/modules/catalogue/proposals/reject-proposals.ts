import { inTransaction } from '#api/db/transaction.ts'
import { chooseProposals, recordDecision, type DecisionContext, type ProposalChoice } from './decisions.ts'
import { decideProposal } from './proposals.repo.ts'
import { dismissProposedRows } from './proposed-rows.repo.ts'

/**
 * Decides that the names have no events here: their rows never load, also when the source repeats them.
 * @throws `input.invalid` when a proposal does not exist or is decided
 */
export async function rejectProposals(
  context: DecisionContext,
  choice: ProposalChoice,
): Promise<{ rejected: number; dismissed: number }> {
  return inTransaction(context.db, async (tx) => {
    const proposals = await chooseProposals(tx, choice)
    for (const proposal of proposals) {
      await decideProposal(tx, { id: proposal.id, status: 'rejected', targetId: null })
      await recordDecision(tx, context, proposal, 'rejected', '')
    }
    const dismissed = await dismissProposedRows(
      tx,
      proposals.map(({ id }) => id),
    )
    return { rejected: proposals.length, dismissed }
  })
}
