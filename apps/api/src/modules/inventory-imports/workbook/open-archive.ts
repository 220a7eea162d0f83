import { Readable } from 'node:stream'
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry, type ZipFile } from 'yauzl'
import { bytesBetween, type FileBytes } from '../thread/file-bytes.ts'
import { UnreadableFile } from '../reading/decode-text.ts'

/** Of all files in the archive together. */
const maxExpandedBytes = 1024 ** 3
const maxRatio = 100
/** Small files may repeat themselves more. */
const ratioFromBytes = 10 * 1024 ** 2
const maxEntries = 10_000

export interface Archive {
  names: readonly string[]
  /** The text of a file in the archive, chunk by chunk. */
  read(name: string): Promise<AsyncIterable<Uint8Array>>
}

/**
 * Opens a zip archive without unpacking it.
 * @throws `UnreadableFile` when it is damaged, encrypted, or larger unpacked than any honest file
 */
export async function openArchive(file: FileBytes): Promise<Archive> {
  const entries = new Map<string, Entry>()
  const zip = await openZip(file)
  let expanded = 0
  try {
    for await (const entry of zip.eachEntry()) {
      expanded += entry.uncompressedSize
      if (entries.size >= maxEntries || isTooLarge(expanded, file.size)) throw tooLarge()
      if (entry.isEncrypted())
        throw new UnreadableFile('encrypted', 'This file has a password. Save it without')
      entries.set(entry.fileName.toLowerCase(), entry)
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? error : damaged(error)
  }
  return {
    names: [...entries.keys()],
    async read(name) {
      const entry = entries.get(name.toLowerCase())
      if (!entry) throw damaged()
      // yauzl checks that the unpacked bytes are as many as the archive says.
      return withDamage(
        await zip.openReadStreamPromise(entry).catch((error: unknown) => Promise.reject(damaged(error))),
      )
    },
  }
}

function isTooLarge(expanded: number, stored: number): boolean {
  return expanded > maxExpandedBytes || (expanded > ratioFromBytes && expanded > stored * maxRatio)
}

function tooLarge(): UnreadableFile {
  return new UnreadableFile(
    'expands_too_much',
    'This file is more than 100 times or 1 GB larger when it is unpacked. Save the sheet as CSV (UTF-8)',
  )
}

function damaged(cause?: unknown): UnreadableFile {
  return new UnreadableFile(
    'damaged',
    'This spreadsheet is damaged. Save it again, or save the sheet as CSV (UTF-8)',
    {
      cause,
    },
  )
}

class PartsReader extends RandomAccessReader {
  readonly #file: FileBytes

  constructor(file: FileBytes) {
    super()
    this.#file = file
  }

  // The name and signature are yauzl's.
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(bytesBetween(this.#file, start, end), { objectMode: false })
  }
}

async function openZip(file: FileBytes): Promise<ZipFile> {
  try {
    return await fromRandomAccessReaderPromise(new PartsReader(file), file.size, { autoClose: false })
  } catch (error) {
    throw damaged(error)
  }
}

async function* withDamage(stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* stream
  } catch (error) {
    throw damaged(error)
  }
}
