import { useQueryClient } from '@tanstack/react-query'
import { CopyButtons } from '#web/features/quotes/copy/copy-buttons.tsx'
import { seatLabel } from '#web/features/tracking/seat-label.ts'
import { forClient, withCost, type CopiedListing } from './listing-copy-sources.ts'

interface RowCopyProps extends CopiedListing {
  isTabStop: boolean
}

/** Copies a listed row for a client or for colleagues. */
export function RowCopy({ isTabStop, ...copied }: RowCopyProps) {
  const queryClient = useQueryClient()
  return (
    <CopyButtons
      label={seatLabel(copied.listing)}
      forClient={() => forClient(queryClient, copied)}
      withCost={() => withCost(copied)}
      isTabStop={isTabStop}
    />
  )
}
