import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

export interface DatabaseUsage {
  cpuMs: number
  commits: number
  walBytes: number
}

/** Reads what the whole PostgreSQL server has used since it started. Linux only. */
export async function createUsageReader(databaseUrl: string): Promise<{
  read: () => Promise<DatabaseUsage>
  close: () => Promise<void>
}> {
  const client = new pg.Client({ connectionString: databaseUrl })
  // The database may end before this connection does.
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = processTimes(rows[0]?.pid ?? 0)?.parent ?? 0
  return {
    async read() {
      await client.query('select pg_stat_force_next_flush()')
      const found = await client.query<{ commits: string; bytes: string }>(
        `select xact_commit as commits, w.wal_bytes as bytes
        from pg_stat_database, pg_stat_wal w where datname = current_database()`,
      )
      const [usage] = found.rows
      return {
        cpuMs: cpuOfDatabase(postmaster),
        commits: Number(usage?.commits),
        walBytes: Number(usage?.bytes),
      }
    },
    close: () => client.end(),
  }
}

/** CPU time of the running backends and of those that have ended. */
function cpuOfDatabase(postmaster: number): number {
  const ended = processTimes(postmaster)?.endedChildrenMs ?? 0
  const running = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => processTimes(Number(name)))
    .filter((times) => times?.parent === postmaster)
  return running.reduce((sum, times) => sum + (times?.ownMs ?? 0), ended)
}

const msPerTick = 10

function processTimes(pid: number): { parent: number; ownMs: number; endedChildrenMs: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, in parentheses, may contain spaces.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
      (field) => fields[field],
    )
    return {
      parent,
      ownMs: (user + system) * msPerTick,
      endedChildrenMs: (endedUser + endedSystem) * msPerTick,
    }
  } catch {
    // The process has ended.
    return undefined
  }
}
