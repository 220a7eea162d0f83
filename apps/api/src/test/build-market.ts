import { holdsRoutes } from '@terrace/contracts/holds'
import type { BodyInputOf } from '@terrace/contracts/route'
import { buildTestApp, type Caller } from './build-test-app.ts'
import { addEvent, addListing, addTeam, addVenue } from './factories.ts'

type ListingValues = Partial<Parameters<typeof addListing>[1]>

export type Market = Awaited<ReturnType<typeof buildMarket>>

/** The app with one event on sale and one seller: the ground on which tests of holds and money stand. */
export async function buildMarket(options: Parameters<typeof buildTestApp>[0] = {}) {
  const app = await buildTestApp(options)
  const { venueId, seatingCategoryId } = await addVenue(app.db)
  const eventId = await addEvent(app.db, { venueId })
  const sellerTeamId = await addTeam(app.db, { name: 'Kop Stock' })
  return {
    ...app,
    eventId,
    venueId,
    sellerTeamId,
    /** A listing of the seller's for the event, of four tickets at £85.00 unless said. */
    list: (values: ListingValues = {}) =>
      addListing(app.db, { eventId, sellerTeamId, seatingCategoryId, ...values }),
    /** Holds tickets and answers the hold's line; fails where they cannot be held. */
    async hold(buyer: Caller, listingId: string, quantity: number, targetCurrency?: string) {
      const body: BodyInputOf<typeof holdsRoutes.place> = [
        {
          listing_id: listingId,
          quantity,
          ...(targetCurrency !== undefined && { target_currency: targetCurrency }),
        },
      ]
      const { data } = await buyer.call(holdsRoutes.place, { body })
      const [line] = data.data
      if (!line) throw new Error('nothing was held')
      return line
    },
  }
}
