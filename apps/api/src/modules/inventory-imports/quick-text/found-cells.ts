import type { DraftCells, DraftField } from '@terrace/contracts/inventory-drafts'

/** What the beginning of a line says, as cells of a row. */
export interface FoundCells {
  /** Of the folded line. */
  length: number
  field: DraftField
  label: string
  cells: DraftCells
  /** Odd or even seats. */
  isEveryOther?: true
  isGeneralAdmission?: true
  /** The amount is for all tickets. */
  isTotal?: true
  /** Counted from the event's day. */
  inHandDaysBefore?: number
}
