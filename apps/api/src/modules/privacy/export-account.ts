import { Zip, ZipDeflate } from 'fflate'
import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import type { FileStore } from '#api/files/file-store.port.ts'
import { encryptionContexts } from '#api/shared/encryption-contexts.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import { findExported, findLogo, findTicketFiles, jsonFilesOf } from './account-files.repo.ts'
import { privacyErrors } from './privacy.errors.ts'

interface ExportDeps {
  db: Db
  fieldCipher: FieldCipher
  files: FileStore
}

/**
 * The data of an account as the chunks of a ZIP file: JSON and the ticket files it bought; with `withTeam`, the business
 * data of its team too. One file is in memory at a time.
 * @throws `account.not_found`, and `privacy.not_owner` for the team of someone who is not its owner
 */
export async function* exportAccount(
  { db, fieldCipher, files }: ExportDeps,
  { username, withTeam, caller }: { username: string; withTeam: boolean; caller: Caller },
): AsyncGenerator<Uint8Array> {
  const account = await findExported(db, username)
  if (!account) throw privacyErrors.make('account.not_found')
  if (withTeam && !account.isOwner) throw privacyErrors.make('privacy.not_owner')
  const { id: accountId, teamId } = account
  await recordSecurityEvents(db, {
    kind: 'privacy.account_exported',
    caller,
    accountId,
    teamId,
    details: { with_team: withTeam },
  })
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  const add = (name: string, bytes: Uint8Array) => {
    const entry = new ZipDeflate(name, { level: 6 })
    zip.add(entry)
    entry.push(bytes, true)
  }
  const addJson = (name: string, value: unknown) =>
    add(name, Buffer.from(`${JSON.stringify(value, null, 2)}\n`))

  for (const { name, read } of jsonFilesOf(account, { withTeam })) {
    addJson(name, await read(db))
    yield* chunks.splice(0)
  }
  if (withTeam) {
    addJson('team/clients.json', await readClients(db, fieldCipher, teamId))
    const logo = await findLogo(db, teamId)
    if (logo) add(`team/logo.${logo.mediaType.replace('image/', '')}`, logo.bytes)
    yield* chunks.splice(0)
  }
  for (const { order, ticketId, fileName, storageKey } of await findTicketFiles(db, account, { withTeam })) {
    const bytes = await files.get(storageKey)
    // Names of sellers cannot leave the folder of the order.
    if (bytes) add(`tickets/${order}/${ticketId}-${fileName.replaceAll(/[^\p{L}\p{N}._ -]+/gu, '_')}`, bytes)
    yield* chunks.splice(0)
  }
  zip.end()
  yield* chunks.splice(0)
}

async function readClients(db: Db, fieldCipher: FieldCipher, teamId: string): Promise<unknown[]> {
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
