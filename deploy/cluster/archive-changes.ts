import { findLeader, waitFor } from './cluster-state.ts'
import type { ClusterLayout } from './layout.ts'
import { withNodeClient } from './prepare-database.ts'

const timeoutMs = 30_000

/**
 * Waits until the archive has the last change. It lags by one unfinished segment of the write-ahead log, which this makes a
 * running leader finish. `segments`: how many to finish, one after the other.
 * @throws if the archive does not follow within 30 seconds
 */
export async function archiveLastChanges(layout: ClusterLayout, { segments = 1 } = {}): Promise<void> {
  const leader = await findLeader(layout)
  if (!leader) return
  await withNodeClient(leader, async (client) => {
    let file = ''
    for (let left = segments; left > 0; left -= 1) {
      // Before the last one: a checkpoint archives what the leader no longer keeps.
      if (left === 1) await client.query('checkpoint')
      // A restore cannot reach a target after the last change.
      await client.query("select pg_logical_emit_message(true, 'terrace', 'before a restore')")
      const { rows } = await client.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file')
      file = rows[0]?.file ?? ''
    }
    await waitFor(
      'the archive of the last changes',
      async () => {
        const archived = await client.query<{ done: boolean }>(
          'select coalesce(last_archived_wal >= $1, false) as done from pg_stat_archiver',
          [file],
        )
        return archived.rows[0]?.done ?? false
      },
      timeoutMs,
    )
  })
}
