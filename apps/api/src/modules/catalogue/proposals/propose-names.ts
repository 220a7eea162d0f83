import type { Tx } from '#api/db/transaction.ts'
import { proposalKey, type ProposalStatus, type UnknownName } from './proposal.ts'
import { upsertProposals } from './proposals.repo.ts'

/**
 * Proposes names that a file uses and the catalogue does not know, each once, whatever its spelling and however many
 * rows use it. Cheap: one statement per call, so call it per batch and not per row.
 *
 * An importer calls it in the transaction that saves the waiting rows to `unmatched_events`, and writes the id into the
 * row's `missing` as `proposal`:
 *
 *     const proposals = await proposeNames(tx, fileName, names)
 *     const proposal = proposals.get(proposalKey(name))
 *
 * `open`: the row waits. `rejected`: an operator decided that the name has no events here, so skip the row. Once a
 * decision gives the name a meaning, the row's names resolve and {@link retryUnmatched} loads it.
 */
export async function proposeNames(
  tx: Tx,
  fileName: string,
  names: readonly UnknownName[],
): Promise<Map<string, { id: number; status: ProposalStatus }>> {
  // The first row with a name stands for all, in the order of the file.
  const first = new Map<string, UnknownName>()
  for (const name of names) if (!first.has(proposalKey(name))) first.set(proposalKey(name), name)
  const distinct = [...first]
  if (distinct.length === 0) return new Map()
  const stored = await upsertProposals(
    tx,
    fileName,
    distinct.map(([, name]) => name),
  )
  return new Map(stored.map((proposal, index) => [distinct[index]?.[0] ?? '', proposal]))
}
