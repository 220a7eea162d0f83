import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'
import type { Colours } from '../competitions/category-art.ts'

/** Returns whether the colours were others. */
export async function setColours(tx: Tx, performerId: number, colours: Colours): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update performers set colours = ${colours}::text[]
    where id = ${performerId} and colours is distinct from ${colours}::text[]`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}
