import { sql } from 'kysely'
import { holdIsCurrent } from '#api/db/predicates.ts'
import type { Tx } from '#api/db/transaction.ts'

interface TeamHold {
  teamId: string
  holdId: string
}

/** Locks a current hold of the team and returns its note; `undefined` when there is no such hold. */
export async function lockHoldNote(
  tx: Tx,
  { teamId, holdId }: TeamHold,
): Promise<{ note: string | null } | undefined> {
  const { rows } = await sql<{ note: string | null }>`
    select internal_note as note from holds
    where id = ${holdId} and team_id = ${teamId} and ${holdIsCurrent('holds')}
    for update`.execute(tx)
  return rows[0]
}

/** Sets the note on a hold. */
export async function saveHoldNote(tx: Tx, { holdId, note }: { holdId: string; note: string | null }) {
  await sql`update holds set internal_note = ${note} where id = ${holdId}`.execute(tx)
}
