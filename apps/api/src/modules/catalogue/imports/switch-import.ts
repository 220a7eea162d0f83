import type { Actor } from '#api/audit/actor.ts'
import { recordChanges } from '#api/audit/record-changes.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { catalogueErrors } from '../catalogue.errors.ts'
import { changeState, findRun } from './import-runs.repo.ts'
import { countChangedEvents, type Counts } from './import-run.ts'
import { applyChanges, publishRun } from './staged-events.repo.ts'

/** How many stored events one switch may change; keeps its transaction short. New events do not count. */
export const maxChangesPerSwitch = 10_000

/**
 * Makes a staged run visible, completely and at once.
 * @throws `import.outdated` when an event was changed after it was staged, `import.discarded` when the run is gone
 */
export async function switchRun(
  db: Db,
  runId: number,
  { counts, actor }: { counts: Counts; actor: Actor | undefined },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await changeState(tx, runId, { from: 'staged', to: 'applied' })))
      throw catalogueErrors.make('import.discarded')
    const changes = countChangedEvents(counts)
    if (changes > 0 && (await applyChanges(tx, runId)) < changes)
      throw catalogueErrors.make('import.outdated')
    await publishRun(tx, runId)
    const run = await findRun(tx, runId)
    const undoesRunId = run?.undoesRunId ?? null
    await recordChanges(
      tx,
      actor,
      undoesRunId === null
        ? { kind: 'import.applied', details: { run_id: runId, kind: run?.kind ?? '', ...counts } }
        : { kind: 'import.undone', details: { run_id: runId, undoes_run_id: undoesRunId, ...counts } },
    )
  })
}
