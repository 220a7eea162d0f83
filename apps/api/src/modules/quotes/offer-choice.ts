import type { Ids } from '../../shared/ids.ts'
import type { Stock } from './price-offers.ts'

/** Who quotes which event, and what its tickets are judged by. */
export interface OfferChoice {
  teamId: string
  eventId: number
  ids: Ids
  stock: Stock
}
