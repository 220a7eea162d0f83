import { showUndo } from '#web/ui/overlay/show-undo.ts'
import { deselect, restoreSelected, selectedLines } from './selection.ts'

/** Removes listings from the selection at once; the undo bar puts them back where they were. */
export function removeSelected(listingIds: readonly string[]): void {
  const before = selectedLines()
  const removed = before.filter(({ listing_id }) => listingIds.includes(listing_id))
  if (removed.length === 0) return
  deselect(listingIds)
  showUndo(
    removed.length === 1
      ? 'Removed from your selection'
      : `${removed.length} listings removed from your selection`,
    () => restoreSelected(removed, before),
  )
}
