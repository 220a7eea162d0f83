import type { DbOrTx, Tx } from '#api/db/transaction.ts'

/** Each logo gets a new id, so its URL can be cached forever. */
export async function writeLogo(
  tx: Tx,
  { teamId, id, bytes, at }: { teamId: string; id: string; bytes: Uint8Array; at: Date },
): Promise<void> {
  const row = { id, media_type: 'image/png' as const, bytes: Buffer.from(bytes), updated_at: at }
  await tx
    .insertInto('team_quote_logos')
    .values({ team_id: teamId, ...row })
    .onConflict((conflict) => conflict.column('team_id').doUpdateSet(row))
    .execute()
}

/** Returns whether there was a logo. */
export async function deleteLogo(tx: Tx, teamId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('team_quote_logos')
    .where('team_id', '=', teamId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function findLogo(db: DbOrTx, id: string): Promise<{ type: string; bytes: Buffer } | undefined> {
  return db
    .selectFrom('team_quote_logos')
    .select(['media_type as type', 'bytes'])
    .where('id', '=', id)
    .executeTakeFirst()
}
