import { useQuery } from '@tanstack/react-query'
import type { holdsRoutes, WireHold } from '@terrace/contracts/holds'
import type { ResponseOf } from '@terrace/contracts/route'
import { useCallback } from 'react'
import { firstEnd } from '#web/features/holds/basket.ts'
import { holdsQuery } from '#web/features/holds/queries.ts'
import { useRefreshTwice } from '#web/features/holds/use-refresh-twice.ts'
import { useReleaseDialog } from '#web/features/holds/use-release-dialog.tsx'
import { clockOffset } from '#web/lib/clock-offset.ts'
import { Button } from '#web/ui/button.tsx'
import { Countdown } from '#web/ui/countdown.tsx'

/** In the place of Hold where the team holds the listing: how long still, and giving it back (product.md §4). */
export function RowHeld({ listingId, section }: { listingId: string; section: string }) {
  const holds = useHoldsOf(listingId)
  const onExpire = useRefreshTwice()
  const releasing = useReleaseDialog(holds)
  const expiresAt = firstEnd(holds)
  if (holds.length === 0) return null
  return (
    <span className="flex flex-col items-end gap-0.5">
      {expiresAt === null ? (
        <span className="text-xs text-muted">Being paid for</span>
      ) : (
        <>
          <Countdown
            key={expiresAt}
            label={`Time left of the hold on ${section}`}
            expiresAt={expiresAt}
            offset={clockOffset()}
            onExpire={onExpire}
            className="!gap-1 [&_[role=timer]]:text-xs [&_svg]:size-3.5"
          />
          <Button size="sm" onPress={releasing.open} aria-label={`Release, ${section}`} className="!h-7">
            Release
          </Button>
        </>
      )}
      {releasing.dialog}
    </span>
  )
}

const none: readonly WireHold[] = []

function useHoldsOf(listingId: string): readonly WireHold[] {
  const select = useCallback(
    ({ data }: ResponseOf<typeof holdsRoutes.list>) => data.filter((hold) => hold.listing_id === listingId),
    [listingId],
  )
  return useQuery({ ...holdsQuery(), select }).data ?? none
}
