import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { startPostgres, type RunningPostgres } from '../database/embedded-postgres.ts'
import { chooseServerUser, type ServerUser } from '../database/server-user.ts'
import { UserError } from '../user-error.ts'
import { listArchive, verifyArchive } from './archive.ts'
import { filesFolderOf, readBackups, verifyBackup, walFolderOf, type Backup } from './backup-folder.ts'
import { copyFile, forEach, makeFolder } from './copy-file.ts'
import { restoreStoredFiles } from './data-files.ts'

interface RestoreRequest {
  /** Folder of backups. */
  from: string
  /** New or empty. */
  dataFolder: string
  /** Restores the state of this time instead of the latest recorded one. */
  until?: Date | undefined
  printLine: (step: string, text: string) => void
  /** Checks and settles the running restored database; an error undoes the restore. */
  settle: (restored: { databaseUrl: string; dataFolder: string; from: Date }) => Promise<void>
}

/**
 * Restores a backup and the changes recorded since into a data folder. The folder appears when everything succeeded.
 * @throws UserError if the backup is damaged or incomplete, the time is not covered or the data folder is in use
 */
export async function restore({ from, dataFolder, until, printLine, settle }: RestoreRequest): Promise<void> {
  assertEmpty(dataFolder)
  const backup = chooseBackup(await readBackups(from), { from, until })
  await verifyBackup(from, backup)
  const archive = await listArchive(walFolderOf(from), backup.firstSegment)
  await verifyArchive(walFolderOf(from), archive.segments)
  printLine(
    'backup',
    `${join(from, backup.name)} is complete; ${archive.segments.length} files of recorded changes follow it`,
  )
  const unfinished = `${dataFolder}.restoring-${randomBytes(4).toString('hex')}`
  try {
    await copyBackup(from, backup, { archive, dataFolder: unfinished })
    printLine('files', `${await restoreStoredFiles(filesFolderOf(from), unfinished)} tickets and documents`)
    const server = await recover(unfinished, until)
    try {
      await settle({
        databaseUrl: server.databaseUrl,
        dataFolder: unfinished,
        from: new Date(backup.finishedAt),
      })
    } finally {
      await server.stop()
    }
    await rm(join(unfinished, 'postgres', restoreFolder), { recursive: true })
    await rm(join(unfinished, 'logs'), { recursive: true, force: true })
    if (existsSync(dataFolder)) await removeEmpty(dataFolder)
    await rename(unfinished, dataFolder)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

/** Folder in the cluster from which the server reads recorded changes. */
const restoreFolder = 'restored-changes'

function assertEmpty(dataFolder: string): void {
  if (existsSync(dataFolder) && readdirSync(dataFolder).length > 0)
    throw new UserError(
      `${dataFolder} is not empty. Nothing was restored: a restore never overwrites data. Choose a new folder: DATA_DIR=<new folder> npm run restore -- …`,
    )
  const unfinished = `${basename(dataFolder)}.restoring-`
  const parent = dirname(dataFolder)
  const left = existsSync(parent)
    ? readdirSync(parent).find((name) => name.startsWith(unfinished))
    : undefined
  if (left !== undefined)
    throw new UserError(
      `An earlier restore was interrupted, or is still running. When it is not, remove ${join(parent, left)} and try again.`,
    )
}

async function removeEmpty(dataFolder: string): Promise<void> {
  try {
    await rmdir(dataFolder)
  } catch (error) {
    throw new UserError(
      `${dataFolder} cannot be replaced, perhaps because it is a mounted disk. Restore into a folder on it: DATA_DIR=${join(dataFolder, 'terrace')}`,
      { cause: error },
    )
  }
}

function chooseBackup(
  backups: readonly Backup[],
  { from, until }: { from: string; until: Date | undefined },
): Backup {
  const [oldest] = backups
  if (!oldest) throw new UserError(`${from} has no complete backup. Nothing was restored.`)
  const chosen = backups.findLast(({ finishedAt }) => until === undefined || new Date(finishedAt) <= until)
  if (chosen) return chosen
  throw new UserError(
    `The oldest backup in ${from} was complete at ${oldest.finishedAt}. Nothing was restored. Choose that time or a later one with --to.`,
  )
}

async function copyBackup(
  from: string,
  backup: Backup,
  { archive, dataFolder }: { archive: { segments: string[]; histories: string[] }; dataFolder: string },
): Promise<void> {
  const own = join(from, backup.name)
  const cluster = join(dataFolder, 'postgres')
  const owner: ServerUser | undefined = chooseServerUser(cluster)
  await makeFolder(dataFolder)
  for (const { path } of backup.dataFiles) await copyFile(join(own, 'data', path), join(dataFolder, path))
  await makeFolder(cluster, owner)
  for (const folder of [...backup.folders, restoreFolder]) await makeFolder(join(cluster, folder), owner)
  await forEach(backup.databaseFiles, async ({ path }) => {
    await copyFile(join(own, 'postgres', path), join(cluster, path), { owner })
  })
  await forEach([...archive.segments, ...archive.histories], async (name) => {
    await copyFile(join(walFolderOf(from), `${name}.gz`), join(cluster, restoreFolder, `${name}.gz`), {
      owner,
    })
  })
  await writeFile(join(cluster, 'recovery.signal'), '', { mode: 0o644 })
}

/** Starts the server, which applies the recorded changes up to the time and then accepts writes. */
async function recover(dataFolder: string, until: Date | undefined): Promise<RunningPostgres> {
  try {
    return await startPostgres({
      dataFolder,
      settings: {
        archive_mode: 'off',
        hot_standby: 'off',
        restore_command: `test -f ${restoreFolder}/%f.gz && gzip -dc ${restoreFolder}/%f.gz > %p`,
        ...(until && {
          recovery_target_time: until.toISOString().replace('Z', '+00'),
          recovery_target_action: 'promote',
        }),
      },
    })
  } catch (error) {
    const log = error instanceof Error ? error.message : ''
    if (!log.includes('before configured recovery target was reached')) throw error
    const last = /last completed transaction was at log time (\S+ [\d:.]+)/.exec(log)?.[1]
    const end = last === undefined ? undefined : new Date(`${last.replace(' ', 'T')}Z`).toISOString()
    throw new UserError(
      `The recorded changes end at ${end ?? 'the backup itself'}. Nothing was restored. Leave out --to for the latest state, or choose an earlier time. If the old data folder still exists, npm run backup records its last changes.`,
      { cause: error },
    )
  }
}
