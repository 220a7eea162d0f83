import { existsSync, mkdirSync } from 'node:fs'
import { chown } from 'node:fs/promises'
import { join, sep } from 'node:path'
import pg from 'pg'
import { findProgram } from '../processes/find-program.ts'
import { canEnter, chooseServerUser } from '../database/server-user.ts'
import { UserError } from '../user-error.ts'
import { archiveOf, canArchive, startArchive } from './archive.ts'
import {
  filesFolderOf,
  nameOfBackup,
  readBackups,
  walFolderOf,
  writeManifest,
  type Backup,
} from './backup-folder.ts'
import { copyCluster } from './copy-cluster.ts'
import { copyDataFiles, copyStoredFiles } from './data-files.ts'

/** The part of a running server that a backup needs. */
interface BackedUpServer {
  superuserUrl: string
  cluster: string
}

interface FinishedBackup {
  backup: Backup
  /** Where changes are recorded from now on, or why they are not. */
  recording: { folder: string } | { problem: string }
}

/**
 * Copies a data folder and its running database into a new folder of `folder`, and starts to record changes there.
 * A backup without its description, as an interrupted one, does not count.
 */
export async function backUp(
  dataFolder: string,
  folder: string,
  server: BackedUpServer,
): Promise<FinishedBackup> {
  if (`${folder}${sep}`.startsWith(`${dataFolder}${sep}`))
    throw new UserError(
      `The backup would be inside of the data folder ${dataFolder} and be lost with it. Choose another folder.`,
    )
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  await assertSameHistory(folder, server.superuserUrl)
  // Recorded before the copy, so that nothing between them is missing.
  const recording = await record(folder, server)
  const name = nameOfBackup(new Date())
  const own = join(folder, name)
  if (existsSync(own)) throw new UserError(`A backup of this second is being made in ${own}.`)
  const { files, ...copy } = await copyCluster(server.superuserUrl, join(own, 'postgres'))
  const backup: Backup = {
    ...copy,
    name,
    databaseFiles: files,
    dataFiles: await copyDataFiles(dataFolder, join(own, 'data')),
    storedFiles: await copyStoredFiles(dataFolder, filesFolderOf(folder)),
  }
  await writeManifest(folder, backup)
  return { backup, recording }
}

/** After a restore, a database continues in another way than the one that was backed up before. */
async function assertSameHistory(folder: string, superuserUrl: string): Promise<void> {
  const [earlier] = await readBackups(folder)
  if (!earlier) return
  const [row] = await query<{ system: string; timeline: string }>(
    superuserUrl,
    `select (select system_identifier::text from pg_control_system()) as system,
      substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline`,
  )
  if (row?.system === earlier.systemIdentifier && earlier.firstSegment.startsWith(row.timeline)) return
  throw new UserError(
    `${folder} has backups of another database, or of this one before it was restored. Choose another folder.`,
  )
}

async function record(
  folder: string,
  { superuserUrl, cluster }: BackedUpServer,
): Promise<FinishedBackup['recording']> {
  const wal = walFolderOf(folder)
  const current = archiveOf(cluster)
  if (current !== undefined)
    return current === wal
      ? { folder: wal }
      : { problem: `they are recorded in ${current}; npm run backup -- --stop-recording ends that` }
  if (!canArchive || findProgram('gzip') === undefined)
    return { problem: 'that needs a system with a shell and gzip' }
  const [mode] = await query<{ mode: string }>(superuserUrl, "select current_setting('archive_mode') as mode")
  if (mode?.mode !== 'on')
    return { problem: 'the running server is of an earlier version; restart it and make another backup' }
  const user = chooseServerUser(cluster)
  mkdirSync(wal, { recursive: true, mode: 0o700 })
  if (user) {
    await chown(wal, user.uid, user.gid)
    if (!canEnter(user, wal))
      return {
        problem: `the PostgreSQL user ${user.name} cannot open ${wal}; open its parent folders (chmod o+x)`,
      }
  }
  startArchive(cluster, wal)
  // Not in the settings of the start: without a folder, completing segments every minute would be wasted.
  await query(superuserUrl, "alter system set archive_timeout = '60s'")
  await query(superuserUrl, 'select pg_reload_conf()')
  return { folder: wal }
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'terrace-backup' })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}
