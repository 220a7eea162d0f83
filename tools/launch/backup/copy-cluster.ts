import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { UserError } from '../user-error.ts'
import { nextSegment } from './archive.ts'
import { copyFile, forEach, isMissing, listTree, makeFolder, type CopiedFile } from './copy-file.ts'

/** A copy of a running cluster with everything that makes it consistent. */
export interface ClusterCopy {
  /** Time of the server at which the copy was complete: it can be restored to any later one. */
  finishedAt: string
  serverVersion: number
  systemIdentifier: string
  /** First and last segment of the write-ahead log that the copy needs. */
  firstSegment: string
  lastSegment: string
  folders: string[]
  files: CopiedFile[]
}

/** Contents that the server recreates; the log is copied afterwards. */
const skippedFolders =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//
const skippedFiles =
  /(^|\/)(postmaster\.(pid|opts)|\.s\.PGSQL\..*|pg_internal\.init.*|pgsql_tmp.*|recovery\.signal|standby\.signal|backup_label.*|tablespace_map.*)$/
const controlFile = 'global/pg_control'

/** Copies the cluster while it is in use, with PostgreSQL's low-level backup functions. */
export async function copyCluster(superuserUrl: string, to: string): Promise<ClusterCopy> {
  const client = new pg.Client({ connectionString: superuserUrl, application_name: 'terrace-backup' })
  await client.connect()
  try {
    const { cluster, serverVersion, systemIdentifier } = await readServer(client)
    // Keeps the log of this backup until the session ends.
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [
      `terrace_backup_${randomBytes(4).toString('hex')}`,
    ])
    await client.query("select pg_backup_start('terrace', fast => true)")
    const { files, folders } = await listTree(cluster)
    const kept = files.filter((file) => !skippedFolders.test(file) && !skippedFiles.test(file))
    const copied: CopiedFile[] = []
    const copy = async (path: string) => {
      try {
        copied.push({ path, ...(await copyFile(join(cluster, path), join(to, path))) })
      } catch (error) {
        // A table was dropped meanwhile; the log repeats that.
        if (!isMissing(error)) throw error
      }
    }
    await forEach(
      kept.filter((path) => path !== controlFile),
      copy,
    )
    await copy(controlFile)
    const { label, firstSegment, lastSegment, finishedAt } = await endBackup(client)
    await writeFile(join(to, 'backup_label'), label, { mode: 0o600, flush: true, flag: 'wx' })
    for (let segment = firstSegment; ; segment = nextSegment(segment)) {
      const path = `pg_wal/${segment}`
      copied.push({ path, ...(await copyFile(join(cluster, path), join(to, path))) })
      if (segment === lastSegment) break
    }
    const inside = folders.filter((folder) => !/^pg_replslot\/|^pg_stat_tmp\//.test(folder))
    for (const folder of inside) await makeFolder(join(to, folder))
    const sha256 = createHash('sha256').update(label).digest('hex')
    copied.push({ path: 'backup_label', size: Buffer.byteLength(label), sha256 })
    return {
      finishedAt,
      serverVersion,
      systemIdentifier,
      firstSegment,
      lastSegment,
      folders: inside,
      files: copied,
    }
  } finally {
    await client.end()
  }
}

async function readServer(client: pg.Client) {
  const { rows } = await client.query<{
    cluster: string
    version: number
    system: string
    tablespaces: number
  }>(`
    select current_setting('data_directory') as cluster, current_setting('server_version_num')::int as version,
      (select system_identifier::text from pg_control_system()) as system,
      (select count(*)::int from pg_tablespace where spcname not in ('pg_default', 'pg_global')) as tablespaces`)
  const [row] = rows
  if (!row) throw new Error('the server did not describe itself')
  if (row.tablespaces > 0)
    throw new UserError(
      'The database uses tablespaces, which this backup does not contain. Use pg_basebackup.',
    )
  return { cluster: row.cluster, serverVersion: row.version, systemIdentifier: row.system }
}

/** Ends the backup and switches to the next segment, so that all segments of the backup are complete. */
async function endBackup(client: pg.Client) {
  const { rows } = await client.query<{ label: string; last: string; finished: Date }>(`
    select labelfile as label, pg_walfile_name(lsn) as last, clock_timestamp() as finished
    from pg_backup_stop(wait_for_archive => false)`)
  const [row] = rows
  const firstSegment = /^START WAL LOCATION: .*\(file ([0-9A-F]{24})\)/m.exec(row?.label ?? '')?.[1]
  if (!row || firstSegment === undefined) throw new Error('the server did not end the backup')
  return { label: row.label, firstSegment, lastSegment: row.last, finishedAt: row.finished.toISOString() }
}
