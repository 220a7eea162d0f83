import { inspectedTextBytes } from '@terrace/contracts/inventory-profiles'
import { inventoryImportErrors } from '../inventory-imports.errors.ts'
import type { ImportDeps } from '../imports/import-deps.ts'
import { discardParts, storedFile, storeParts } from '../imports/receive-file.ts'
import { UnreadableFile } from '../reading/decode-text.ts'
import { bytesInMemory, type FileBytes } from '../thread/file-bytes.ts'
import type { FileSample } from '../thread/reading-messages.ts'
import { readInThread } from '../thread/reading-thread.ts'
import { proposeSettings, type ProposedSettings } from './propose-settings.ts'
import { writtenCurrency } from './written-currency.ts'

interface FileToInspect {
  teamId: string
  chunks: AsyncIterable<Uint8Array>
  sheet: string | null
  /** Of the team. */
  currency: string
}

export type InspectedFile = FileSample & ProposedSettings & { kind: 'text' | 'spreadsheet' }

/**
 * The form of a file, its first rows, and the settings that a profile of it would have.
 * @throws `inventory_import.file_unreadable`, which says what to do, `inventory_import.storage_full`
 */
export async function inspectFile(
  deps: Pick<ImportDeps, 'db' | 'files' | 'ids'>,
  { teamId, chunks, sheet, currency }: FileToInspect,
): Promise<InspectedFile> {
  const { head, rest } = await readHead(chunks)
  if (head.length === 0) throw inventoryImportErrors.make('inventory_import.file_empty')
  const isSpreadsheet = head.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004'
  const sample = isSpreadsheet
    ? await sampleOfSpreadsheet(deps, rest, { teamId, sheet })
    : await sampleOf(bytesInMemory(head), {
        teamId,
        sheet: null,
        isCut: await drain(rest, head.length),
      })
  const proposed = proposeSettings(sample.header, currency)
  return {
    ...sample,
    ...proposed,
    kind: isSpreadsheet ? 'spreadsheet' : 'text',
    settings: {
      ...proposed.settings,
      currency: writtenCurrency(sample, proposed.settings) ?? proposed.settings.currency,
      encoding: sample.encoding === 'windows-1252' ? 'windows-1252' : 'auto',
      // Only a sheet that a person chose; later files may name theirs otherwise.
      sheet: isSpreadsheet ? sheet : null,
    },
  }
}

/** Spreadsheets are read from the end, so that the whole file is stored for a moment. */
async function sampleOfSpreadsheet(
  deps: Pick<ImportDeps, 'db' | 'files' | 'ids'>,
  chunks: AsyncIterable<Uint8Array>,
  { teamId, sheet }: { teamId: string; sheet: string | null },
): Promise<FileSample> {
  const stored = await storeParts(deps, { id: deps.ids.next('imp'), teamId, source: 'upload', chunks })
  try {
    return await sampleOf(storedFile(deps, { fileParts: stored.names, fileBytes: stored.bytes }), {
      teamId,
      sheet,
      isCut: false,
    })
  } finally {
    await discardParts(deps, stored.names)
  }
}

async function sampleOf(
  file: FileBytes,
  { teamId, ...form }: { teamId: string; sheet: string | null; isCut: boolean },
): Promise<FileSample> {
  try {
    return await readInThread(file, { kind: 'sample', ...form }, { teamId })
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    throw inventoryImportErrors.make('inventory_import.file_unreadable', {
      title: error.message,
      cause: error,
    })
  }
}

/** The first bytes, and an iterable that still has all of them. */
async function readHead(chunks: AsyncIterable<Uint8Array>) {
  const iterator = chunks[Symbol.asyncIterator]()
  const read: Uint8Array[] = []
  let bytes = 0
  let isArchive = false
  while (bytes < inspectedTextBytes && !isArchive) {
    const next = await iterator.next()
    if (next.done) break
    read.push(next.value)
    bytes += next.value.length
    isArchive = Buffer.concat(read).subarray(0, 4).toString('latin1') === 'PK\u0003\u0004'
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    yield* read
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
  }
  return { head: Buffer.concat(read).subarray(0, inspectedTextBytes), rest: all() }
}

/** Reads and drops the rest, so that the caller can finish sending. Returns whether there was more than `kept` bytes. */
async function drain(chunks: AsyncIterable<Uint8Array>, kept: number): Promise<boolean> {
  let bytes = 0
  for await (const chunk of chunks) bytes += chunk.length
  // A caller that sends no more than is needed cut the file there.
  return bytes > kept || kept >= inspectedTextBytes
}
