import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from '../user-error.ts'
import type { ClusterCopy } from './copy-cluster.ts'
import { checksumOf, forEach, type CopiedFile } from './copy-file.ts'

/*
 * A folder of backups:
 *   <time>/backup.json   written last: what the backup consists of
 *   <time>/postgres      the database
 *   <time>/data          keys and settings of the data folder
 *   files                tickets and documents of all backups; they never change
 *   wal                  changes since the first backup
 */
export const walFolderOf = (folder: string) => join(folder, 'wal')
export const filesFolderOf = (folder: string) => join(folder, 'files')

const manifestName = 'backup.json'
const backupName = /^\d{8}T\d{6}Z$/

export interface Backup extends Omit<ClusterCopy, 'files'> {
  /** Its folder. */
  name: string
  /** Of the database, below `postgres`. */
  databaseFiles: CopiedFile[]
  /** Of the data folder, below `data`. */
  dataFiles: CopiedFile[]
  /** In the file store at that time, below the common `files`. */
  storedFiles: CopiedFile[]
}

export function nameOfBackup(at: Date): string {
  return at.toISOString().replaceAll(/[-:]|\.\d+/g, '')
}

/** Completes a backup: without this file it is not one. */
export async function writeManifest(folder: string, backup: Backup): Promise<void> {
  const content = JSON.stringify(backup)
  const file = join(folder, backup.name, manifestName)
  const text = JSON.stringify({ sha256: sha256Of(content), content })
  await writeFile(`${file}.part`, text, { mode: 0o600, flush: true })
  await rename(`${file}.part`, file)
}

/**
 * Complete backups of a folder, oldest first.
 * @throws UserError if a description is damaged
 */
export async function readBackups(folder: string): Promise<Backup[]> {
  if (!existsSync(folder)) throw new UserError(`There is no folder ${folder}.`)
  const names = (await readdir(folder)).filter((name) => backupName.test(name)).toSorted()
  const complete = names.filter((name) => existsSync(join(folder, name, manifestName)))
  return Promise.all(complete.map((name) => readManifest(join(folder, name, manifestName))))
}

async function readManifest(file: string): Promise<Backup> {
  try {
    const { sha256, content } = JSON.parse(await readFile(file, 'utf8')) as {
      sha256: string
      content: string
    } // checked next
    if (sha256Of(content) !== sha256) throw new Error('its checksum differs')
    return JSON.parse(content) as Backup // as written above
  } catch (error) {
    throw new UserError(
      `The backup is damaged: ${file} cannot be read. Nothing was restored. Remove its folder to use an older backup.`,
      {
        cause: error,
      },
    )
  }
}

/**
 * Compares every file of a backup with its checksum.
 * @throws UserError that names the first missing or changed file
 */
export async function verifyBackup(folder: string, backup: Backup): Promise<void> {
  const own = join(folder, backup.name)
  await Promise.all([
    verifyFiles(join(own, 'postgres'), backup.databaseFiles),
    verifyFiles(join(own, 'data'), backup.dataFiles),
    verifyFiles(filesFolderOf(folder), backup.storedFiles),
  ])
}

async function verifyFiles(base: string, files: readonly CopiedFile[]): Promise<void> {
  await forEach(files, async ({ path, size, sha256 }) => {
    const file = join(base, path)
    const found = await stat(file).catch(() => undefined)
    if (!found)
      throw new UserError(
        `The backup is incomplete: ${file} is missing. Nothing was restored. Use another backup.`,
      )
    if (found.size !== size || (await checksumOf(file)).sha256 !== sha256)
      throw new UserError(
        `The backup is damaged: ${file} has changed since it was made. Nothing was restored. Use another backup.`,
      )
  })
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
