import type { Ids } from '#api/shared/ids.ts'
import type { PricingContext } from '../pricing/pricing-context.ts'

/** The quoting team, the event, and the data to validate and price offers with. */
export interface OfferContext {
  teamId: string
  eventId: number
  ids: Ids
  pricing: PricingContext
}
