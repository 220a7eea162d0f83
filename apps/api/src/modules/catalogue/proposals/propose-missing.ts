import type { Tx } from '#api/db/transaction.ts'
import type { Missing } from '../importers/event-sources/match-names.ts'
import { proposalKey } from './proposal.ts'
import { proposeNames } from './propose-names.ts'

interface RowWithMissing {
  missing: Missing[]
  fileName: string
  line: number
}

/**
 * Proposes what the rows miss and returns those that wait, with the proposals' ids. A row with a name that an operator
 * has rejected never loads, and is left out.
 */
export async function proposeMissing<Row extends RowWithMissing>(
  tx: Tx,
  rows: readonly Row[],
): Promise<Row[]> {
  const proposals: Awaited<ReturnType<typeof proposeNames>> = new Map()
  for (const [fileName, ofFile] of Map.groupBy(rows, (row) => row.fileName)) {
    const names = ofFile.flatMap(({ missing, line }) => missing.map((name) => ({ ...name, line })))
    for (const [key, proposal] of await proposeNames(tx, fileName, names)) proposals.set(key, proposal)
  }
  return rows.flatMap((row) => {
    const missing = row.missing.map((name) => ({ name, proposal: proposals.get(proposalKey(name)) }))
    if (missing.some(({ proposal }) => proposal?.status === 'rejected')) return []
    return [
      {
        ...row,
        missing: missing.map(({ name, proposal }) => (proposal ? { ...name, proposal: proposal.id } : name)),
      },
    ]
  })
}
