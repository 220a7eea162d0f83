import type { WireListing } from '@terrace/contracts/listings'
import { use } from 'react'
import {
  chooseQuantities,
  toggleSelected,
  useSelectedQuantity,
} from '#web/features/holds/basket/selection.ts'
import { RowEventContext } from './row-event-context.ts'
import { selectedLine } from './selected-line.ts'

/** A row's selected quantity and actions to change it. Rerenders only the row that changes. */
export function useRowSelection(listing: WireListing) {
  const event = use(RowEventContext)
  const selected = useSelectedQuantity(listing.id)
  return {
    selected,
    toggle(quantity: number) {
      if (event) toggleSelected(selectedLine(event, listing, quantity))
    },
    choose(quantity: number) {
      if (selected !== null) chooseQuantities(new Map([[listing.id, quantity]]))
    },
  }
}
