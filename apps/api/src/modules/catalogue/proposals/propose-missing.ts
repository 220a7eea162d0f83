import type { Tx } from '#api/db/transaction.ts'
import type { Missing } from '../importers/event-sources/match-names.ts'
import { proposalKey } from './proposal.ts'
import { proposeNames } from './propose-names.ts'

/**
 * Proposes what one row misses and returns it with the proposals' ids. `rejected` is a name that an operator rejected:
 * the row never loads.
 */
export async function proposeMissing(
  tx: Tx,
  missing: readonly Missing[],
  { fileName, line }: { fileName: string; line: number },
): Promise<{ missing: Missing[]; rejected: string | undefined }> {
  const proposals = await proposeNames(
    tx,
    fileName,
    missing.map((name) => ({ ...name, line })),
  )
  const proposed = missing.map((name) => ({ name, proposal: proposals.get(proposalKey(name)) }))
  return {
    missing: proposed.map(({ name, proposal }) => (proposal ? { ...name, proposal: proposal.id } : name)),
    rejected: proposed.find(({ proposal }) => proposal?.status === 'rejected')?.name.name,
  }
}
