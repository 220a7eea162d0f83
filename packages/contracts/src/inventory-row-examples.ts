import { deliveryTypes } from '@terrace/domain/tickets/delivery-types'
import { z } from 'zod/mini'
import { wireMoney } from './wire-money.ts'

/** At most so many rows of a file are read to show what settings mean. */
export const maxExampleRows = 50

const exampleMoney = z.nullable(wireMoney)

/** A row of a file as the settings read it. */
export const wireRowExample = z.object({
  event: z.string(),
  venue: z.string(),
  /** YYYY-MM-DD and HH:MM. */
  day: z.nullable(z.string()),
  time: z.nullable(z.string()),
  section: z.string(),
  row: z.string(),
  first_seat: z.nullable(z.int()),
  last_seat: z.nullable(z.int()),
  quantity: z.nullable(z.int()),
  price: exampleMoney,
  /** What a buyer pays for one ticket, with the service fee. */
  buyer_pays: exampleMoney,
  /** What the seller receives for one ticket. */
  proceeds: z.optional(exampleMoney),
  cost: z.optional(exampleMoney),
  delivery: z.nullable(z.enum(deliveryTypes)),
  /** Why the row would be invalid, by column of the file. */
  problems: z.array(z.object({ column: z.string(), message: z.string() })),
})
export type WireRowExample = z.output<typeof wireRowExample>
