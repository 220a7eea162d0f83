import { AppError } from '#api/shared/app-error.ts'
import { applyImport } from '../applying/apply-import.ts'
import { undoImport } from '../applying/undo-import.ts'
import { matchEvents } from '../matching/match-events.ts'
import { findProfileVersion } from '../profiles/profiles.repo.ts'
import type { ImportDeps } from './import-deps.ts'
import { changeImport, claimImport, findImport } from './imports.repo.ts'
import { workingStates, type InventoryImport } from './inventory-import.ts'
import { renewClaim } from './renew-claim.ts'
import { parseImport } from './parse-import.ts'
import { previewImport } from './preview-import.ts'
import { refuseImport } from './refuse-import.ts'

const maxAttempts = 5
const retryMs = 2000

/**
 * Works on an import until it needs a person or has ended: on the given one, or on the oldest with work to do. Teams take
 * turns: the next one is that after `afterTeam`. Returns `undefined` when there is none, or another process works on it.
 */
export async function runImport(
  deps: ImportDeps,
  importId?: string,
  afterTeam?: string,
): Promise<InventoryImport | undefined> {
  const id = await claimImport(deps.db, { importId, afterTeam })
  if (id === undefined) return undefined
  const renewal = renewClaim(deps.db, id)
  let inventoryImport = await requireImport(deps, id)
  try {
    for (
      let before = '';
      workingStates.includes(inventoryImport.state) && inventoryImport.state !== before;
    ) {
      before = inventoryImport.state
      await takeStep(deps, inventoryImport)
      inventoryImport = await requireImport(deps, id)
    }
    await renewal.stop()
    // An import that still has work waits for another import, and is tried again after a pause.
    const claimedUntil = workingStates.includes(inventoryImport.state) ? new Date(Date.now() + retryMs) : null
    await changeImport(deps.db, id, inventoryImport.state, { claimedUntil, failedAttempts: 0 })
    return inventoryImport
  } catch (error) {
    await renewal.stop()
    await postpone(deps, await requireImport(deps, id), error)
    throw error
  }
}

async function takeStep(deps: ImportDeps, inventoryImport: InventoryImport): Promise<void> {
  const profile = await findProfileVersion(deps.db, inventoryImport.profileId, inventoryImport.profileVersion)
  if (!profile) throw new Error(`the import ${inventoryImport.id} has no profile`)
  if (inventoryImport.state === 'received') await parseImport(deps, inventoryImport, profile)
  else if (inventoryImport.state === 'parsed') await matchEvents(deps, inventoryImport, profile)
  else if (inventoryImport.state === 'matched') await previewImport(deps, inventoryImport, profile)
  else if (inventoryImport.state === 'applying') await applyImport(deps, inventoryImport, profile)
  else if (inventoryImport.state === 'undoing') await undoImport(deps, inventoryImport)
}

/** Schedules another attempt. A file that has failed `maxAttempts` times before it changed anything is refused. */
async function postpone(deps: ImportDeps, inventoryImport: InventoryImport, error: unknown): Promise<void> {
  if (error instanceof AppError && error.status === 503) {
    // The server is busy, or a part of it is down; the file may be fine.
    const waitMs = (error.retryAfterSeconds ?? 10) * 1000
    await changeImport(deps.db, inventoryImport.id, inventoryImport.state, {
      claimedUntil: new Date(Date.now() + waitMs),
    })
    return
  }
  const failedAttempts = inventoryImport.failedAttempts + 1
  const isUnwritten = inventoryImport.state !== 'applying' && inventoryImport.state !== 'undoing'
  if (isUnwritten && failedAttempts >= maxAttempts) {
    await refuseImport(
      deps,
      inventoryImport,
      'failed',
      'The file could not be read because of an error of the server. Upload it again',
    )
    return
  }
  const waitMs = Math.min(60_000, 1000 * 2 ** failedAttempts)
  await changeImport(deps.db, inventoryImport.id, inventoryImport.state, {
    failedAttempts,
    claimedUntil: new Date(Date.now() + waitMs),
  })
}

async function requireImport({ db }: ImportDeps, id: string): Promise<InventoryImport> {
  const inventoryImport = await findImport(db, id)
  if (!inventoryImport) throw new Error(`the import ${id} does not exist`)
  return inventoryImport
}
