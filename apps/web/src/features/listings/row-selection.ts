import type { WireListing } from '@terrace/contracts/listings'
import { use } from 'react'
import { chooseQuantities, toggleSelected, useSelectedQuantity } from '#web/features/holds/selection.ts'
import { RowEvent } from './row-event.ts'

/** Whether a row is selected and with which quantity, and changing both. Only a row whose mark changes is drawn again. */
export function useRowSelection(listing: WireListing) {
  const event = use(RowEvent)
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
          team_ids: event.performers.map(({ id }) => id),
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
