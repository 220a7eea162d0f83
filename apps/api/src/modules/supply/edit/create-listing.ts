import type { CreateListingBody } from '@terrace/contracts/inventory-edit'
import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { isTradableCurrency } from '@terrace/domain/money/currencies'
import { money } from '@terrace/domain/money/money'
import { addDays } from '@terrace/domain/search/calendar-days'
import { adjacentSeats, seatsOfNumbers } from '@terrace/domain/tickets/seats'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import {
  claimKey,
  idempotencyKey,
  storedId,
  storeResponse,
  type IdempotencyKey,
} from '#api/shared/idempotency.ts'
import { AppError, invalidInput } from '#api/shared/app-error.ts'
import type { Ids } from '#api/shared/ids.ts'
import { presentInventoryRow } from '../inventory/inventory.presenter.ts'
import { readInventoryRows } from '../inventory/inventory.repo.ts'
import { showInventoryRow } from '../inventory/show-inventory.ts'
import { withVisibleTexts, type NewListing } from '../new-listing.ts'
import { asExternalIdError, publishInTransaction } from '../publish-listing.ts'
import { findLocalDay, lastSeatOf } from '../supply.repo.ts'
import { supplyErrors } from '../supply.errors.ts'
import type { EditDeps, Editor } from './editor.ts'
import { requireCurrentPermission } from '#api/access/require-permission.ts'
import { assertNoIndirectRepricing } from './assert-no-indirect-repricing.ts'
import type { PricedTickets } from './other-amounts.repo.ts'
import { knownSection } from './known-section.ts'
import { readFields } from './read-fields.ts'

/**
 * Adds a listing of the editor's team. Repeating the idempotency key returns the first one.
 * @throws `session.permission_missing` for a cost without the permission `money`, and for tickets at a place of the team with other amounts, without the permission to price
 */
export async function createListing(
  deps: EditDeps,
  editor: Editor & { baseCurrency: string },
  { body, key }: { body: CreateListingBody; key: IdempotencyKey | undefined },
): Promise<WireInventoryRow> {
  const id = await insertOne(deps, editor, { body, key, route: 'inventory.create' })
  return showInventoryRow(deps, editor.teamId, id)
}

export interface AddResult {
  listing: WireInventoryRow | null
  error: { code: string; message: string } | null
}

/** Adds each listing in a transaction of its own, and returns the reason for each that was rejected. */
export async function createListings(
  deps: EditDeps & { ids: Ids },
  editor: Editor & { baseCurrency: string },
  { bodies, key }: { bodies: readonly CreateListingBody[]; key: string | undefined },
): Promise<AddResult[]> {
  const results: ({ id: string } | { error: AppError })[] = []
  for (const [at, body] of bodies.entries()) {
    const own = key === undefined ? undefined : idempotencyKey(key, body)
    results.push(await tryToInsert(deps, editor, { body, key: own, route: `inventory.create-many/${at}` }))
  }
  const now = deps.clock.now()
  const ids = results.flatMap((result) => ('id' in result ? result.id : []))
  const rows = await readInventoryRows(deps.db, { teamId: editor.teamId, ids, now })
  const byId = new Map(rows.map((row) => [row.id, presentInventoryRow(row, now)]))
  return results.map((result) =>
    'id' in result
      ? { listing: byId.get(result.id) ?? null, error: null }
      : { listing: null, error: { code: result.error.code, message: result.error.title } },
  )
}

interface NewOne {
  body: CreateListingBody
  key: IdempotencyKey | undefined
  route: string
}

async function tryToInsert(
  ...input: Parameters<typeof insertOne>
): Promise<{ id: string } | { error: AppError }> {
  try {
    return { id: await insertOne(...input) }
  } catch (error) {
    // A broken database fails the whole request.
    if (error instanceof AppError && error.status < 500) return { error }
    throw error
  }
}

async function insertOne(
  deps: EditDeps & { ids: Ids },
  editor: Editor & { baseCurrency: string },
  { body, key, route }: NewOne,
): Promise<string> {
  const { teamId, accountId, actor } = editor
  const scope = { teamId, route }
  return inTransaction(deps.db, async (tx) => {
    if ((body.cost ?? null) !== null) await requireCurrentPermission(tx, editor, ['money'])
    const stored = key && (await claimKey(tx, scope, key))
    if (stored !== undefined) return storedId(stored, 'id')
    const section = await knownSection(deps, body)
    const inHandDate = await inHandDateOf(tx, body)
    const listing = { ...toNewListing(body, { ...editor, inHandDate }), section }
    await assertNoIndirectRepricing(tx, editor, pricedTicketsOf(withVisibleTexts(listing)))
    const author = { source: 'hand', accountId } as const
    const created = await publishInTransaction(tx, { ...deps, actor, author }, listing)
    if (key) await storeResponse(tx, scope, key, { id: created.id })
    return created.id
  }).catch(asExternalIdError)
}

function pricedTicketsOf(listing: NewListing): PricedTickets {
  const { price, cost, floor, faceValue } = listing
  return {
    listingId: null,
    eventId: listing.eventId,
    sellerTeamId: listing.sellerTeamId,
    section: listing.section,
    row: listing.row,
    firstSeat: listing.firstSeat,
    lastSeat: lastSeatOf(listing),
    seats: listing.seats ?? null,
    currency: price.currency,
    priceMinor: price.minor,
    costMinor: cost?.minor ?? null,
    floorMinor: floor?.minor ?? null,
    faceValueMinor: faceValue?.minor ?? null,
  }
}

function toNewListing(
  body: CreateListingBody,
  { teamId, baseCurrency, inHandDate }: { teamId: string; baseCurrency: string; inHandDate: string | null },
): NewListing {
  const currency = body.currency ?? baseCurrency
  if (!isTradableCurrency(currency))
    throw invalidInput({ currency: [`${currency} is not a tradable currency`] })
  const fields = readFields(body)
  if (body.seats !== null && body.first_seat !== null)
    throw invalidInput({ seats: ['must not be given together with first_seat'] })
  const seats =
    body.seats === null ? adjacentSeats(body.first_seat, body.quantity) : seatsOfNumbers(body.seats)
  const amount = (minor: number | null | undefined) =>
    minor === null || minor === undefined ? null : money(minor, currency)
  return {
    eventId: body.event_id,
    sellerTeamId: teamId,
    externalId: body.external_id,
    section: body.section,
    row: body.row,
    firstSeat: seats.first,
    seats: seats.list && [...seats.list],
    seatsHidden: body.seats_hidden,
    generalAdmission: body.general_admission,
    deliveryType: body.ticket_type,
    splitType: body.split.split_type,
    quantityLimit: body.split.quantity_limit,
    multipleSaleUnit: body.split.multiple_sale_unit,
    splitQuantities: fields.split_quantities ?? null,
    quantity: body.quantity,
    shownQuantity: body.shown_quantity ?? null,
    price: money(fields.price_minor ?? 0, currency),
    cost: amount(fields.cost_minor),
    floor: amount(fields.floor_minor),
    faceValue: amount(fields.face_value_minor),
    inHandDate: body.in_hand_date ?? inHandDate ?? '',
    inHandDaysBefore: body.in_hand_days_before ?? null,
    instantDownload: body.instant_download ?? false,
    hospitality: body.hospitality,
    attendeeDeliveryDetailsRequired: body.attendee_delivery_details_required,
    attendeeIdentificationDetailsRequired: body.attendee_identification_details_required,
    notes: body.notes ?? [],
    internalNotes: fields.internal_notes ?? null,
    tags: fields.tags ?? [],
    isPublished: body.published,
  }
}

/** The date that the days before the event mean; one of the two is required, not both. */
async function inHandDateOf(
  tx: Tx,
  { event_id: eventId, in_hand_date: date, in_hand_days_before: days }: CreateListingBody,
): Promise<string | null> {
  if ((date === undefined) === (days === undefined))
    throw invalidInput({ in_hand_date: ['must be a date, or in_hand_days_before a number of days'] })
  if (days === undefined) return null
  const localDay = await findLocalDay(tx, eventId)
  if (localDay === undefined) throw supplyErrors.make('supply.event_not_found')
  return addDays(localDay, -days)
}
