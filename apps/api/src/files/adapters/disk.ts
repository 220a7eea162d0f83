import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { assertFileName, type FileStore } from '../file-store.port.ts'

/** Files in a folder of this machine, which nobody but its user may read. */
export function createDiskStore(folder: string): FileStore {
  const place = (name: string) => {
    assertFileName(name)
    return join(folder, name)
  }
  return {
    async put(name, bytes) {
      await mkdir(dirname(place(name)), { recursive: true, mode: 0o700 })
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
