import type { DbOrTx } from '#api/db/transaction.ts'
import {
  findUsedBarcodes,
  readChangedBarcodes,
  readResaleRefusals,
  type TicketBarcodes,
} from '#api/modules/supply/index.ts'
import type { InventoryRow } from '../reading/inventory-row.ts'
import type { RowPlan } from './plan-row.ts'

/** A row with its plan. */
export interface PlannedRow {
  contents: InventoryRow | null
  plan: RowPlan
  /** Of the listing that the row makes or changes. */
  listingId: string
}

/**
 * Replaces plans that a rule of the marketplace refuses, or whose barcodes another ticket of the event has, with the reason.
 */
export async function refuseRows(
  db: DbOrTx,
  teamId: string,
  rows: readonly PlannedRow[],
): Promise<RowPlan[]> {
  const offered = rows.flatMap(({ plan }) => {
    if (plan.kind === 'invalid' || plan.kind === 'unchanged' || plan.values.status !== 'active') return []
    const { event_id: eventId, price_minor: priceMinor, face_value_minor: faceValueMinor } = plan.values
    return [{ plan, offer: { eventId, teamId, priceMinor, faceValueMinor } }]
  })
  const reasons = await readResaleRefusals(
    db,
    offered.map(({ offer }) => offer),
  )
  const refused = new Map(offered.map(({ plan }, index) => [plan as RowPlan, reasons[index] ?? null]))
  const barcodes = rows.flatMap((row) => barcodesOf(row, teamId))
  const used = await findUsedBarcodes(db, barcodes)
  for (const id of usedTwice(barcodes)) used.set(id, null)
  return rows.map(({ plan, listingId }) => {
    const reason = refused.get(plan)
    if (reason) return { kind: 'invalid', code: 'resale_refused', message: reason }
    const other = used.get(listingId)
    if (other === undefined || plan.kind === 'invalid') return plan
    return {
      kind: 'invalid',
      code: 'barcode_used',
      message:
        other === null
          ? 'A barcode of this row belongs to another ticket of this event'
          : `A barcode of this row belongs to a ticket of your listing ${other}`,
    }
  })
}

/** The barcodes of a row's tickets, as hashes. */
export function barcodesOf({ contents, plan, listingId }: PlannedRow, teamId: string): TicketBarcodes[] {
  const hashes = contents?.barcodes
  if (!hashes || plan.kind === 'invalid') return []
  const eventId = plan.kind === 'unchanged' ? plan.stored.event_id : plan.values.event_id
  return [{ listingId, teamId, eventId, hashes }]
}

/** Listings with a barcode that an earlier one of the same event names. */
function usedTwice(barcodes: readonly TicketBarcodes[]): string[] {
  const owners = new Map<string, string>()
  const found: string[] = []
  for (const { listingId, eventId, hashes } of barcodes) {
    const keys = hashes.map((hash) => `${eventId}/${hash}`)
    if (keys.some((key) => owners.has(key))) found.push(listingId)
    else for (const key of keys) owners.set(key, listingId)
  }
  return found
}

/** Listings whose values stay as they are, but for which the file has other barcodes than before. */
export async function findNewBarcodes(
  db: DbOrTx,
  teamId: string,
  rows: readonly PlannedRow[],
): Promise<ReadonlySet<string>> {
  const unchanged = rows.filter(({ plan }) => plan.kind === 'unchanged')
  return readChangedBarcodes(
    db,
    unchanged.flatMap((row) => barcodesOf(row, teamId)),
  )
}
