import { z } from 'zod/mini'
import { listingId } from './listings.ts'
import { wireMoney } from './wire-money.ts'

/**
 * What a row does. `held`: it waits because its event is not known yet; unrelated to holds of buyers. `skipped`: a
 * person chose to leave out its event. Held and invalid rows change nothing and withdraw nothing.
 */
export const inventoryRowActions = [
  'new',
  'changed',
  'unchanged',
  'withdrawn',
  'held',
  'skipped',
  'invalid',
] as const

/** Why something was not done, for programs and for people. */
export const importProblem = z.object({ code: z.string(), message: z.string() })

const rowValues = z.object({
  quantity: z.nullable(z.int()),
  price: z.nullable(wireMoney),
  proceeds: z.optional(z.nullable(wireMoney)),
  status: z.nullable(z.enum(['active', 'withdrawn'])),
})

export const wireImportRow = z.object({
  /** `null` for listings that the file withdraws. */
  line: z.nullable(z.int()),
  external_id: z.nullable(z.string()),
  event: z.nullable(z.object({ id: z.int(), title: z.string() })),
  section: z.nullable(z.string()),
  row: z.nullable(z.string()),
  first_seat: z.nullable(z.int()),
  last_seat: z.nullable(z.int()),
  action: z.enum(inventoryRowActions),
  problem: z.nullable(importProblem),
  /** What the server changed about a valid row, such as sales that it subtracted. */
  warnings: z.array(importProblem),
  listing_id: z.nullable(listingId),
  /** `null` for a new listing. */
  before: z.nullable(rowValues),
  after: z.nullable(rowValues),
  /** By how much the price moves: '-17.50'. `null` when it stays. */
  price_change_percent: z.nullable(z.string()),
  /** Names of all values that change. */
  changed_fields: z.array(z.string()),
  result: z.nullable(z.enum(['written', 'unchanged', 'rejected', 'undone', 'undo_rejected'])),
})
export type WireImportRow = z.output<typeof wireImportRow>

export const wireHeldEvent = z.object({
  /** Identifies the event in calls that decide about it. */
  key: z.string(),
  name: z.string(),
  venue: z.string(),
  /** YYYY-MM-DD and HH:MM, as the file says. */
  day: z.nullable(z.string()),
  time: z.nullable(z.string()),
  foreign_id: z.nullable(z.string()),
  rows: z.int(),
  first_line: z.int(),
  last_line: z.int(),
  /** Up to five events, the likeliest first. */
  candidates: z.array(
    z.object({
      event_id: z.int(),
      title: z.string(),
      venue: z.string(),
      /** YYYY-MM-DDTHH:MM at the venue. */
      local_at: z.string(),
      /** 0 to 100. */
      score: z.int(),
      /** What differs between the file and this event. */
      differs: z.array(z.enum(['day', 'time', 'venue'])),
    }),
  ),
})
export type WireHeldEvent = z.output<typeof wireHeldEvent>
