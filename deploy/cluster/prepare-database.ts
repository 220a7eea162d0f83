import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { identityOf } from '../../tools/launch/database/cluster.ts'
import { showStatistics } from '../../tools/launch/database/statement-statistics.ts'
import { printStep, secondsSince } from '../../tools/launch/terminal.ts'
import { findLeader } from './cluster-state.ts'
import { databaseUrl, socketUrl, type ClusterLayout, type ClusterNode } from './layout.ts'

const run = promisify(execFile)

/** Creates the application's role and database on the leader, if missing; `false` while none can be reached. */
export async function prepareRole(layout: ClusterLayout): Promise<boolean> {
  const leader = await findLeader(layout)
  if (!leader) return false
  const { applicationPassword: password } = layout.secrets
  await withNodeClient(leader, async (client) => {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(`
      select exists (select from pg_roles where rolname = 'terrace') as role,
        exists (select from pg_database where datname = 'terrace') as database`)
    if (!rows[0]?.role) await client.query(`create role terrace login createdb password '${password}'`)
    if (!rows[0]?.database) await client.query('create database terrace owner terrace')
  })
  await showStatistics(socketUrl(leader, { database: 'terrace' }))
  // HAProxy takes turns, and at first among all nodes, until its checks find out which one is the leader.
  for (const _ of layout.nodes) if (!(await canWrite(databaseUrl(layout, layout.ports.leader)))) return false
  return true
}

/** Names of the nodes that follow this one now; `isSynchronous` for those that confirm its commits. */
export async function findFollowers(
  leader: ClusterNode,
): Promise<{ name: string; isSynchronous: boolean }[]> {
  return withNodeClient(leader, async (client) => {
    const { rows } = await client.query<{ name: string; isSynchronous: boolean }>(`
      select application_name as name, sync_state in ('sync', 'quorum') as "isSynchronous"
      from pg_stat_replication where state = 'streaming'`)
    return rows
  })
}

/** Runs statements as the superuser on one node. */
export async function withNodeClient<Result>(
  node: ClusterNode,
  work: (client: pg.Client) => Promise<Result>,
  database = 'postgres',
): Promise<Result> {
  const client = new pg.Client({ connectionString: socketUrl(node, { database }) })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Makes the repository ready for the archive of the leader; the first backup follows the first data. */
export async function prepareBackups(layout: ClusterLayout): Promise<void> {
  if (existsSync(join(layout.folder, 'backups', 'archive', layout.scope, 'archive.info'))) return
  await runPgbackrest(layout, await leaderOf(layout), ['stanza-create'])
}

/** Takes a full backup on the leader. */
export async function takeBackup(layout: ClusterLayout): Promise<void> {
  const from = Date.now()
  await runPgbackrest(layout, await leaderOf(layout), ['--type=full', 'backup'])
  printStep('backup', `taken in ${secondsSince(from)}: ${join(layout.folder, 'backups')}`)
}

/** Runs pgBackRest with the configuration of a node and returns what it printed. */
export async function runPgbackrest(
  { scope, engines, user, folder }: ClusterLayout,
  node: ClusterNode,
  args: readonly string[],
): Promise<string> {
  const { stdout } = await run(
    engines.programs.pgbackrest,
    [`--config=${join(node.folder, 'pgbackrest.conf')}`, `--stanza=${scope}`, ...args],
    { ...identityOf(user), cwd: folder, env: { ...process.env, HOME: folder } },
  )
  return stdout
}

async function leaderOf(layout: ClusterLayout): Promise<ClusterNode> {
  const leader = await findLeader(layout)
  if (!leader) throw new Error('the cluster has no leader')
  return leader
}

async function canWrite(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ isReplica: boolean }>('select pg_is_in_recovery() as "isReplica"')
    return rows[0]?.isReplica === false
  } catch {
    // HAProxy has not found the leader yet.
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
