import type { Actor } from '#api/audit/actor.ts'
import { recordChanges } from '#api/audit/record-changes.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { Clock } from '#api/shared/clock.ts'
import { clearStop, lockStop, readStop, writeStop } from './operator-stop.repo.ts'

interface StopDeps {
  db: Db
  clock: Clock
  actor: Actor
}

/** Stops the rules of all teams. After it has returned, no rule sets a price. A repeated call replaces the reason. */
export async function stopAllRules({ db, clock, actor }: StopDeps, reason: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockStop(tx)
    await writeStop(tx, { reason, at: clock.now() })
    await recordChanges(tx, actor, { kind: 'pricing.stopped_everywhere', details: { is_stopped: true } })
  })
}

/** Lets the rules of all teams run again; returns whether they were stopped. */
export async function resumeAllRules({ db, actor }: Omit<StopDeps, 'clock'>): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await readStop(tx))) return false
    await clearStop(tx)
    await recordChanges(tx, actor, { kind: 'pricing.stopped_everywhere', details: { is_stopped: false } })
    return true
  })
}
