import { importFields, type ImportField } from '@terrace/contracts/inventory-profiles'
import type { DraftField } from '@terrace/contracts/inventory-drafts'

const fieldByName = new Map<string, ImportField>(importFields.map((field) => [field, field]))

/** Names of a listing's fields, where a row has others. */
const fieldByListingName: ReadonlyMap<string, DraftField> = new Map<string, DraftField>(
  Object.entries({
    section_unknown: 'section',
    event_closed: 'event',
    in_hand_after_event: 'in_hand_date',
    below_floor: 'price',
    first_seat: 'seats',
    split_type: 'split_rule',
    multiple_sale_unit: 'split_rule',
    quantity_limit: 'split_rule',
    split_quantities: 'split_rule',
    ticket_type: 'delivery',
    instant_download: 'instant',
    general_admission: 'row',
    quantity_missing: 'quantity',
    price_missing: 'price',
  } satisfies Record<string, DraftField>),
)

export const fieldOfColumn = (column: string): DraftField => fieldByName.get(column) ?? 'unknown'

export const fieldOfPlan = (code: string): DraftField =>
  fieldByListingName.get(code) ?? fieldByName.get(code) ?? 'unknown'

/** Codes of warnings begin with what they are about. */
export function fieldOfWarning(code: string): DraftField {
  if (code.startsWith('split')) return 'split_rule'
  if (code.startsWith('delivery')) return 'delivery'
  return code.startsWith('instant') ? 'instant' : 'unknown'
}

/** The message without the name of the field, which is shown in front of it. */
export function plainProblem(message: string): string {
  const plain = message.replace(/^(?:[a-z_]+: )+/, '')
  return plain === 'is empty' ? 'is missing' : plain.replace(/^is empty[,;] /, 'is missing: ')
}
