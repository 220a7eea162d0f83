import { sql, type RawBuilder } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

/** Whether this team may sell and has an owner who can log in; a closed or suspended team sends no files. */
export const teamIsSelling = (teamId: RawBuilder<string>): RawBuilder<boolean> => sql`exists (
  select from teams t join accounts a on a.team_id = t.id and a.status = 'active' and a.team_role = 'owner'
  where t.id = ${teamId} and t.can_sell)`

export async function isSellingTeam(db: DbOrTx, teamId: string): Promise<boolean> {
  const { rows } = await sql<{ isSelling: boolean }>`
    select ${teamIsSelling(sql`${teamId}`)} as "isSelling"`.execute(db)
  return rows[0]?.isSelling ?? false
}
