import type { DeliveryType } from '@terrace/domain/tickets/delivery-types'
import type { ListingNote } from '@terrace/domain/tickets/listing-notes'
import type { SplitType } from '@terrace/domain/tickets/split-rules'

/** The event that a row names. The venue decides the time zone of day and time. */
export interface NamedEvent {
  /** Our own id, in files of Terrace. */
  id: number | null
  /** The id of the system that wrote the file. */
  foreignId: string | null
  name: string
  venue: string
  /** YYYY-MM-DD */
  day: string | null
  /** HH:MM; `null` when it is to be announced. */
  time: string | null
}

export interface RowSplit {
  splitType: SplitType
  unit: number | null
  /** Allows only these quantities; `null` when the type says it all. */
  list: number[] | null
}

/**
 * One listing as a file describes it, independent of its dialect. `null` means that the file says nothing: a patch then
 * changes nothing, other modes use the profile's default. Optional fields are missing when the file has no such column (or,
 * in a patch, the cell is empty) and `null` when the cell is empty. Amounts are in minor units, per ticket.
 */
export interface InventoryRow {
  externalId: string
  event: NamedEvent
  section: string
  row: string
  generalAdmission: boolean
  firstSeat: number | null
  lastSeat: number | null
  /** 2: every other seat. */
  seatStep: 1 | 2
  /** Every seat in ascending order, when they are neither adjacent nor every other one. */
  seats?: number[] | undefined
  quantity: number | null
  shownQuantity?: number | null | undefined
  split: RowSplit | null
  priceMinor: number | null
  currency: string
  costMinor?: number | null | undefined
  floorMinor?: number | null | undefined
  faceValueMinor?: number | null | undefined
  delivery: DeliveryType | null
  /** YYYY-MM-DD, or `now`. */
  inHand: string | null
  /** Instead, days before the event. */
  inHandDays?: number | undefined
  instant?: boolean | undefined
  seatsHidden?: boolean | undefined
  /** `false`: the seller does not offer it. */
  isPublished: boolean
  notes?: ListingNote[] | undefined
  internalNotes?: string | null | undefined
  tags?: string[] | undefined
  /** Of the tickets from low to high; stored as keyed hashes only. */
  barcodes?: string[] | undefined
}

/** Something that the importer decided about a valid row. */
export interface RowWarning {
  code: string
  message: string
}

/** What is wrong with a row, by column as the file spells it. */
export interface FieldProblem {
  code: string
  column: string
  message: string
}

export type ReadRow = {
  /** Line of the file at which the row starts. */
  line: number
  /** Known even for most invalid rows, so that the listing they name is not withdrawn. */
  externalId: string | null
} & ({ row: InventoryRow; warnings: RowWarning[] } | { problems: FieldProblem[] })
