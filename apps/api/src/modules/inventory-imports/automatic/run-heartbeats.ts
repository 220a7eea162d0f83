import { inventorySettings } from '@terrace/contracts/inventory-profiles'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { recordChanges } from '#api/audit/record-changes.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { lockSellingLimits } from '#api/modules/seller-accounts/index.ts'
import {
  findTakenSeatsOfMany,
  lockListings,
  lockSeatsOfEvents,
  writeListings,
  type StoredListing,
} from '#api/modules/supply/index.ts'
import type { Clock } from '#api/shared/clock.ts'
import { refuseListings } from '../applying/refuse-listings.ts'
import { requestedSeatsOf } from '../applying/requested-seats.ts'
import { listingValuesOf } from '../applying/write-batch.ts'
import {
  changeHeartbeat,
  insertUnpublished,
  lockDue,
  readListed,
  takeUnpublished,
  type DueHeartbeat,
} from './heartbeats.repo.ts'
import { notifyOwners } from '../notices/notify-owners.ts'

const batchSize = 200
const hourMs = 3_600_000
const retryMs = 600_000
const importsLink = '/sell/imports'

/**
 * Heartbeat: the files that a seller's system is expected to send regularly. Warns owners when one is missing, later takes
 * the profile's listings off sale, and puts them back on sale once a file arrives. Each step is a short transaction. Returns
 * how many steps it took.
 * @throws AggregateError when steps failed; they are tried again later, and those of other profiles were taken
 */
export async function runHeartbeats({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const failures: unknown[] = []
  for (let steps = 0; ; steps += 1) {
    const taken: { due: DueHeartbeat | undefined } = { due: undefined }
    try {
      await inTransaction(db, async (tx) => {
        taken.due = await lockDue(tx, clock.now())
        if (taken.due) await takeStep(tx, taken.due, clock.now())
      })
    } catch (error) {
      if (!taken.due) throw error
      failures.push(error)
      const retryAt = new Date(clock.now().getTime() + retryMs)
      await changeHeartbeat(db, taken.due.profileId, { retry_at: retryAt })
    }
    if (taken.due) continue
    if (failures.length > 0) throw new AggregateError(failures, 'steps of heartbeats failed')
    return steps
  }
}

async function takeStep(tx: Tx, due: DueHeartbeat, now: Date): Promise<void> {
  const heartbeat = { ...due, settings: inventorySettings.parse(due.settings) }
  if (due.republishImportId !== null) await republish(tx, heartbeat, due.republishImportId, now)
  else if (due.stage === 'waiting') await warn(tx, heartbeat)
  else await unpublish(tx, heartbeat, now)
}

async function warn(tx: Tx, { profileId, teamId, name, lastFileAt, settings }: DueHeartbeat): Promise<void> {
  const hours = settings.heartbeat?.unpublish_hours ?? null
  const until = hours === null ? null : new Date(lastFileAt.getTime() + hours * hourMs)
  await changeHeartbeat(tx, profileId, { stage: 'warned', due_at: until })
  await notifyOwners(tx, teamId, {
    kind: 'file',
    title: `No stock file of “${name}” has arrived for ${settings.heartbeat?.warn_hours ?? 0} hours`,
    detail:
      until === null
        ? 'Its listings stay on sale. Check the system that sends the file.'
        : `Its listings are taken off sale at ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC unless a file arrives.`,
    link: importsLink,
  })
}

async function unpublish(tx: Tx, { profileId, teamId, name }: DueHeartbeat, now: Date): Promise<void> {
  const ids = await readListed(tx, profileId, batchSize)
  const locked = await lockListings(tx, { sellerTeamId: teamId, externalIds: [], listingIds: ids })
  const listings = locked.filter(({ status }) => status === 'active')
  const written = await change(tx, teamId, listings, 'withdrawn', now)
  await insertUnpublished(tx, profileId, [...written.values()])
  // There may be more listings; the next step takes them off sale.
  if (ids.length === batchSize) return
  await changeHeartbeat(tx, profileId, { stage: 'unpublished', due_at: null })
  await recordChanges(tx, undefined, {
    kind: 'inventory.heartbeat_missed',
    teamId,
    details: { profile_id: profileId },
  })
  await notifyOwners(tx, teamId, {
    kind: 'file',
    title: `The listings of “${name}” were taken off sale`,
    detail: 'No stock file arrived. They return with the next one.',
    link: importsLink,
  })
}

async function republish(
  tx: Tx,
  { profileId, teamId, name, settings, refusedListings }: DueHeartbeat,
  importId: string,
  now: Date,
): Promise<void> {
  const headroom = await lockSellingLimits(tx, { teamId, now })
  const taken = await takeUnpublished(tx, profileId, { importId, limit: batchSize })
  // A full inventory names everything that is for sale.
  const wanted = taken.filter(({ isNamed }) => isNamed || settings.mode !== 'full_replace')
  const revisions = new Map(wanted.map(({ id, revision }) => [id, revision]))
  const locked = await lockListings(tx, {
    sellerTeamId: teamId,
    externalIds: [],
    listingIds: [...revisions.keys()],
  })
  const unchanged = locked.filter(
    ({ id, status, revision, sold, quantity }) =>
      status === 'withdrawn' && revision === revisions.get(id) && sold < quantity,
  )
  const seated = unchanged.filter((listing) => listing.first_seat !== null)
  await lockSeatsOfEvents(
    tx,
    teamId,
    seated.map((listing) => listing.event_id),
  )
  const blocked = await findTakenSeatsOfMany(
    tx,
    teamId,
    seated.map((listing) => requestedSeatsOf({ id: listing.id, values: listing })),
  )
  const free = unchanged.filter(({ id }) => !blocked.has(id))
  const refused = await refuseListings(
    tx,
    { teamId, headroom },
    free.map((from) => ({
      id: from.id,
      from,
      to: { ...listingValuesOf(from), status: 'active' as const },
      sold: from.sold,
    })),
  )
  await change(
    tx,
    teamId,
    free.filter(({ id }) => !refused.has(id)),
    'active',
    now,
  )
  const refusedSoFar = refusedListings + refused.size
  if (taken.length === batchSize) {
    await changeHeartbeat(tx, profileId, { refused_listings: refusedSoFar })
    return
  }
  const { heartbeat } = settings
  await changeHeartbeat(tx, profileId, {
    stage: 'waiting',
    republish_import_id: null,
    refused_listings: 0,
    due_at: heartbeat === null ? null : new Date(now.getTime() + heartbeat.warn_hours * hourMs),
  })
  if (refusedSoFar === 0) return
  await notifyOwners(tx, teamId, {
    kind: 'file',
    title: `Listings of “${name}” stay off sale`,
    detail: `${formatCount(refusedSoFar)} may not return: a limit of your team or a resale rule refuses them. Publish them once it allows it.`,
    link: importsLink,
  })
}

async function change(
  tx: Tx,
  teamId: string,
  listings: readonly StoredListing[],
  status: 'active' | 'withdrawn',
  now: Date,
) {
  return writeListings(tx, {
    sellerTeamId: teamId,
    inserts: [],
    updates: listings.map((stored) => ({
      id: stored.id,
      external_id: stored.external_id,
      stored,
      values: { ...listingValuesOf(stored), status },
    })),
    now,
  })
}
