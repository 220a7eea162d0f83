import type { DocumentType } from '@terrace/domain/sellers/seller-application'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'

export interface SellerDocument {
  id: string
  name: string
  contentType: DocumentType
  bytes: number
  createdAt: Date
}

export async function findDocuments(db: DbOrTx, teamId: string): Promise<SellerDocument[]> {
  return db
    .selectFrom('seller_documents')
    .select(['id', 'name', 'content_type as contentType', 'bytes', 'created_at as createdAt'])
    .where('team_id', '=', teamId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function insertDocument(
  tx: Tx,
  document: Omit<SellerDocument, 'createdAt'> & { teamId: string; encryptedKey: Buffer; now: Date },
): Promise<void> {
  await tx
    .insertInto('seller_documents')
    .values({
      id: document.id,
      team_id: document.teamId,
      name: document.name,
      content_type: document.contentType,
      bytes: document.bytes,
      encrypted_key: document.encryptedKey,
      created_at: document.now,
    })
    .execute()
}

/** False when the team has no such document. */
export async function deleteDocument(tx: Tx, target: { teamId: string; id: string }): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('seller_documents')
    .where('id', '=', target.id)
    .where('team_id', '=', target.teamId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function findDocumentKey(
  db: DbOrTx,
  target: { teamId: string; id: string },
): Promise<{ name: string; contentType: DocumentType; encryptedKey: Buffer } | undefined> {
  return db
    .selectFrom('seller_documents')
    .select(['name', 'content_type as contentType', 'encrypted_key as encryptedKey'])
    .where('id', '=', target.id)
    .where('team_id', '=', target.teamId)
    .executeTakeFirst()
}
