import { existsSync } from 'node:fs'
import { readdir, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import {
  checksumOf,
  copyFile,
  forEach,
  isMissing,
  listTree,
  makeFolder,
  type CopiedFile,
} from './copy-file.ts'

/** Folders of the file store. A file in them never changes and has a random name. */
const storeFolders = ['files', 'signed-documents']
/** Parts of a data folder that belong to one machine, to another company, or are copied in another way. */
const skipped = /^(postgres.*|sandbox|logs|in-use\.json.*)$/

/** What SQLite keeps next to a database that is in use. */
const sqliteJournal = /\.sqlite-(wal|shm|journal)$/

/** Copies keys, passwords and sent emails of the demo, everything but the database and the file store. */
export async function copyDataFiles(dataFolder: string, to: string): Promise<CopiedFile[]> {
  const copied: CopiedFile[] = []
  const entries = await readdir(dataFolder, { withFileTypes: true })
  for (const entry of entries.filter(({ name }) => !skipped.test(name) && !storeFolders.includes(name))) {
    const inside = entry.isDirectory() ? (await listTree(join(dataFolder, entry.name))).files : ['']
    const paths = inside.map((file) => (file === '' ? entry.name : `${entry.name}/${file}`))
    for (const path of paths.filter((name) => !sqliteJournal.test(name))) {
      const copy = path.endsWith('.sqlite') ? copySqlite : copyFile
      copied.push({ path, ...(await copy(join(dataFolder, path), join(to, path))) })
    }
  }
  return copied
}

/** Copies the sandbox's payments while it runs. */
async function copySqlite(from: string, to: string): Promise<Omit<CopiedFile, 'path'>> {
  await makeFolder(dirname(to))
  const database = new DatabaseSync(from, { readOnly: true })
  try {
    await backup(database, to)
  } finally {
    database.close()
  }
  return checksumOf(to)
}

/**
 * Copies files of the store that the backup does not have, and returns all that the store has now. Called after the
 * database was copied, so that every file the database names is among them.
 */
export async function copyStoredFiles(dataFolder: string, to: string): Promise<CopiedFile[]> {
  const stored: CopiedFile[] = []
  for (const path of await copyNewFiles(dataFolder, to)) {
    stored.push({ path, ...(await checksumOf(join(to, path))) })
  }
  return stored
}

/** Copies files of the store that `to` does not have, and returns the paths of all. */
export async function copyNewFiles(dataFolder: string, to: string): Promise<string[]> {
  const present: string[] = []
  for (const path of await listStoredFiles(dataFolder)) {
    try {
      await copyOnce(join(dataFolder, path), join(to, path))
      present.push(path)
    } catch (error) {
      // The sweep removed it, so nothing refers to it.
      if (!isMissing(error)) throw error
    }
  }
  return present
}

/** Restores every file of the store, also those that were copied after the backup was made. */
export async function restoreStoredFiles(from: string, dataFolder: string): Promise<number> {
  const paths = await listStoredFiles(from)
  await forEach(paths, async (path) => {
    await copyFile(join(from, path), join(dataFolder, path))
  })
  return paths.length
}

async function listStoredFiles(base: string): Promise<string[]> {
  const folders = storeFolders.filter((name) => existsSync(join(base, name)))
  const trees = await Promise.all(
    folders.map(async (name) => (await listTree(join(base, name))).files.map((file) => `${name}/${file}`)),
  )
  return trees.flat().filter((path) => !path.endsWith('.part'))
}

async function copyOnce(from: string, to: string): Promise<void> {
  const [source, copy] = await Promise.all([stat(from), stat(to).catch(() => undefined)])
  if (copy?.size === source.size) return
  await copyFile(from, `${to}.part`, { overwrite: true })
  await rename(`${to}.part`, to)
}
