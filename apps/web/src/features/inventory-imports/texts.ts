import type { WireInventoryImport } from '@terrace/contracts/inventory-imports'
import type { WireImportRow } from '@terrace/contracts/inventory-import-rows'
import type { ImportField, ImportMode, PriceUnit } from '@terrace/contracts/inventory-profiles'
import type { Tone } from '#web/ui/data-display/badge.tsx'

type State = WireInventoryImport['state']

/** What became of an import, in two or three words. */
export function stateText({ state, problem }: Pick<WireInventoryImport, 'state' | 'problem'>): string {
  return state === 'done' && problem !== null ? 'Nothing to change' : stateTexts[state]
}

const stateTexts: Readonly<Record<State, string>> = {
  received: 'Reading',
  parsed: 'Finding events',
  matched: 'Comparing',
  previewed: 'To check',
  applying: 'Applying',
  done: 'Applied',
  done_with_errors: 'Applied in part',
  refused: 'Refused',
  discarded: 'Discarded',
  undoing: 'Undoing',
  undone: 'Undone',
}

export const stateTones: Readonly<Record<State, Tone>> = {
  received: 'info',
  parsed: 'info',
  matched: 'info',
  previewed: 'signal',
  applying: 'info',
  done: 'ok',
  done_with_errors: 'signal',
  refused: 'danger',
  discarded: 'neutral',
  undoing: 'info',
  undone: 'neutral',
}

/** What the server does, as a progress bar says it. */
export const progressTexts: Partial<Record<State, string>> = {
  received: 'Reading the file',
  parsed: 'Finding the events of the file',
  matched: 'Comparing with your listings',
  applying: 'Writing your listings',
  undoing: 'Restoring your listings',
}

export const actionTexts: Readonly<Record<WireImportRow['action'], string>> = {
  new: 'New',
  changed: 'Changed',
  unchanged: 'Unchanged',
  withdrawn: 'Withdrawn',
  held: 'Held',
  skipped: 'Skipped',
  invalid: 'Invalid',
}

export const modeTitles: Readonly<Record<ImportMode, string>> = {
  full_replace: 'Full replace',
  by_id: 'Replace by id',
  patch: 'Patch',
}

/** What a mode does with listings that the file names, and with the others. */
export const modeSentences: Readonly<Record<ImportMode, string>> = {
  full_replace:
    'The file is all the stock of its system: listings of its earlier files that it does not name are withdrawn. Others stay.',
  by_id: 'The file adds and replaces the listings that it names; all others stay as they are.',
  patch: 'The file changes single values of listings that exist; empty cells and all other listings stay.',
}

export const unitTexts: Readonly<Record<PriceUnit, string>> = {
  ask_per_ticket: 'what you ask per ticket; buyers pay the service fee on top',
  proceeds_per_ticket: 'what you receive per ticket',
  cost_per_ticket: 'what you paid per ticket; it never becomes a price',
}

/** Which choice is missing, when no column has a meaning that every row needs. */
export const missingTexts: Partial<Record<ImportField, string>> = {
  external_id: 'Say which column is your id of the listing, or recognise rows by their seats.',
  event_name: 'No column names the event. Say below which event this file is for, or choose such a column.',
  section: 'Say which column is the section.',
  quantity: 'Say which column is the quantity, or the seats.',
  price: 'Say which column is the price.',
}

/** Who brought a file that no person uploaded. */
export const sourceTexts: Readonly<Record<WireInventoryImport['source'], string>> = {
  upload: 'Erased account',
  command: 'Operator',
  api: 'API key',
  drop: 'Drop folder',
}

/** Why a file that arrived by itself waits for a person. */
export const waitTexts: Readonly<Record<NonNullable<WireInventoryImport['waits_for']>, string>> = {
  profile: 'Its profile says that a person applies each file.',
  first_imports: 'Files are applied by themselves after two imports without errors.',
  withdrawals: 'It withdraws a lot.',
  held: 'Some of its events are not known.',
  earlier: 'An earlier file of this profile waits, too.',
  prices: 'Many prices move, or some by a factor of ten.',
  key: 'Its API key was revoked after it arrived.',
}

export const ownerTexts = {
  price: 'Price',
  notes: 'Notes',
  split: 'Split rule',
  publishing: 'On sale or not',
} as const
