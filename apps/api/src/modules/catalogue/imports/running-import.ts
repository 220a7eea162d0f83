import type { Db } from '#api/db/client.ts'
import { catalogueErrors } from '../catalogue.errors.ts'
import { findUnfinishedRuns } from './import-runs.repo.ts'
import type { ImportRun } from './import-run.ts'

/** Kind of the runs that load rows after a decision about a name. */
export const waitingRowsKind = 'waiting rows'

/** How long an import or a decision waits for another one. */
export const lockWaitMs = 5000

/** Says what runs, and what to do. */
export async function runningError(db: Db): Promise<Error> {
  const [run] = await findUnfinishedRuns(db)
  return catalogueErrors.make('import.running', { title: `${describe(run)}. Try again when it has ended` })
}

function describe(run: ImportRun | undefined): string {
  if (!run) return 'A job is cleaning up after an import'
  const since = `since ${run.startedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  if (run.kind === waitingRowsKind)
    return `Rows that waited for a decision about a name are being loaded ${since}`
  if (run.undoesRunId !== null) return `An import is being undone ${since}`
  return `The file ${run.fileName} is being imported ${since} by ${run.startedBy}`
}
