import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { FSDriver } from 'flydrive/drivers/fs'

/**
 * FlyDrive's driver for disks writes a file in place, and leaves it to the system when that reaches the disk: a crash would leave
 * half of one, or none where a row names it. Here a file comes whole under its name, and is on the disk before it is told.
 */
export class LastingDriver extends FSDriver {
  readonly #folder: string

  constructor(options: { location: string; visibility: 'private' }) {
    super(options)
    this.#folder = options.location
  }

  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    const place = join(this.#folder, key)
    const folder = dirname(place)
    const made = await mkdir(folder, { recursive: true, mode: 0o700 })
    const draft = `${place}.${crypto.randomUUID()}`
    await writeFile(draft, contents, { mode: 0o600, flag: 'wx', flush: true })
    await rename(draft, place)
    await flushFolder(folder)
    for (let inner = folder; made !== undefined && inner.length >= made.length; inner = dirname(inner))
      await flushFolder(dirname(inner))
  }

  /** The bytes of the file alone: FlyDrive hands over whatever memory they were read into. */
  override getBytes(key: string): Promise<Uint8Array> {
    return readFile(join(this.#folder, key))
  }

  /** With what a crash left of it half written. */
  override async delete(key: string): Promise<void> {
    const place = join(this.#folder, key)
    await rm(place, { force: true })
    const names = await readdir(dirname(place)).catch(none)
    const drafts = names.filter((name) => name.startsWith(`${basename(place)}.`))
    for (const name of drafts) await rm(join(dirname(place), name), { force: true })
  }
}

/** The name of a file is the folder's: without this a crash may take it, and leave the bytes to nobody. */
async function flushFolder(folder: string): Promise<void> {
  // Windows opens no folder, and writes names down by itself.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function none(error: unknown): string[] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
  throw error
}
