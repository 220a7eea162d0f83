import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { FSDriver } from 'flydrive/drivers/fs'

/**
 * Writes files atomically and durably. FlyDrive's own driver writes in place without fsync, so a crash could leave a
 * partial file or none.
 */
export class DurableDiskDriver extends FSDriver {
  readonly #folder: string

  constructor(options: { location: string; visibility: 'private' }) {
    super(options)
    this.#folder = options.location
  }

  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    const path = join(this.#folder, key)
    const folder = dirname(path)
    const createdFolder = await mkdir(folder, { recursive: true, mode: 0o700 })
    const tempPath = `${path}.${crypto.randomUUID()}`
    await writeFile(tempPath, contents, { mode: 0o600, flag: 'wx', flush: true })
    await rename(tempPath, path)
    await syncFolder(folder)
    for (
      let inner = folder;
      createdFolder !== undefined && inner.length >= createdFolder.length;
      inner = dirname(inner)
    )
      await syncFolder(dirname(inner))
  }

  /** Returns the file's bytes only: FlyDrive returns the whole buffer that they were read into. */
  override getBytes(key: string): Promise<Uint8Array> {
    return readFile(join(this.#folder, key))
  }

  /** Deletes the file and any partial file left by a crash. */
  override async delete(key: string): Promise<void> {
    const path = join(this.#folder, key)
    await rm(path, { force: true })
    const names = await readdir(dirname(path)).catch(emptyIfMissing)
    const tempNames = names.filter((name) => name.startsWith(`${basename(path)}.`))
    for (const name of tempNames) await rm(join(dirname(path), name), { force: true })
  }
}

/** Makes the file's name durable: a crash may otherwise lose the directory entry. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders and persists names itself.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function emptyIfMissing(error: unknown): string[] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
  throw error
}
