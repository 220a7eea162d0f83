import { useQueryClient } from '@tanstack/react-query'
import type { WireListing } from '@terrace/contracts/listings'
import { use } from 'react'
import { copyLoadedText } from '#web/lib/format/copy-text.ts'
import { showToast, toastSeverity } from '#web/ui/overlay/toast-queue.ts'
import { RowEventContext } from '#web/features/listings/row/row-event-context.ts'
import type { CopyReader } from './copy-row.ts'

/** Returns a function that copies the row for a reader; `null` while it offers no tickets. The code loads on use. */
export function useRowCopy(
  listing: WireListing,
  quantity: number | null,
): ((reader: CopyReader) => void) | null {
  const event = use(RowEventContext)
  const queryClient = useQueryClient()
  if (!event || quantity === null) return null
  async function copy(copied: { event: NonNullable<typeof event>; quantity: number }, reader: CopyReader) {
    const loading = import('./copy-row.ts')
    try {
      const outcome = await copyLoadedText(
        loading.then(({ rowCopySource }) => rowCopySource(queryClient, { ...copied, listing }, reader)),
      )
      const { showCopyOutcome } = await loading
      showCopyOutcome(outcome, reader)
    } catch (error) {
      console.error('Failed to copy a listing:', error)
      showToast('Couldn’t copy. Try again.', toastSeverity.error)
    }
  }
  return (reader) => void copy({ event, quantity }, reader)
}
