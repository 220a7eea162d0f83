import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Signed documents, and the texts that were signed, as files of the data folder. */
export interface DocumentStore {
  /** Whole or not at all, even after a crash. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Undefined where there is none. */
  get(name: string): Promise<Uint8Array | undefined>
  remove(name: string): Promise<void>
}

export function openDocumentStore(dataFolder: string): DocumentStore {
  const folder = join(dataFolder, 'signed-documents')
  const place = (name: string) => {
    if (!/^[\w-]+$/.test(name)) throw new Error(`${name} is no name of a document`)
    return join(folder, `${name}.pdf`)
  }
  return {
    async put(name, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const draft = `${place(name)}.${crypto.randomUUID()}`
      await writeFile(draft, bytes, { mode: 0o600, flag: 'wx', flush: true })
      await rename(draft, place(name))
    },
    async get(name) {
      try {
        return await readFile(place(name))
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      }
    },
    remove: (name) => rm(place(name), { force: true }),
  }
}
