import type { DraftCells, DraftField } from '@terrace/contracts/inventory-drafts'
import type { NamedMeaning, NameIndex } from '@terrace/domain/search/name-index'
import type { DayRange, Span } from '@terrace/domain/search/query-part'

/** A part of the typed line and what it says. */
export interface QuickPart extends Span {
  field: DraftField
  /** In words, for the preview. */
  label: string
}

/** What the line says about its event. Every name must fit the event by one of its meanings. */
export interface EventHints {
  names: readonly (readonly NamedMeaning[])[]
  days: readonly DayRange[]
  /** HH:MM */
  time: string | null
  /** Words that may belong to its name. */
  words: readonly string[]
  /** Where the first name plays, if the line says it: "Tottenham @ Arsenal", "Chelsea away". */
  side: 'home' | 'away' | null
  /** What was typed about it, in matching form; lines with equal keys mean the same event. */
  key: string
}

/** One line as it was understood, before its event and block are looked up. */
export interface QuickLine {
  text: string
  parts: QuickPart[]
  cells: DraftCells
  event: EventHints
  /** Words without a meaning, with their places. */
  unread: readonly (Span & { text: string })[]
  notices: { field: DraftField; message: string }[]
  /** Number of days before the event on which the tickets are in hand. */
  inHandDaysBefore: number | null
}

export interface QuickContext {
  /** The seller's date, 'YYYY-MM-DD'. */
  today: string
  /** Decides what 3/4 means. */
  locale?: string | undefined
  names: NameIndex
  /** The currency of the team, for amounts without one, and for `$` where several have it. */
  currency: string
}
