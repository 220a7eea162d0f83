import { sql } from 'kysely'
import { holdIsCurrent } from '#api/db/predicates.ts'
import type { Tx } from '#api/db/transaction.ts'

/** Sets the note on a current hold of the team; false when there is none. */
export async function saveHoldNote(
  tx: Tx,
  { teamId, holdId, note }: { teamId: string; holdId: string; note: string | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update holds set internal_note = ${note}
    where id = ${holdId} and team_id = ${teamId} and ${holdIsCurrent('holds')}`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}
