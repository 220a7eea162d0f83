import { createHash } from 'node:crypto'
import { maxInventoryFileBytes } from '@terrace/contracts/inventory-imports'
import type { Actor } from '#api/audit/actor.ts'
import { inTransaction, type DbOrTx } from '#api/db/transaction.ts'
import { discardFile } from '#api/files/store-file.ts'
import { claimFiles, recordUnclaimed } from '#api/files/unclaimed-files.repo.ts'
import { idempotencyErrors } from '#api/shared/idempotency.ts'
import { isKeyRevoked } from '../api-keys/api-keys.repo.ts'
import { keyRevokedText } from '../api-keys/authenticate-key.ts'
import { findExceededQuota, lockFiles } from '../automatic/file-quota.repo.ts'
import { apiKeyErrors, inventoryImportErrors } from '../inventory-imports.errors.ts'
import { requireProfile } from '../profiles/manage-profiles.ts'
import { partBytes, type FileBytes } from '../thread/file-bytes.ts'
import type { ImportDeps } from './import-deps.ts'
import { findImport, findImportOfDelivery, insertImport, lockDelivery } from './imports.repo.ts'
import type { ImportSource, InventoryImport } from './inventory-import.ts'

export interface ReceivedFile {
  teamId: string
  profileId: string
  fileName: string
  /** When the seller's system wrote it; without it, now. */
  madeAt: Date | undefined
  eventId: number | null
  actor: Actor
  chunks: AsyncIterable<Uint8Array>
  /** Its size, if it is known, so that a file that does not fit is refused before it is stored. */
  expectedBytes?: number
  source?: ImportSource
  /** Identifies the delivery, so that receiving it again makes no second import. */
  sourceKey?: string | undefined
  apiKeyId?: string | undefined
}

/**
 * Stores a file in parts, so that only one part is in memory, and queues its import.
 * @throws `inventory_import.file_too_large`; the parts stored so far are then removed
 * @throws `api_key.invalid` when its key was revoked while the file arrived
 * @throws `idempotency.key_reused` when the delivery arrived before with another file, event or time
 * @throws `inventory_import.too_many_waiting` for files that arrive without a person, `inventory_import.storage_full`
 */
export async function receiveFile(deps: ImportDeps, file: ReceivedFile): Promise<InventoryImport> {
  const profile = await requireProfile(deps.db, file.teamId, file.profileId)
  const id = deps.ids.next('imp')
  const now = deps.clock.now()
  const { sourceKey, source = 'upload' } = file
  const isKnown =
    sourceKey !== undefined && (await findImportOfDelivery(deps.db, profile.id, sourceKey)) !== undefined
  if (!isKnown) await assertWithinQuota(deps.db, { ...file, source, bytes: file.expectedBytes ?? 0 })
  // A file that arrived before is only compared.
  const stored = isKnown
    ? { names: [], ...(await digestFile(file.chunks)) }
    : await storeParts(deps, { id, ...file, source })
  const known = await inTransaction(deps.db, async (tx) => {
    if (sourceKey !== undefined) {
      // Lock the key of the delivery, so that two requests with it run one after the other.
      await lockDelivery(tx, profile.id, sourceKey)
      const earlier = await findImportOfDelivery(tx, profile.id, sourceKey)
      if (earlier) return earlier
      if (isKnown)
        throw new Error(`the import of the delivery ${sourceKey} was deleted while its file arrived`)
    }
    // The key may have been revoked while the file arrived.
    if (file.apiKeyId !== undefined && (await isKeyRevoked(tx, file.apiKeyId)))
      throw apiKeyErrors.make('api_key.invalid', { title: keyRevokedText })
    await lockFiles(tx, file.teamId)
    // Claimed first, so that its parts do not count twice.
    await claimFiles(tx, stored.names)
    await assertWithinQuota(tx, { ...file, source, bytes: stored.bytes })
    await insertImport(tx, {
      id,
      teamId: file.teamId,
      profileId: profile.id,
      profileVersion: profile.version,
      fileName: file.fileName,
      fileParts: stored.names,
      fileBytes: stored.bytes,
      fileHash: stored.hash,
      // A clock that is ahead must not make later files older.
      fileMadeAt: file.madeAt && file.madeAt < now ? file.madeAt : now,
      eventId: file.eventId,
      uploadedBy: file.actor.actorId ?? null,
      createdAt: now,
      source,
      sourceKey: sourceKey ?? null,
      apiKeyId: file.apiKeyId ?? null,
    })
    return undefined
  }).catch(async (error: unknown) => {
    await discardParts(deps, stored.names)
    throw error
  })
  if (known) {
    await discardParts(deps, stored.names)
    if (known.fileHash !== stored.hash || !isSameDelivery(known, file))
      throw idempotencyErrors.make('idempotency.key_reused')
    return known
  }
  const received = await findImport(deps.db, id)
  if (!received) throw new Error(`the import ${id} was not stored`)
  return received
}

/** @throws `inventory_import.too_many_waiting`, `inventory_import.storage_full` */
async function assertWithinQuota(
  db: DbOrTx,
  more: { teamId: string; source: ImportSource; bytes: number },
): Promise<void> {
  const quota = await findExceededQuota(db, more)
  if (quota === 'waiting')
    throw inventoryImportErrors.make('inventory_import.too_many_waiting', { retryAfterSeconds: 60 })
  if (quota === 'storage')
    throw inventoryImportErrors.make('inventory_import.storage_full', { retryAfterSeconds: 3600 })
}

function isSameDelivery(
  known: InventoryImport,
  { eventId, madeAt }: Pick<ReceivedFile, 'eventId' | 'madeAt'>,
): boolean {
  const { createdAt } = known
  const expected = madeAt && madeAt < createdAt ? madeAt : createdAt
  return known.eventId === eventId && known.fileMadeAt.getTime() === expected.getTime()
}

/**
 * Stores bytes in parts of equal size while they arrive, each only if it fits into the quota of the team. The caller claims
 * the parts, or discards them.
 * @throws `inventory_import.file_too_large`, `inventory_import.file_empty`, `inventory_import.too_many_waiting`,
 * `inventory_import.storage_full`; the parts stored so far are then removed
 */
export async function storeParts(
  deps: Pick<ImportDeps, 'db' | 'files'>,
  {
    id,
    teamId,
    source,
    chunks,
  }: { id: string; teamId: string; source: ImportSource; chunks: ReceivedFile['chunks'] },
): Promise<StoredParts> {
  const names: string[] = []
  let pending: Uint8Array[] = []
  let pendingBytes = 0
  async function flush(): Promise<void> {
    const name = `inventory-imports/${id}-${names.length}`
    const bytes = Buffer.concat(pending)
    await inTransaction(deps.db, async (tx) => {
      await lockFiles(tx, teamId)
      await assertWithinQuota(tx, { teamId, source, bytes: bytes.length })
      await recordUnclaimed(tx, name, { teamId, bytes: bytes.length })
    })
    names.push(name)
    await deps.files.put(name, bytes, 'application/octet-stream')
    pending = []
    pendingBytes = 0
  }
  try {
    const digest = await digestFile(chunks, async (chunk) => {
      for (let at = 0; at < chunk.length;) {
        // Parts have equal sizes, because readers compute in which part a byte is.
        const piece = chunk.subarray(at, at + partBytes - pendingBytes)
        pending.push(piece)
        pendingBytes += piece.length
        at += piece.length
        if (pendingBytes === partBytes) await flush()
      }
    })
    if (pendingBytes > 0) await flush()
    return { names, ...digest }
  } catch (error) {
    await discardParts(deps, names)
    throw error
  }
}

/** Size and hash of a file. @throws `inventory_import.file_too_large`, `inventory_import.file_empty` */
async function digestFile(
  chunks: ReceivedFile['chunks'],
  onChunk?: (chunk: Uint8Array) => Promise<void>,
): Promise<Omit<StoredParts, 'names'>> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of chunks) {
    hash.update(chunk)
    bytes += chunk.length
    if (bytes > maxInventoryFileBytes) throw inventoryImportErrors.make('inventory_import.file_too_large')
    await onChunk?.(chunk)
  }
  if (bytes === 0) throw inventoryImportErrors.make('inventory_import.file_empty')
  return { bytes, hash: hash.digest('hex') }
}

export interface StoredParts {
  names: string[]
  bytes: number
  /** SHA-256, hexadecimal. */
  hash: string
}

export async function discardParts(
  deps: Pick<ImportDeps, 'db' | 'files'>,
  names: readonly string[],
): Promise<void> {
  for (const name of names) await discardFile(deps, name)
}

/** The stored file of an import. @throws `inventory_import.file_deleted` when it no longer exists */
export function storedFile(
  { files }: Pick<ImportDeps, 'files'>,
  { fileParts, fileBytes }: Pick<InventoryImport, 'fileParts' | 'fileBytes'>,
): FileBytes {
  if (fileParts.length === 0) throw inventoryImportErrors.make('inventory_import.file_deleted')
  return {
    size: fileBytes,
    partCount: fileParts.length,
    async readPart(index) {
      const name = fileParts[index]
      const bytes = name === undefined ? undefined : await files.get(name)
      if (!bytes) throw inventoryImportErrors.make('inventory_import.file_deleted')
      return bytes
    },
  }
}
