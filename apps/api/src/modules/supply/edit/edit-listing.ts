import type { UpdateListingBody } from '@terrace/contracts/inventory-edit'
import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import type { Actor } from '#api/audit/actor.ts'
import { recordChanges } from '#api/audit/record-changes.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import type { Clock } from '#api/shared/clock.ts'
import { lockHeadroom } from '#api/modules/seller-accounts/index.ts'
import { requireWithinLimit } from '../limits/live-value.ts'
import { showInventoryRow } from '../inventory/show-inventory.ts'
import type { FieldErrors } from '../new-listing.ts'
import { assertSeatsFree, relistLocked, seatRangeOf } from '../publish-listing.ts'
import { supplyErrors } from '../supply.errors.ts'
import { countCommitted } from '../supply.repo.ts'
import { withdrawLocked } from '../withdraw-listing.ts'
import { auditValues } from './audit-values.ts'
import { recordListingChange } from './listing-changes.repo.ts'
import { changedNames, compareFields, findProblems, isVisibleToBuyers } from './listing-fields.ts'
import { lockFields, writeFields, type LockedFields } from './listing-fields.repo.ts'
import { readFields, withDelivery } from './read-fields.ts'

export interface EditDeps {
  db: Db
  clock: Clock
}

/** A member of the selling team who edits one of its listings. */
export interface Editor {
  teamId: string
  accountId: string
  actor: Actor
}

interface Target {
  listingId: string
  /** The version that the editor saw. */
  version: number
}

/**
 * Changes the given fields. A listing that stays the same is not written.
 * @throws `supply.listing_changed` with the current row, when the listing has another version
 */
export async function editListing(
  deps: EditDeps,
  editor: Editor,
  { listingId, version, ...body }: UpdateListingBody & Target,
): Promise<WireInventoryRow> {
  await inTransaction(deps.db, async (tx) => {
    const raisesValue = body.price !== undefined || body.quantity !== undefined
    const headroom = raisesValue
      ? await lockHeadroom(tx, { teamId: editor.teamId, now: deps.clock.now() })
      : undefined
    const old = await lockVersion(tx, deps, editor, { listingId, version })
    const change = compareFields(old, withDelivery(old, readFields(body)))
    const names = changedNames(change)
    if (names.length === 0) return
    const problems = findProblems({ ...old, ...change.after }, new Set(names), old)
    if (problems.length > 0) throw invalidInput(errorsOf(problems))
    if (change.after.quantity !== undefined) await assertQuantity(tx, old, change.after.quantity)
    await requireWithinLimit(headroom, {
      currency: old.currency,
      before: liveListing(old),
      after: liveListing({ ...old, ...change.after }),
    })
    const now = deps.clock.now()
    const newVersion = await writeFields(tx, old, change, now)
    if (old.status === 'active' && isVisibleToBuyers(change)) {
      await recordEvents(tx, [
        {
          topic: 'listing.updated',
          subject: listingId,
          payload: { eventId: old.eventId, listingId, version: newVersion },
        },
      ])
    }
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
  })
  return showInventoryRow(deps, editor.teamId, listingId)
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
      ? await lockHeadroom(tx, { teamId: editor.teamId, now: clock.now() })
      : undefined
    const listing = await lockVersion(tx, deps, editor, target, { unless: status })
    if (listing.status === status) return
    const author = { source: 'hand', accountId: editor.accountId } as const
    const by = { clock, actor: editor.actor, author }
    await (isPublished
      ? relistLocked(tx, { ...by, headroom }, { ...listing, priceMinor: listing.price_minor })
      : withdrawLocked(tx, by, { ...listing, priceMinor: listing.price_minor }))
  })
  return showInventoryRow(deps, editor.teamId, target.listingId)
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
  if (listing.revision !== version && listing.status !== unless) {
    const current = await showInventoryRow({ db: tx, clock }, teamId, listingId)
    throw supplyErrors.make('supply.listing_changed', { details: { listing: current } })
  }
  return listing
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
    const lastSeat = old.firstSeat === null ? null : old.firstSeat + quantity - 1
    if (old.status === 'active') await assertSeatsFree(tx, seatRangeOf({ ...old, lastSeat }), old.id)
    return
  }
  const committed = await countCommitted(tx, old)
  if (quantity >= committed) return
  throw supplyErrors.make('supply.quantity_committed', {
    title: `quantity: must be at least ${committed}, the number of tickets sold or held`,
    details: { committed },
  })
}

function errorsOf(problems: readonly { field: string; message: string }[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const { field, message } of problems) (errors[field] ??= []).push(message)
  return errors
}
