/** What a column of an inventory file can mean. */
export const importFields = [
  'external_id',
  'event_id',
  'foreign_event_id',
  'event_name',
  'venue_name',
  'event_date',
  'event_time',
  'section',
  'row',
  'seat_from',
  'seat_to',
  'seats',
  'seat_label',
  'quantity',
  'shown_quantity',
  'split_rule',
  'split_list',
  'split_unit',
  'price',
  'currency',
  'cost',
  'floor',
  'face_value',
  'delivery',
  'electronic',
  'in_hand',
  'in_hand_date',
  'instant',
  'hide_seats',
  'publish',
  'public_notes',
  'internal_notes',
  'benefit_notes',
  'restriction_notes',
  'information_notes',
  'tags',
  'barcodes',
] as const
export type ImportField = (typeof importFields)[number]

/**
 * What an amount says. `ask_per_ticket` and `proceeds_per_ticket` are prices; `cost_per_ticket` is what the seller paid
 * and never becomes a price.
 */
export const priceUnits = ['ask_per_ticket', 'proceeds_per_ticket', 'cost_per_ticket'] as const
export type PriceUnit = (typeof priceUnits)[number]

/**
 * What a file means for listings that it does not name, and for columns that it leaves out. `full_replace`: they are
 * withdrawn. `by_id`: they stay. `patch`: they stay, and empty cells change nothing.
 */
export const importModes = ['full_replace', 'by_id', 'patch'] as const
export type ImportMode = (typeof importModes)[number]
