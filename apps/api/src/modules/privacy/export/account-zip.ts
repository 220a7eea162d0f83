import { Zip, ZipDeflate } from 'fflate'
import type { Db } from '#api/db/client.ts'
import type { FileStore } from '#api/files/file-store.port.ts'
import { encryptionContexts } from '#api/shared/encryption-contexts.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import {
  findDocuments,
  findLogo,
  findSeller,
  findTicketFiles,
  jsonFilesOf,
  type ExportedAccount,
} from './account-files.repo.ts'
import { renderDocuments, type DocumentDeps } from './render-documents.ts'

export interface ZipDeps extends DocumentDeps {
  db: Db
  fieldCipher: FieldCipher
  files: FileStore
}

interface ZippedFile {
  name: string
  bytes: Uint8Array
}

/**
 * The data of an account as the chunks of a ZIP file: JSON, the ticket files it bought, PDFs of its invoices and quotes; with
 * `withTeam`, the business data of its team too. One file is in memory at a time. `not-included.json` names what could not
 * be read.
 */
export async function* accountZip(
  deps: ZipDeps,
  account: ExportedAccount,
  { withTeam }: { withTeam: boolean },
): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  const missing: string[] = []
  for await (const { name, bytes } of filesOf(deps, account, { withTeam, missing })) {
    const entry = new ZipDeflate(name, { level: 6 })
    zip.add(entry)
    entry.push(bytes, true)
    yield* chunks.splice(0)
  }
  zip.end()
  yield* chunks.splice(0)
}

const json = (name: string, value: unknown): ZippedFile => ({
  name,
  bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
})

async function* filesOf(
  deps: ZipDeps,
  account: ExportedAccount,
  { withTeam, missing }: { withTeam: boolean; missing: string[] },
): AsyncGenerator<ZippedFile> {
  const { db, files } = deps
  for (const { name, read } of jsonFilesOf(account, { withTeam })) yield json(name, await read(db))
  if (withTeam) {
    yield json('team/clients.json', await readClients(deps, account.teamId))
    const seller = await readSeller(deps, account.teamId)
    if (seller) yield json('team/seller-account.json', seller)
    const logo = await findLogo(db, account.teamId)
    if (logo) yield { name: `team/logo.${logo.mediaType.replace('image/', '')}`, bytes: logo.bytes }
  }
  for (const { order, ticketId, fileName, storageKey } of await findTicketFiles(db, account, { withTeam })) {
    // Names of sellers cannot leave the folder of the order.
    const name = `tickets/${order}/${ticketId}-${fileName.replaceAll(/[^\p{L}\p{N}._ -]+/gu, '_')}`
    const bytes = await files.get(storageKey)
    if (bytes) yield { name, bytes }
    else missing.push(name)
  }
  yield* renderDocuments(deps, account.teamId, await findDocuments(db, account, { withTeam }), missing)
  if (missing.length > 0) yield json('not-included.json', missing)
}

/** The application to sell, with the names of its documents. */
async function readSeller({ db, fieldCipher }: ZipDeps, teamId: string): Promise<object | undefined> {
  const found = await findSeller(db, teamId)
  if (!found) return undefined
  const { encryptedDetails, encryptedChange, ...seller } = found
  const read = (bytes: Buffer | null, context: string): unknown => {
    const text = bytes && fieldCipher.tryDecrypt(bytes, context)
    return text ? JSON.parse(text) : null
  }
  return {
    ...seller,
    details: read(encryptedDetails, encryptionContexts.sellerDetails(teamId)),
    requested_change: read(encryptedChange, encryptionContexts.sellerDetailsChange(teamId)),
  }
}

async function readClients(
  { db, fieldCipher }: Pick<ZipDeps, 'db' | 'fieldCipher'>,
  teamId: string,
): Promise<unknown[]> {
  const rows = await db
    .selectFrom('clients')
    .select(['id', 'encrypted_details', 'created_at', 'last_used_at'])
    .where('team_id', '=', teamId)
    .orderBy('created_at')
    .execute()
  return rows.flatMap(({ id, encrypted_details: bytes, ...times }) => {
    const text = fieldCipher.tryDecrypt(bytes, encryptionContexts.clientDetails(id))
    // Only objects are encrypted for this context.
    return text === undefined ? [] : [{ ...(JSON.parse(text) as Record<string, unknown>), ...times }]
  })
}
