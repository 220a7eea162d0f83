import { maxDocumentBytes, maxDocuments, type DocumentType } from '@terrace/domain/sellers/seller-application'
import { randomBytes } from 'node:crypto'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { FileStore } from '#api/files/file-store.port.ts'
import { storeFile } from '#api/files/store-file.ts'
import { claimFiles } from '#api/files/unclaimed-files.repo.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { assertOwner } from '#api/modules/teams/index.ts'
import type { Clock } from '#api/shared/clock.ts'
import { createFieldCipher, type FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import { encryptionContexts } from '#api/shared/encryption-contexts.ts'
import type { Ids } from '#api/shared/ids.ts'
import { deleteDocument, findDocumentKey, findDocuments, insertDocument } from './documents.repo.ts'
import { lockEditable } from './save-application.ts'
import { sellerErrors } from './seller-accounts.errors.ts'

export interface DocumentDeps {
  db: Db
  ids: Ids
  clock: Clock
  files: FileStore
  fieldCipher: FieldCipher
}

const fileName = (id: string) => `seller-documents/${id}`
const fileContext = (id: string) => `seller-documents:${id}`

/** Stores a document, encrypted with a key of its own that is only in its row: without the row, no one can read the file. */
export async function addDocument(
  deps: DocumentDeps,
  by: AuthenticatedAccount,
  { name, bytes }: { name: string; bytes: Buffer },
): Promise<void> {
  const { db, ids, clock, fieldCipher } = deps
  const contentType = documentTypeOf(bytes)
  if (contentType === undefined || bytes.length > maxDocumentBytes)
    throw sellerErrors.make('seller.document_invalid')
  // Check before the upload, so that no one without permission stores files, and again below, after it.
  await inTransaction(db, async (tx) => {
    await assertOwner(tx, by)
    await lockEditable(tx, deps, by.teamId)
  })
  const id = ids.next('sdc')
  const key = randomBytes(32)
  const encrypted = createFieldCipher([{ id: 1, key }]).encrypt(bytes, fileContext(id))
  await storeFile(deps, { name: fileName(id), bytes: encrypted, contentType: 'application/octet-stream' })
  await inTransaction(db, async (tx) => {
    await assertOwner(tx, by)
    await lockEditable(tx, deps, by.teamId)
    if ((await findDocuments(tx, by.teamId)).length >= maxDocuments)
      throw sellerErrors.make('seller.too_many_documents')
    await claimFiles(tx, [fileName(id)])
    await insertDocument(tx, {
      id,
      teamId: by.teamId,
      name,
      contentType,
      bytes: bytes.length,
      encryptedKey: fieldCipher.encrypt(key, encryptionContexts.sellerDocumentKey(id)),
      now: clock.now(),
    })
  })
}

export async function removeDocument(
  deps: DocumentDeps,
  by: AuthenticatedAccount,
  id: string,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await assertOwner(tx, by)
    await lockEditable(tx, deps, by.teamId)
    if (!(await deleteDocument(tx, { teamId: by.teamId, id })))
      throw sellerErrors.make('seller.document_not_found')
  })
}

/** The content of a document, for an operator. @throws `seller.document_not_found` */
export async function readDocument(
  { db, files, fieldCipher }: Pick<DocumentDeps, 'db' | 'files' | 'fieldCipher'>,
  target: { teamId: string; id: string },
): Promise<{ name: string; contentType: DocumentType; bytes: Buffer }> {
  const found = await findDocumentKey(db, target)
  const stored = found && (await files.get(fileName(target.id)))
  if (!found || !stored) throw sellerErrors.make('seller.document_not_found')
  const key = fieldCipher.decryptBytes(found.encryptedKey, encryptionContexts.sellerDocumentKey(target.id))
  const cipher = createFieldCipher([{ id: 1, key }])
  return { ...found, bytes: cipher.decryptBytes(Buffer.from(stored), fileContext(target.id)) }
}

const pngHeader = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const jpegHeader = Buffer.from([0xff, 0xd8, 0xff])

/** By content; names and declared types are ignored. */
function documentTypeOf(bytes: Buffer): DocumentType | undefined {
  const end = bytes.subarray(-1024)
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-' && end.includes('%%EOF')) return 'application/pdf'
  if (bytes.subarray(0, 8).equals(pngHeader) && end.includes('IEND')) return 'image/png'
  return bytes.subarray(0, 3).equals(jpegHeader) && end.includes(Buffer.from([0xff, 0xd9]))
    ? 'image/jpeg'
    : undefined
}
