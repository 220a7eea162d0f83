import { createHash } from 'node:crypto'
import { chown, mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ServerUser } from '../database/server-user.ts'

export interface CopiedFile {
  /** Relative to the backup, with slashes. */
  path: string
  size: number
  sha256: string
}

const bufferBytes = 1024 * 1024
const maxConcurrent = 8

/** Copies a file durably and returns the checksum of what was written. */
export async function copyFile(
  from: string,
  to: string,
  { owner, overwrite = false }: { owner?: ServerUser | undefined; overwrite?: boolean } = {},
): Promise<Omit<CopiedFile, 'path'>> {
  await makeFolder(dirname(to), owner)
  return readChunks(from, async (chunks) => {
    const target = await open(to, overwrite ? 'w' : 'wx', 0o600)
    try {
      const hash = createHash('sha256')
      let size = 0
      for await (const chunk of chunks) {
        hash.update(chunk)
        await target.writeFile(chunk)
        size += chunk.length
      }
      await target.datasync()
      if (owner) await target.chown(owner.uid, owner.gid)
      return { size, sha256: hash.digest('hex') }
    } finally {
      await target.close()
    }
  })
}

/** Creates the folder and its missing parents, all of them for the owner only. */
export async function makeFolder(folder: string, owner?: ServerUser): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined || !owner) return
  for (let inner = folder; inner.length >= first.length; inner = dirname(inner))
    await chown(inner, owner.uid, owner.gid)
}

export function checksumOf(file: string): Promise<Omit<CopiedFile, 'path'>> {
  return readChunks(file, async (chunks) => {
    const hash = createHash('sha256')
    let size = 0
    for await (const chunk of chunks) {
      hash.update(chunk)
      size += chunk.length
    }
    return { size, sha256: hash.digest('hex') }
  })
}

/** Passes the content in chunks, each valid until the next one. */
async function readChunks<Result>(
  file: string,
  use: (chunks: AsyncIterable<Buffer>) => Promise<Result>,
): Promise<Result> {
  const source = await open(file, 'r')
  async function* chunks(): AsyncGenerator<Buffer> {
    const buffer = Buffer.allocUnsafe(bufferBytes)
    for (;;) {
      const { bytesRead } = await source.read(buffer, 0, bufferBytes)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  }
  try {
    return await use(chunks())
  } finally {
    await source.close()
  }
}

/** Files and folders below `folder`, relative to it and with slashes. Links are not followed. */
export async function listTree(folder: string): Promise<{ files: string[]; folders: string[] }> {
  const found = { files: [] as string[], folders: [] as string[] }
  const waiting = ['']
  for (let inside = waiting.pop(); inside !== undefined; inside = waiting.pop()) {
    for (const entry of await readdir(join(folder, inside), { withFileTypes: true }).catch(
      nothingIfMissing,
    )) {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`
      if (entry.isFile()) found.files.push(path)
      if (!entry.isDirectory()) continue
      found.folders.push(path)
      waiting.push(path)
    }
  }
  return { files: found.files.toSorted(), folders: found.folders.toSorted() }
}

/** A folder that was removed since its parent was read. */
function nothingIfMissing(error: unknown): [] {
  if (isMissing(error)) return []
  throw error
}

/** Runs `work` for every item, a few at a time. */
export async function forEach<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: maxConcurrent }, worker))
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
