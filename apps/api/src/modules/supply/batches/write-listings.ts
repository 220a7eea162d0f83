import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { DomainEvent } from '#api/outbox/domain-events.ts'
import type { Tx } from '#api/db/transaction.ts'
import type {
  ListingPatch,
  ListingValues,
  NewListingValues,
  StoredListing,
  WrittenListing,
} from './listing-values.ts'
import { insertListings, insertListingChanges, updateListings } from './write-listings.repo.ts'

interface ListingWrites {
  sellerTeamId: string
  inserts: readonly NewListingValues[]
  /** With the listing as it was, locked by the caller. */
  updates: readonly (ListingPatch & { stored: StoredListing })[]
  isUndo?: boolean
  now: Date
}

/**
 * Writes many listings of one seller with a fixed number of statements: the rows, their history and the events that
 * caches and open pages wait for. The caller has locked the listings and validated the values.
 */
export async function writeListings(
  tx: Tx,
  { sellerTeamId, inserts, updates, isUndo = false, now }: ListingWrites,
): Promise<Map<string, WrittenListing>> {
  const updated = await updateListings(tx, updates, now)
  const inserted = await insertListings(tx, sellerTeamId, inserts, now)
  const written = new Map([...updated, ...inserted].map((listing) => [listing.id, listing]))
  await insertListingChanges(tx, [
    ...inserts.map(({ id, ...values }) => ({
      listingId: id,
      kind: 'created',
      isUndo,
      before: {},
      after: values,
    })),
    ...updates.map(({ id, stored, values }) => ({
      listingId: id,
      kind: changeKindOf(stored, values),
      isUndo,
      ...differenceOf(stored, values),
    })),
  ])
  await recordEvents(tx, [
    ...updates.map(({ id, stored, values }) => eventOf(id, stored, values, written.get(id))),
    ...inserts.map(({ id, event_id }): DomainEvent => ({
      topic: 'listing.published',
      subject: id,
      payload: { eventId: event_id, listingId: id, version: 1 },
    })),
  ])
  return written
}

/** The columns in which the listing differs from the values. */
export function differenceOf(
  stored: ListingValues,
  values: ListingValues,
): { before: Partial<ListingValues>; after: Partial<ListingValues> } {
  // Object.keys loses the key type.
  const names = (Object.keys(values) as (keyof ListingValues)[]).filter(
    (name) => JSON.stringify(stored[name]) !== JSON.stringify(values[name]),
  )
  const pick = (from: ListingValues): Partial<ListingValues> =>
    Object.fromEntries(names.map((name) => [name, from[name]]))
  return { before: pick(stored), after: pick(values) }
}

function changeKindOf(stored: ListingValues, { status }: ListingValues): string {
  if (stored.status === status) return 'changed'
  return status === 'active' ? 'published' : 'unpublished'
}

function eventOf(
  id: string,
  stored: StoredListing,
  { status }: ListingValues,
  written: WrittenListing | undefined,
): DomainEvent {
  const topic =
    stored.status === status
      ? 'listing.updated'
      : status === 'active'
        ? 'listing.published'
        : 'listing.withdrawn'
  const version = written?.version ?? stored.version
  return { topic, subject: id, payload: { eventId: stored.event_id, listingId: id, version } }
}
