import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { SchemaError } from './schema-error.ts'

const pauseMs = 1000

/**
 * Runs a transaction that waits only briefly for each lock, and tries again while others hold it or after a deadlock
 * with them: everything else that needs the table waits behind it meanwhile.
 * @throws SchemaError if the last try fails too; nothing was changed then
 */
export async function withLockTimeout(
  client: pg.Client,
  { name, lockTimeoutMs, lockTries }: { name: string; lockTimeoutMs: number; lockTries: number },
  run: () => Promise<void>,
): Promise<void> {
  await client.query(`set lock_timeout = ${lockTimeoutMs}`)
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        return await run()
      } catch (error) {
        if (!isLockConflict(error)) throw error
        if (attempt < lockTries) await pause(pauseMs)
        else throw new SchemaError(await lockText(client, name), { cause: error })
      }
    }
  } finally {
    await client.query('reset lock_timeout')
  }
}

/** The longest transaction is the likely cause. */
async function lockText(client: pg.Client, name: string): Promise<string> {
  const { rows } = await client.query<{ pid: number; program: string; seconds: number }>(`
    select pid, application_name as program, extract(epoch from clock_timestamp() - xact_start)::int as seconds
    from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
    order by xact_start limit 1`)
  const [longest] = rows
  const cause = longest
    ? ` The longest running transaction is that of process ${longest.pid} (${longest.program || 'unnamed'}), ${longest.seconds} s.`
    : ''
  return `${name}: other transactions hold the locks it needs. It was not applied, and nothing waits for it.${cause} Try again when it has ended.`
}

/** Lock timeout and deadlock. */
const lockConflicts: ReadonlySet<unknown> = new Set(['55P03', '40P01'])

function isLockConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && lockConflicts.has(error.code)) || isLockConflict(error.cause)
}
