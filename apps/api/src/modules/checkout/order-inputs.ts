import type { HoldDetails } from '#api/modules/holds/index.ts'
import type { SellableListing } from '#api/modules/orders/index.ts'

/** What the order of an attempt is composed of, read without locks. */
export interface OrderInputs {
  holds: HoldDetails[]
  sellable: ReadonlyMap<string, SellableListing>
  /** Encrypted attendees of the attempt, by hold id. */
  attendees: ReadonlyMap<string, Buffer>
  quote: { id: string; title: string } | null
}
