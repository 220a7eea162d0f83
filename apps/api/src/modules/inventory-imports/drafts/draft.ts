import type { DraftCells, DraftField } from '@terrace/contracts/inventory-drafts'
import type { ListingValues } from '#api/modules/supply/index.ts'
import type { DraftMatch } from './match-text.ts'

export interface DraftMessage {
  field: DraftField
  message: string
}

export interface DraftToPlan {
  cells: DraftCells
  match: DraftMatch
  notices?: readonly DraftMessage[]
  /** Number of days before the event on which the tickets are in hand. */
  inHandDaysBefore?: number | null
  /** Words that may name the block, where no other word does. */
  words?: readonly string[]
}

export interface PlannedDraft {
  cells: DraftCells
  match: DraftMatch
  problems: DraftMessage[]
  notices: DraftMessage[]
  /** `null` while something is missing. */
  values: ListingValues | null
  externalId: string | null
  /** The words that turned out to be the block. */
  usedWords: readonly string[]
}
