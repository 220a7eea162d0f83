import { chownSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { copyCluster } from '../backup/copy-cluster.ts'
import { listTree } from '../backup/copy-file.ts'
import { startPostgres } from '../database/embedded-postgres.ts'
import { chooseServerUser } from '../database/server-user.ts'
import { createTemporaryFolder, type TemporaryPostgres } from './temporary-postgres.ts'

export interface TemporaryReplica {
  databaseUrl: string
  /** Keeps it at what it shows now, as one that falls behind. */
  pause: () => Promise<void>
  resume: () => Promise<void>
  /** Stops the server, as one that is lost. */
  remove: () => Promise<void>
}

/** A streaming replica of a temporary server. */
export async function startTemporaryReplica(primary: TemporaryPostgres): Promise<TemporaryReplica> {
  const folder = createTemporaryFolder()
  const cluster = join(folder, 'postgres')
  copyFileSync(join(primary.folder, 'database-password'), join(folder, 'database-password'))
  mkdirSync(cluster, { mode: 0o700 })
  await copyCluster(primary.superuserUrl, cluster)
  writeFileSync(join(cluster, 'standby.signal'), '')
  await giveToServer(cluster)
  const source = new URL(primary.superuserUrl)
  const server = await startPostgres({
    dataFolder: folder,
    durable: false,
    settings: {
      primary_conninfo: [
        `host=${source.searchParams.get('host') ?? source.hostname}`,
        `port=${source.port}`,
        `user=${source.username}`,
        `password=${source.password}`,
      ].join(' '),
    },
  })
  const command = async (sql: string) => {
    const client = new pg.Client({ connectionString: server.superuserUrl })
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
  return {
    databaseUrl: server.databaseUrl,
    pause: () => command('select pg_wal_replay_pause()'),
    resume: () => command('select pg_wal_replay_resume()'),
    async remove() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The server does not run as root. */
async function giveToServer(cluster: string): Promise<void> {
  const owner = chooseServerUser(cluster)
  if (!owner) return
  const { files, folders } = await listTree(cluster)
  for (const path of ['.', ...folders, ...files]) chownSync(join(cluster, path), owner.uid, owner.gid)
}
