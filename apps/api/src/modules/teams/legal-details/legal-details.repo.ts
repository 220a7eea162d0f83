import type { DbOrTx, Tx } from '#api/db/transaction.ts'

/** Who the team's invoices are addressed to; empty texts mean none. */
export interface LegalDetails {
  legalName: string
  address: string
  taxNumber: string
}

export async function readLegalDetails(db: DbOrTx, teamId: string): Promise<LegalDetails> {
  const row = await db
    .selectFrom('teams')
    .select(['legal_name', 'legal_address', 'tax_number'])
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow()
  return {
    legalName: row.legal_name ?? '',
    address: row.legal_address ?? '',
    taxNumber: row.tax_number ?? '',
  }
}

export async function writeLegalDetails(
  tx: Tx,
  teamId: string,
  { legalName, address, taxNumber }: LegalDetails,
): Promise<void> {
  await tx
    .updateTable('teams')
    .set({
      legal_name: legalName || null,
      legal_address: address || null,
      tax_number: taxNumber || null,
    })
    .where('id', '=', teamId)
    .execute()
}
