import { offerUndo } from '#web/ui/overlay/undo-offer.ts'
import { deselect, restoreSelected, selectedLines } from './selection.ts'

/** Removes listings from the selection at once; the undo bar puts them back where they were. */
export function removeSelected(listingIds: readonly string[]): void {
  const before = selectedLines()
  const removed = before.filter(({ listing_id }) => listingIds.includes(listing_id))
  if (removed.length === 0) return
  deselect(listingIds)
  offerUndo(
    removed.length === 1
      ? 'Removed from your selection'
      : `${removed.length} listings removed from your selection`,
    () => restoreSelected(removed, before),
  )
}
