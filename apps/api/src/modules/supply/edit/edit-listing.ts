import type { UpdateListingBody } from '@terrace/contracts/inventory-edit'
import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { recordChanges } from '#api/audit/record-changes.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import type { DomainEvent } from '#api/outbox/domain-events.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import { lockSellingLimits } from '#api/modules/seller-accounts/index.ts'
import { requireWithinLimit } from '../limits/live-value.ts'
import { showInventoryRow } from '../inventory/show-inventory.ts'
import type { FieldErrors } from '../new-listing.ts'
import { assertSeatsFree, relistLocked, seatRangeOf } from '../publish-listing.ts'
import { assertResaleAllowed } from '../resale-rules/assert-resale-allowed.ts'
import { supplyErrors } from '../supply.errors.ts'
import { countCommitted } from '../supply.repo.ts'
import { withdrawLocked } from '../withdraw-listing.ts'
import { auditValues } from './audit-values.ts'
import { assertNoIndirectRepricing } from './assert-no-indirect-repricing.ts'
import type { EditDeps, Editor } from './editor.ts'
import { recordListingChange } from './listing-changes.repo.ts'
import {
  assertMovable,
  isMoved,
  lockedTicketsOf,
  readPlace,
  resaleListingOf,
  withAllSeatColumns,
} from './change-place.ts'
import {
  changedNames,
  compareFields,
  findProblems,
  isVisibleToBuyers,
  resizedSeats,
  type FieldChange,
} from './listing-fields.ts'
import { lockFields, writeFields, type LockedFields } from './listing-fields.repo.ts'
import { moveRest } from './move-rest.ts'
import type { PricedTickets } from './other-amounts.repo.ts'
import { readFields, withDelivery, withInHandDate } from './read-fields.ts'

interface Target {
  listingId: string
  /** The version that the editor saw. */
  version: number
}

/**
 * Changes the given fields. A listing that stays the same is not written.
 * @throws `supply.listing_changed` with the current row, when the listing has another version;
 * `session.permission_missing` for more or other tickets where the team has others at another price, without `price`
 */
export async function editListing(
  deps: EditDeps,
  editor: Editor,
  { listingId, version, ...body }: UpdateListingBody & Target,
): Promise<WireInventoryRow> {
  const shownId = await inTransaction(deps.db, async (tx) => {
    const mayRaiseValue = body.price !== undefined || body.quantity !== undefined
    const headroom = mayRaiseValue
      ? await lockSellingLimits(tx, { teamId: editor.teamId, now: deps.clock.now() })
      : undefined
    const old = await lockVersion(tx, deps, editor, { listingId, version })
    const now = deps.clock.now()
    const place = await readPlace(deps, old, body)
    const fields = withInHandDate(withDelivery(old, readFields(body)), old)
    const change = withAllSeatColumns(old, compareFields(old, { ...fields, ...place }))
    const names = changedNames(change)
    if (names.length === 0) return listingId
    if (isMoved(change) || (change.after.quantity ?? 0) > old.quantity)
      await assertNoIndirectRepricing(tx, editor, pricedTicketsOf({ ...old, ...change.after }))
    if (body.move_rest && isMoved(change)) {
      const moved = await moveRest(tx, { ...deps, actor: editor.actor }, { old, change, editor, now })
      if (moved !== undefined) return moved
    }
    const problems = findProblems({ ...old, ...change.after }, new Set(names), { ...old, now })
    if (problems.length > 0) throw invalidInput(errorsOf(problems))
    const categoryId = isMoved(change) ? await assertMovable(tx, old, change, now) : undefined
    if (change.after.quantity !== undefined) await assertQuantity(tx, old, change.after.quantity)
    await requireWithinLimit(headroom, {
      currency: old.currency,
      before: liveListing(old),
      after: liveListing({ ...old, ...change.after }),
    })
    await assertOwnHold(tx, old, change, now)
    const isRepriced = names.some((name) => name === 'price_minor' || name === 'face_value_minor')
    if (old.status === 'active' && isRepriced)
      await assertResaleAllowed(tx, resaleListingOf({ ...old, ...change.after }))
    const newVersion = await writeFields(tx, old, change, { at: now, categoryId })
    const isVisible = old.status === 'active' && isVisibleToBuyers(change)
    await recordEvents(tx, [
      isVisible
        ? {
            topic: 'listing.updated',
            subject: listingId,
            payload: { eventId: old.eventId, listingId, version: newVersion },
          }
        : inventoryChanged(editor.teamId, [listingId]),
    ])
    const author = { source: 'hand', accountId: editor.accountId } as const
    await recordListingChange(tx, { listingId, kind: 'changed', author, ...change }, now)
    await recordChanges(tx, editor.actor, {
      kind: 'listing.changed',
      teamId: editor.teamId,
      details: {
        listing_id: listingId,
        event_id: old.eventId,
        before: auditValues(change.before),
        after: auditValues(change.after),
      },
    })
    return listingId
  })
  return showInventoryRow(deps, editor.teamId, shownId)
}

/** Puts the listing on sale or takes it off. One that is there already stays as it is, whatever its version. */
export async function setPublished(
  deps: EditDeps,
  editor: Editor,
  { isPublished, ...target }: Target & { isPublished: boolean },
): Promise<WireInventoryRow> {
  const { db, clock } = deps
  await inTransaction(db, async (tx) => {
    const status = isPublished ? 'active' : 'withdrawn'
    const headroom = isPublished
      ? await lockSellingLimits(tx, { teamId: editor.teamId, now: clock.now() })
      : undefined
    const listing = await lockVersion(tx, deps, editor, target, { unless: status })
    if (listing.status === status) return
    const author = { source: 'hand', accountId: editor.accountId } as const
    const by = { clock, actor: editor.actor, author }
    const offer = lockedTicketsOf(listing)
    await (isPublished ? relistLocked(tx, { ...by, headroom }, offer) : withdrawLocked(tx, by, offer))
  })
  return showInventoryRow(deps, editor.teamId, target.listingId)
}

/** Publishes to open desks of the team; buyers learn nothing. */
function inventoryChanged(teamId: string, listingIds: string[]): DomainEvent {
  return { topic: 'inventory.changed', subject: teamId, payload: { teamId, listingIds } }
}

async function lockVersion(
  tx: Tx,
  { clock }: Pick<EditDeps, 'clock'>,
  { teamId }: Editor,
  { listingId, version }: Target,
  { unless }: { unless?: string } = {},
): Promise<LockedFields> {
  const listing = await lockFields(tx, { teamId, listingId })
  if (!listing) throw supplyErrors.make('supply.listing_not_found')
  // `version` on the seller's wire is the revision, which counts all changes; `listings.version` counts only those that
  // buyers see.
  if (listing.revision !== version && listing.status !== unless) {
    const current = await showInventoryRow({ db: tx, clock }, teamId, listingId)
    throw supplyErrors.make('supply.listing_changed', { details: { listing: current } })
  }
  return listing
}

/** With the seats of the new quantity. */
function pricedTicketsOf(listing: LockedFields): PricedTickets {
  const {
    first_seat: firstSeat,
    last_seat: lastSeat,
    seats,
  } = resizedSeats(listing, listing.quantity) ?? listing
  return {
    listingId: listing.id,
    eventId: listing.eventId,
    sellerTeamId: listing.sellerTeamId,
    section: listing.section,
    row: listing.row,
    firstSeat,
    lastSeat,
    seats,
    currency: listing.currency,
    priceMinor: listing.price_minor,
    costMinor: listing.cost_minor,
    floorMinor: listing.floor_minor,
    faceValueMinor: listing.face_value_minor,
  }
}

const liveListing = ({ status, price_minor: priceMinor, quantity, sold }: LockedFields) => ({
  status,
  priceMinor,
  quantity,
  sold,
})

/** Holds and unpaid orders are never broken, and no seat is offered twice. */
async function assertQuantity(tx: Tx, old: LockedFields, quantity: number): Promise<void> {
  if (quantity > old.quantity) {
    const sized = resizedSeats(old, quantity)
    if (old.status === 'active' && sized)
      await assertSeatsFree(tx, seatRangeOf(lockedTicketsOf({ ...old, ...sized })), old.id)
    return
  }
  const committed = await countCommitted(tx, old)
  if (quantity >= committed) return
  throw supplyErrors.make('supply.quantity_committed', {
    title: `quantity: must be at least ${committed}, the number of tickets sold or held`,
    details: { committed },
  })
}

/** Buyers' holds come first: a seller's own hold takes only tickets that are neither sold nor held. */
async function assertOwnHold(tx: Tx, old: LockedFields, { after }: FieldChange, now: Date): Promise<void> {
  const isExtended = after.own_hold_quantity !== undefined || after.own_hold_until !== undefined
  const hold = { ...old, ...after }
  if (!isExtended || hold.own_hold_quantity === null) return
  if (Date.parse(hold.own_hold_until ?? '') <= now.getTime()) return
  const free = hold.quantity - (await countCommitted(tx, old))
  if (hold.own_hold_quantity <= free) return
  throw supplyErrors.make('supply.own_hold_too_large', {
    title: `own_hold: only ${free} tickets are neither sold nor held by buyers`,
    details: { free },
  })
}

function errorsOf(problems: readonly { field: string; message: string }[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const { field, message } of problems) (errors[field] ??= []).push(message)
  return errors
}
