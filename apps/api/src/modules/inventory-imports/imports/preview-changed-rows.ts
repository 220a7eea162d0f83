import { seatsOverlap } from '@terrace/domain/tickets/seats'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { createServerTurns } from '#api/shared/concurrency/work-turns.ts'
import { decideAutomatically, isAutomatic, waitsForOthers } from '../automatic/decide-automatically.ts'
import { hasUnpublished, recordFile } from '../automatic/heartbeats.repo.ts'
import { findEvents, isHeldNameDecided } from '../matching/match-events.ts'
import { seatsOfRow } from '../planning/place-of-row.ts'
import type { SaleEvents } from '../planning/sale-event.ts'
import type { InventoryProfile } from '../profiles/profile.ts'
import { copyEvents } from '../settled/event-facts.repo.ts'
import {
  areEventsUnchanged,
  findSameEvents,
  saveEventFacts,
  type SameEvents,
} from '../settled/event-facts.ts'
import { findSettledRows, type SettledRows } from '../settled/find-settled-rows.ts'
import { forgetRowsOfEvents } from '../settled/forget-rows.ts'
import {
  findNamedListings,
  findSettledSeats,
  fingerprintManagedListings,
  readSettledState,
  type SettledScope,
} from '../settled/settled-rows.repo.ts'
import type { ReadingResults } from '../thread/reading-messages.ts'
import { findWithdrawals } from './find-withdrawals.ts'
import type { ImportDeps } from './import-deps.ts'
import { countStoredRows, deleteRows, hasPending, type RowToDecide } from './import-rows.repo.ts'
import {
  changeImport,
  findLastApplied,
  isBaseCurrent,
  isUndoing,
  lockImport,
  type ImportChange,
} from './imports.repo.ts'
import type { InventoryImport } from './inventory-import.ts'
import { decidePending } from './preview-import.ts'
import { readPreviewTotals } from './preview-totals.repo.ts'
import { finishReading, isComparable, readChangedRows } from './read-rows.ts'

/** Whatever has gone wrong since, all rows are read once a day. */
const maxHoursUnread = 24
const maxAttempts = 3

/** What can come of it: no more to do for now, or all rows are decided; those that are read already are given. */
type Outcome = 'ended' | { readRows: ReadingResults['rows'] | undefined; isIrregular?: true }

/**
 * Previews a file of which only those rows are read that may change something: not those that the last applied file of the
 * profile had, for listings and events that are as they were. All in one step: what was compared is not stored, so an
 * interrupted import starts again.
 */
export async function previewChangedRows(
  deps: ImportDeps,
  inventoryImport: InventoryImport,
  profile: InventoryProfile,
): Promise<Outcome> {
  const { db, clock } = deps
  const { id, profileId } = inventoryImport
  const base = await findLastApplied(db, profileId)
  const oldest = clock.now().getTime() - maxHoursUnread * 3_600_000
  if (!isComparable(profile) || !base?.readFullyAt || base.readFullyAt.getTime() < oldest) return allRows
  // Listings that an undo is about to restore must not count as unchanged. The file is tried again after it.
  if (await isUndoing(db, inventoryImport)) return 'ended'
  // Which of the listings return that went off sale because no file arrived, the rows decide.
  if (await hasUnpublished(db, profileId)) return allRows
  if (isAutomatic(inventoryImport) && (await waitsForOthers(deps, inventoryImport))) return 'ended'
  const readAlso: string[] = []
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    try {
      const outcome = await tryPreview(deps, { inventoryImport, profile, base, readAlso })
      if (outcome !== 'outdated') return outcome
      // The next step starts from the beginning.
      if ((await findLastApplied(db, profileId))?.id !== base.id) return 'ended'
    } catch (error) {
      if (!(error instanceof ContradictedRows)) throw error
      readAlso.push(...error.listingIds)
    }
    if (!(await deleteRows(db, id))) return 'ended'
  }
  return allRows
}

const allRows = { readRows: undefined }

/** Rows that were read have an id or a seat of these listings, whose rows were kept. */
class ContradictedRows extends Error {
  readonly listingIds: readonly string[]

  constructor(listingIds: readonly string[]) {
    super('rows contradict rows that were not read')
    this.listingIds = listingIds
    this.name = 'ContradictedRows'
  }
}

interface Attempt {
  inventoryImport: InventoryImport
  profile: InventoryProfile
  /** The import that was applied last. */
  base: InventoryImport
  readAlso: readonly string[]
}

/** The rows of earlier files that the file is compared with. */
interface Comparison {
  same: SameEvents
  scope: SettledScope
  settled: SettledRows
}

interface Reading extends Comparison {
  read: ReadingResults['changed_rows']
  /** Listings that no kept row names. */
  notKept: readonly string[]
}

async function tryPreview(deps: ImportDeps, attempt: Attempt): Promise<Outcome | 'outdated'> {
  const { inventoryImport, profile } = attempt
  const comparison = await findComparison(deps, attempt)
  const { settled } = comparison
  if (settled.count === 0) return allRows
  const read = await readChangedRows(deps, inventoryImport, profile, settled.digests)
  if (!read) return { readRows: undefined, isIrregular: true }
  if (read.kept === 0) return { readRows: read }
  const notKept = [...settled.unsettled, ...(await settled.listingsOf(read.missing))]
  const reading = { ...comparison, read, notKept }
  await decideReadRows(deps, attempt, reading)
  const preview = await previewOf(deps, attempt, reading)
  return endPreview(deps, attempt, reading, preview)
}

async function findComparison(deps: ImportDeps, attempt: Attempt): Promise<Comparison> {
  const { db, clock } = deps
  const { inventoryImport, profile, base, readAlso } = attempt
  const { profileId, teamId } = inventoryImport
  const now = clock.now()
  const turns = createServerTurns()
  const same = await findSameEvents(db, inventoryImport, profile, { baseImportId: base.id, turns, now })
  await forgetRowsOfEvents(db, inventoryImport, same.otherIds)
  const scope: SettledScope = { profileId, teamId, eventIds: same.ids, readAlso, now }
  return { same, scope, settled: await findSettledRows(db, scope, turns) }
}

async function previewOf(
  { db }: ImportDeps,
  { inventoryImport, profile, base }: Attempt,
  { same, settled, read, notKept }: Reading,
): Promise<ImportChange> {
  const { id, profileId } = inventoryImport
  await copyEvents(db, { from: base.id, to: id, keys: same.keys })
  const rows = { rowsRead: read.rowsRead, keptRows: read.kept }
  const listings = { onSale: settled.onSale, notKept }
  return {
    ...rows,
    baseImportId: base.id,
    readFullyAt: base.readFullyAt,
    managedListings: await fingerprintManagedListings(db, profileId),
    totals: await readPreviewTotals(db, id),
    ...(await findWithdrawals(db, { ...inventoryImport, ...rows }, profile.settings, listings)),
  }
}

/** Ends the step, unless something of what was compared has changed since. */
async function endPreview(
  deps: ImportDeps,
  { inventoryImport, profile, base }: Attempt,
  { same, scope, settled, read, notKept }: Reading,
  preview: ImportChange,
): Promise<'ended' | 'outdated'> {
  const { db, clock } = deps
  const { id, profileId } = inventoryImport
  const fingerprint = await settled.fingerprintWithout(read.missing)
  const comparison = { same, baseImportId: base.id, turns: createServerTurns(), now: clock.now() }
  if (!(await areEventsUnchanged(db, inventoryImport, profile, comparison))) return 'outdated'
  if (await isHeldNameDecided(deps, inventoryImport, profile)) return 'outdated'
  let isOutdated = false
  const isCurrent = async (tx: Tx) => {
    // First, so that the heartbeat takes nothing off sale from here on.
    await recordFile(tx, profileId, clock.now())
    const state = await readSettledState(tx, { ...scope, now: clock.now() }, notKept)
    const last = await findLastApplied(tx, profileId)
    isOutdated =
      state.settled !== read.kept ||
      state.fingerprint !== fingerprint ||
      state.unknown > 0 ||
      last?.id !== base.id ||
      (await countStoredRows(tx, id)) !== read.rowsRead - read.kept ||
      (await hasPending(tx, id)) ||
      (await hasUnpublished(tx, profileId))
    return !isOutdated
  }
  if (isAutomatic(inventoryImport))
    await decideAutomatically(deps, inventoryImport, profile, preview, isCurrent)
  else
    await inTransaction(db, async (tx) => {
      const locked = await lockImport(tx, id)
      if (locked?.state !== 'received' || !(await isBaseCurrent(tx, inventoryImport, locked))) return
      if (await isCurrent(tx)) await changeImport(tx, id, 'received', { state: 'previewed', ...preview })
    })
  return isOutdated ? 'outdated' : 'ended'
}

/**
 * Decides the rows that were read.
 * @throws `ContradictedRows` if they must be decided together with rows that were not read
 */
async function decideReadRows(
  deps: ImportDeps,
  { inventoryImport, profile }: Attempt,
  { scope, settled, read, notKept }: Reading,
): Promise<void> {
  const { db } = deps
  const others = new Set(notKept)
  const refuse = (listingIds: readonly string[]) => {
    const kept = listingIds.filter((id) => !others.has(id))
    if (kept.length > 0) throw new ContradictedRows(kept)
  }
  refuse(await settled.listingsOf(read.repeated))
  refuse(await findNamedListings(db, inventoryImport.id, scope))
  await inTransaction(db, (tx) => finishReading(tx, inventoryImport.id, read.eventsJson))
  await findEvents(db, inventoryImport, profile)
  await saveEventFacts(db, inventoryImport, { isAll: true, now: deps.clock.now() })
  await decidePending(deps, inventoryImport, profile, {
    isAll: false,
    check: async (rows, events) => refuse(await findSettledNeighbours(deps, scope, rows, events)),
  })
}

/** Settled listings with a seat that one of the rows has, too. */
async function findSettledNeighbours(
  { db }: ImportDeps,
  scope: SettledScope,
  rows: readonly RowToDecide[],
  events: SaleEvents,
): Promise<string[]> {
  await events.load(
    db,
    rows.map(({ eventId }) => eventId),
  )
  const places = rows.flatMap(({ eventId, contents }) => {
    const block = eventId === null ? undefined : events.get(eventId)?.findBlock(contents.section)
    const seats = seatsOfRow(contents)
    return eventId === null || !block || 'problem' in block || seats.first === null || seats.last === null
      ? []
      : [
          {
            eventId,
            section: block.name,
            row: contents.row,
            first: seats.first,
            last: seats.last,
            list: seats.list,
          },
        ]
  })
  const keyOf = (place: { eventId: number; section: string; row: string }) =>
    [place.eventId, place.section, place.row.toLowerCase()].join('/')
  const byPlace = Map.groupBy(places, keyOf)
  const near = await findSettledSeats(db, scope, places)
  return near
    .filter((listing) => byPlace.get(keyOf(listing))?.some((place) => seatsOverlap(place, listing)))
    .map(({ id }) => id)
}
