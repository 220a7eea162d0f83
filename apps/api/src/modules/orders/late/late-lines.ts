import { estimateDelivery } from '@terrace/domain/time/delivery-estimate'
import type { DbOrTx } from '#api/db/transaction.ts'
import { readOutstandingLines, type OutstandingLine } from './outstanding-lines.repo.ts'

export interface LateLine extends OutstandingLine {
  expectedBy: Date
}

/** The team's lines whose tickets should have arrived, except for events that are cancelled, postponed or long over. */
export async function readLateLines(db: DbOrTx, teamId: string, now: Date): Promise<LateLine[]> {
  const lines = await readOutstandingLines(db, teamId, now)
  return lines
    .map((line) => ({ ...line, expectedBy: estimateDelivery(line).expectedBy }))
    .filter(({ expectedBy }) => expectedBy.getTime() < now.getTime())
}
