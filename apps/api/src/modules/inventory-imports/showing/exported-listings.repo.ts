import { sql, type RawBuilder } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'
import type { ListingNote } from '@terrace/domain/tickets/listing-notes'

export interface ExportedListing {
  id: string
  externalId: string | null
  eventId: number
  title: string
  venue: string
  day: string
  time: string | null
  section: string
  row: string
  generalAdmission: boolean
  firstSeat: number | null
  lastSeat: number | null
  seats: number[] | null
  /** Not sold yet. */
  unsold: number
  priceMinor: number
  currency: string
  costMinor: number | null
  floorMinor: number | null
  faceValueMinor: number | null
  shownQuantity: number | null
  splitType: string
  unit: number | null
  splitQuantities: number[] | null
  delivery: string
  inHandDate: string
  inHandDaysBefore: number | null
  instant: boolean
  seatsHidden: boolean
  notes: ListingNote[]
  internalNotes: string | null
  tags: string[]
}

/** The team's listings on sale for events to come that match the filter, in one currency or in all, after the given id. */
export async function readListingsToExport(
  db: DbOrTx,
  {
    source,
    currency,
    after,
    limit,
    now,
  }: {
    /** The filtered listings of the team, as `inventorySource` selects them. */
    source: RawBuilder<unknown>
    currency: string | undefined
    after: string
    limit: number
    now: Date
  },
): Promise<ExportedListing[]> {
  const { rows } = await sql<ExportedListing>`
    select l.id, l.external_id as "externalId", l.event_id as "eventId", e.title, v.name as venue,
      to_char(e.local_at, 'YYYY-MM-DD') as day, case when e.time_known then to_char(e.local_at, 'HH24:MI') end as time,
      l.section, l."row", l.general_admission as "generalAdmission", l.first_seat as "firstSeat", l.last_seat as "lastSeat", l.seats,
      l.quantity - l.sold as unsold, l.price_minor as "priceMinor", l.currency, l.cost_minor as "costMinor",
      l.floor_minor as "floorMinor", l.face_value_minor as "faceValueMinor", l.shown_quantity as "shownQuantity",
      l.split_type as "splitType", l.multiple_sale_unit as unit, l.split_quantities as "splitQuantities",
      l.ticket_type as delivery, to_char(l.in_hand_date, 'YYYY-MM-DD') as "inHandDate",
      l.in_hand_days_before as "inHandDaysBefore", l.instant_download as instant,
      l.seats_hidden as "seatsHidden", l.notes, l.internal_notes as "internalNotes", l.tags
    from ${source} and l.status = 'active' and l.sold < l.quantity and e.starts_at > ${now}
      and (${currency ?? null}::text is null or l.currency = ${currency ?? null}) and l.id > ${after}
    order by l.id limit ${limit}`.execute(db)
  return rows
}
