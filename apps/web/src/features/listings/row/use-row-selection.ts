import type { WireListing } from '@terrace/contracts/listings'
import { use } from 'react'
import {
  chooseQuantities,
  toggleSelected,
  useSelectedQuantity,
} from '#web/features/holds/basket/selection.ts'
import { RowEventContext } from './row-event-context.ts'

/** A row's selected quantity and actions to change it. Rerenders only the row that changes. */
export function useRowSelection(listing: WireListing) {
  const event = use(RowEventContext)
  const selected = useSelectedQuantity(listing.id)
  return {
    selected,
    toggle(quantity: number) {
      if (!event) return
      toggleSelected({
        listing_id: listing.id,
        quantity,
        event: {
          id: event.id,
          title: event.title,
          slug: event.slug,
          performer_ids: event.performers.map(({ id }) => id),
        },
        category_name: listing.category.name,
        section: listing.section,
        row: listing.row,
        available: listing.available,
        splits: listing.splits,
        price: listing.proceed_price,
      })
    },
    choose(quantity: number) {
      if (selected !== null) chooseQuantities(new Map([[listing.id, quantity]]))
    },
  }
}
