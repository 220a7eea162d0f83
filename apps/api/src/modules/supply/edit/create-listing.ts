import type { CreateListingBody } from '@terrace/contracts/inventory-edit'
import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { isTradableCurrency } from '@terrace/domain/money/currencies'
import { money } from '@terrace/domain/money/money'
import { sectionIndex } from '@terrace/domain/tickets/section-names'
import { inTransaction } from '#api/db/transaction.ts'
import {
  claimKey,
  idempotencyKey,
  storedId,
  storeResponse,
  type IdempotencyKey,
} from '#api/shared/idempotency.ts'
import { AppError, invalidInput } from '#api/shared/app-error.ts'
import type { Ids } from '#api/shared/ids.ts'
import { readVenueBlocks } from '#api/modules/catalogue/index.ts'
import { presentInventoryRow } from '../inventory/inventory.presenter.ts'
import { readInventoryRows } from '../inventory/inventory.repo.ts'
import { showInventoryRow } from '../inventory/show-inventory.ts'
import type { NewListing } from '../new-listing.ts'
import { asExternalIdError, publishInTransaction } from '../publish-listing.ts'
import { findVenueOfEvent } from '../supply.repo.ts'
import type { EditDeps, Editor } from './edit-listing.ts'
import { readFields } from './read-fields.ts'

/** Adds a listing of the editor's team. Repeating the idempotency key returns the first one. */
export async function createListing(
  deps: EditDeps & { ids: Ids },
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

/** Adds each listing in a transaction of its own, and says of each that was rejected why. */
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
    const stored = key && (await claimKey(tx, scope, key))
    if (stored !== undefined) return storedId(stored, 'id')
    const section = await knownSection(deps, body)
    const listing = { ...toNewListing(body, editor), section }
    const author = { source: 'hand', accountId } as const
    const created = await publishInTransaction(tx, { ...deps, actor, author }, listing)
    if (key) await storeResponse(tx, scope, key, { id: created.id })
    return created.id
  }).catch(asExternalIdError)
}

function toNewListing(
  body: CreateListingBody,
  { teamId, baseCurrency }: { teamId: string; baseCurrency: string },
): NewListing {
  const currency = body.currency ?? baseCurrency
  if (!isTradableCurrency(currency))
    throw invalidInput({ currency: [`${currency} is not a tradable currency`] })
  const fields = readFields(body)
  const amount = (minor: number | null | undefined) =>
    minor === null || minor === undefined ? null : money(minor, currency)
  return {
    eventId: body.event_id,
    sellerTeamId: teamId,
    externalId: body.external_id,
    section: body.section,
    row: body.row,
    firstSeat: body.first_seat,
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
    inHandDate: body.in_hand_date,
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

/** The plan's name of the block, whose name sellers spell in many ways; otherwise the text as it is. */
async function knownSection(
  { db }: EditDeps,
  { event_id: eventId, section }: CreateListingBody,
): Promise<string> {
  const venueId = await findVenueOfEvent(db, eventId)
  if (venueId === undefined) return section
  const blocks = await readVenueBlocks(db, venueId)
  const found = sectionIndex(blocks).find(section)
  return found.kind === 'block' ? (blocks.find(({ id }) => id === found.id)?.name ?? section) : section
}
