import { AppError } from '#api/shared/app-error.ts'
import { applyImport } from '../applying/apply-import.ts'
import { undoImport } from '../applying/undo-import.ts'
import { matchEvents } from '../matching/match-events.ts'
import { findProfileVersion } from '../profiles/profiles.repo.ts'
import type { ImportDeps } from './import-deps.ts'
import { changeImport, claimImport, findImport } from './imports.repo.ts'
import { workingStates, type InventoryImport } from './inventory-import.ts'
import { parseImport, refuseImport } from './parse-import.ts'
import { previewImport } from './preview-import.ts'

const maxAttempts = 5
const retryMs = 2000

/**
 * Works on an import until it needs a person or has ended: the given one, or the oldest with work to do. After an import of
 * a team, the next team has its turn. Returns `undefined` when there is none, or another process works on it.
 */
export async function runImport(
  deps: ImportDeps,
  importId?: string,
  afterTeam?: string,
): Promise<InventoryImport | undefined> {
  const id = await claimImport(deps.db, { importId, afterTeam })
  if (id === undefined) return undefined
  let job = await requireImport(deps, id)
  try {
    for (let before = ''; workingStates.includes(job.state) && job.state !== before;) {
      before = job.state
      await takeStep(deps, job)
      job = await requireImport(deps, id)
    }
    // An import that could not go on waits for another one.
    const claimedUntil = workingStates.includes(job.state) ? new Date(Date.now() + retryMs) : null
    await changeImport(deps.db, id, job.state, { claimedUntil, failedAttempts: 0 })
    return job
  } catch (error) {
    await postpone(deps, await requireImport(deps, id), error)
    throw error
  }
}

async function takeStep(deps: ImportDeps, job: InventoryImport): Promise<void> {
  const profile = await findProfileVersion(deps.db, job.profileId, job.profileVersion)
  if (!profile) throw new Error(`the import ${job.id} has no profile`)
  if (job.state === 'received') await parseImport(deps, job, profile)
  else if (job.state === 'parsed') await matchEvents(deps, job, profile)
  else if (job.state === 'matched') await previewImport(deps, job, profile)
  else if (job.state === 'applying') await applyImport(deps, job, profile)
  else if (job.state === 'undoing') await undoImport(deps, job)
}

/** Tries again later. A file that fails again and again before it changed anything is refused. */
async function postpone(deps: ImportDeps, job: InventoryImport, error: unknown): Promise<void> {
  if (error instanceof AppError && error.status === 503) {
    // The server is busy, or a part of it is down; the file may be fine.
    const waitMs = (error.retryAfterSeconds ?? 10) * 1000
    await changeImport(deps.db, job.id, job.state, { claimedUntil: new Date(Date.now() + waitMs) })
    return
  }
  const failedAttempts = job.failedAttempts + 1
  const isUnwritten = job.state !== 'applying' && job.state !== 'undoing'
  if (isUnwritten && failedAttempts >= maxAttempts) {
    await refuseImport(
      deps,
      job,
      'failed',
      'The file could not be read because of an error of the server. Upload it again',
    )
    return
  }
  const waitMs = Math.min(60_000, 1000 * 2 ** failedAttempts)
  await changeImport(deps.db, job.id, job.state, {
    failedAttempts,
    claimedUntil: new Date(Date.now() + waitMs),
  })
}

async function requireImport({ db }: ImportDeps, id: string): Promise<InventoryImport> {
  const job = await findImport(db, id)
  if (!job) throw new Error(`the import ${id} does not exist`)
  return job
}
