import type { BulkChange, bulkProblems } from '@terrace/contracts/inventory-bulk'
import { maxListingNotes } from '@terrace/contracts/inventory-edit'
import { maxInternalNotesLength, maxListingTags } from '@terrace/contracts/inventory-limits'
import { divideRoundHalfAwayFromZero, parseDecimal, toSafeInteger } from '@terrace/domain/money/money'
import {
  changedNames,
  compareFields,
  findProblems,
  type FieldChange,
  type FieldProblem,
  type ListingFields,
} from '../edit/listing-fields.ts'
import {
  distinctTags,
  minorOf,
  ownHoldColumns,
  readSplit,
  withDelivery,
  withInHandDate,
} from '../edit/read-fields.ts'

export type BulkProblem = (typeof bulkProblems)[number]

/** What a bulk edit needs to know of a listing. */
export interface BulkListing extends ListingFields {
  id: string
  eventId: number
  revision: number
  currency: string
  /** Of the event, YYYY-MM-DD. */
  localDay: string
  isOnSale: boolean
  /** Neither sold nor held by buyers; counted only for a change of the seller's own holds. */
  free: number
  /** Lowest comparable price, in the listing's currency. */
  lowestMinor: number | null
}

/** What a bulk edit does to one listing; without changes, it stays as it is. */
export interface PlannedChange extends FieldChange {
  usesFloor: boolean
  problem: BulkProblem | null
}

export function planChange(listing: BulkListing, change: BulkChange, now: Date): PlannedChange {
  const floor = planFloor(listing, change.floor)
  if (floor === 'no_cost') return refusedAs(floor)
  const price = change.price && planPrice({ ...listing, ...floor }, change.price)
  if (price?.problem) return refusedAs(price.problem)
  const changed = { ...otherFields(listing, change), ...floor, ...(price && { price_minor: price.minor }) }
  const difference = compareFields(listing, withInHandDate(withDelivery(listing, changed), listing))
  const problem = problemOf(listing, difference, now)
  return { ...difference, usesFloor: price?.usesFloor ?? false, problem }
}

const refusedAs = (problem: BulkProblem): PlannedChange => ({
  before: {},
  after: {},
  usesFloor: false,
  problem,
})

function problemOf(listing: BulkListing, difference: FieldChange, now: Date): BulkProblem | null {
  const next = { ...listing, ...difference.after }
  const names = changedNames(difference)
  const [invalid] = findProblems(next, new Set(names), { ...listing, now })
  if (invalid) return bulkCodeOf(invalid)
  if ((difference.after.own_hold_quantity ?? 0) > listing.free) return 'not_enough_free'
  if (next.notes.length > maxListingNotes) return 'too_many_notes'
  if (next.tags.length > maxListingTags || (next.internal_notes ?? '').length > maxInternalNotesLength)
    return 'too_long'
  return difference.after.status === 'active' && !listing.isOnSale ? 'event_closed' : null
}

function bulkCodeOf({ code, field }: FieldProblem): BulkProblem {
  if (code === 'below_floor' && field === 'floor') return 'floor_above_price'
  // A bulk edit changes neither seats nor quantities.
  return code === 'own_hold_ends' || code === 'seats_unknown' ? 'not_enough_free' : code
}

function ownHoldOf(free: number, hold: BulkChange['own_hold']): Partial<ListingFields> {
  if (!hold) return ownHoldColumns(null)
  // A listing without free tickets is a problem, not a hold of none.
  const quantity = hold.quantity === 'all' ? Math.max(1, free) : hold.quantity
  return ownHoldColumns({ ...hold, quantity })
}

function otherFields(old: BulkListing, change: BulkChange): Partial<ListingFields> {
  const { notes, internal_notes: internal, tags } = change
  return {
    ...(change.split && readSplit(change.split)),
    ...(change.shown_quantity !== undefined && { shown_quantity: change.shown_quantity }),
    ...(change.in_hand_date !== undefined && {
      in_hand_date: change.in_hand_date,
      in_hand_days_before: null,
    }),
    ...(change.in_hand_days_before !== undefined && { in_hand_days_before: change.in_hand_days_before }),
    ...(change.own_hold !== undefined && ownHoldOf(old.free, change.own_hold)),
    ...(change.ticket_type !== undefined && { ticket_type: change.ticket_type }),
    ...(notes && { notes: notes.mode === 'add' ? addNotes(old.notes, notes.notes) : notes.notes }),
    ...(internal && { internal_notes: newInternalNotes(old.internal_notes, internal) }),
    ...(tags && { tags: newTags(old.tags, tags) }),
    ...(change.published !== undefined && { status: change.published ? 'active' : 'withdrawn' }),
  }
}

function addNotes(old: ListingFields['notes'], added: ListingFields['notes']): ListingFields['notes'] {
  const isKnown = (note: ListingFields['notes'][number]) =>
    old.some(({ kind, text }) => kind === note.kind && text === note.text)
  return [...old, ...added.filter((note) => !isKnown(note))]
}

function newInternalNotes(
  old: string | null,
  { mode, text }: NonNullable<BulkChange['internal_notes']>,
): string | null {
  if (mode === 'replace' || old === null) return text || null
  return text ? `${old}\n${text}` : old
}

function newTags(old: readonly string[], { mode, tags }: NonNullable<BulkChange['tags']>): string[] {
  if (mode === 'replace') return distinctTags(tags)
  if (mode === 'add') return distinctTags([...old, ...tags])
  const removed = new Set(tags.map((tag) => tag.toLowerCase()))
  return old.filter((tag) => !removed.has(tag.toLowerCase()))
}

function planFloor(
  { price_minor: price, cost_minor: cost }: BulkListing,
  change: BulkChange['floor'],
): Pick<ListingFields, 'floor_minor'> | 'no_cost' | undefined {
  if (change === undefined) return undefined
  if (change === null) return { floor_minor: null }
  if (change.by === 'set') return { floor_minor: minorOf(change.amount) }
  const base = change.by === 'cost' ? cost : price
  return base === null ? 'no_cost' : { floor_minor: plusPercent(base, change.percent) }
}

/** 10000 and '-4.5' are 9550. */
function plusPercent(minor: number, percent: string): number {
  const basisPoints = BigInt(10_000 + signedHundredths(percent))
  return toSafeInteger(divideRoundHalfAwayFromZero(BigInt(minor) * basisPoints, 10_000n))
}

type PlannedPrice = { minor: number; usesFloor: boolean; problem?: undefined } | { problem: BulkProblem }

function planPrice(
  listing: BulkListing,
  { change, round, below_floor: belowFloor }: NonNullable<BulkChange['price']>,
): PlannedPrice {
  const target = targetPrice(listing, change)
  if (target === null) return { problem: 'no_comparable' }
  const followsMarket = change.by === 'match' || change.by === 'undercut'
  const minor = round ? roundTo(target, minorOf(round.to), followsMarket ? 'down' : round.direction) : target
  const { floor_minor: floor } = listing
  if (floor === null || minor >= floor) return { minor, usesFloor: false }
  return belowFloor === 'skip' ? { problem: 'below_floor' } : { minor: floor, usesFloor: true }
}

function targetPrice(
  { price_minor: old, lowestMinor: lowest }: BulkListing,
  change: NonNullable<BulkChange['price']>['change'],
): number | null {
  switch (change.by) {
    case 'set':
      return minorOf(change.amount)
    case 'percent':
      return plusPercent(old, change.percent)
    case 'amount':
      return old + signedHundredths(change.amount)
    case 'undercut':
      return lowest === null ? null : lowest - minorOf(change.amount)
    default:
      return lowest
  }
}

function roundTo(minor: number, step: number, direction: 'nearest' | 'up' | 'down'): number {
  if (step <= 0) return minor
  if (direction === 'up') return Math.ceil(minor / step) * step
  if (direction === 'down') return Math.floor(minor / step) * step
  return toSafeInteger(divideRoundHalfAwayFromZero(BigInt(minor), BigInt(step))) * step
}

/** '-4.5' → -450. */
function signedHundredths(text: string): number {
  const parsed = parseDecimal(text.replace('+', ''), 2)
  if (!parsed.ok) throw new RangeError(`${text} passed the contract but is not a number`)
  return parsed.minor
}
