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

interface RowHeldProps {
  listingId: string
  section: string
}

/** In the place of the quantities where the team holds the listing: how many, and how long still (product.md §4). */
export function RowHeldFor({ listingId, section, held }: RowHeldProps & { held: number }) {
  const expiresAt = firstEnd(useHoldsOf(listingId))
  const onExpire = useRefreshTwice()
  return (
    <span className="flex flex-wrap items-baseline gap-x-2.5">
      <span className="tabular text-xs font-semibold text-accent">{yoursText(held)}</span>
      {expiresAt !== null && (
        <Countdown
          key={expiresAt}
          label={`Time left of the hold on ${section}`}
          expiresAt={expiresAt}
          offset={clockOffset()}
          onExpire={onExpire}
          isQuiet
          className="[&_[role=timer]]:text-xs [&_svg]:hidden"
        />
      )}
    </span>
  )
}

/** In the place of Hold: giving it back, whole or in part. */
export function RowRelease({ listingId, section }: RowHeldProps) {
  const holds = useHoldsOf(listingId)
  const releasing = useReleaseDialog(holds)
  if (holds.length === 0) return null
  if (firstEnd(holds) === null) return <span className="text-right text-xs text-muted">Being paid for</span>
  return (
    <>
      <Button
        size="sm"
        onPress={releasing.open}
        aria-label={`Release, ${section}`}
        className="w-16 !px-0 max-sm:w-20 max-sm:text-sm"
      >
        Release
      </Button>
      {releasing.dialog}
    </>
  )
}

/** `Yours · 2 held`. */
export function yoursText(held: number): string {
  return `Yours · ${held} held`
}

const none: readonly WireHold[] = []

function useHoldsOf(listingId: string): readonly WireHold[] {
  const select = useCallback(
    ({ data }: ResponseOf<typeof holdsRoutes.list>) => data.filter((hold) => hold.listing_id === listingId),
    [listingId],
  )
  return useQuery({ ...holdsQuery(), select }).data ?? none
}
