import { useQuery } from '@tanstack/react-query'
import type { holdsRoutes, WireHold } from '@terrace/contracts/holds'
import type { ResponseOf } from '@terrace/contracts/route'
import { useCallback } from 'react'
import { earliestExpiry } from '#web/features/holds/basket/basket.ts'
import { holdsQuery } from '#web/features/holds/queries.ts'
import { useRefreshAfterExpiry } from '#web/features/holds/expiry/use-refresh-after-expiry.ts'
import { isReleaseScheduled, releasingText } from '#web/features/holds/release/scheduled-release.ts'
import { useReleaseDialog } from '#web/features/holds/release/use-release-dialog.tsx'
import { useUndoRelease } from '#web/features/holds/release/use-undo-release.ts'
import { clockOffset } from '#web/lib/clock-offset.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Countdown } from '#web/ui/data-display/countdown.tsx'
import { cx } from '#web/ui/cx.ts'
import { heldLabel } from './row-cells.ts'
import { useRowTabIndex } from './row-tab-index.ts'

interface RowHoldProps {
  listingId: string
  section: string
}

/** Held quantity and time left, in place of the quantity chooser (product.md §4). */
export function RowHoldStatus({
  listingId,
  section,
  held,
  isCompact = false,
}: RowHoldProps & { held: number; isCompact?: boolean }) {
  const holds = useListingHolds(listingId)
  const expiresAt = earliestExpiry(holds)
  const releasing = holds.find(isReleaseScheduled)
  const onExpire = useRefreshAfterExpiry()
  return (
    <span
      className={cx('flex items-baseline', isCompact ? 'gap-x-1.5 whitespace-nowrap' : 'flex-wrap gap-x-2.5')}
    >
      <span className="tabular text-xs font-semibold text-accent">
        {isCompact ? `${held} held` : heldLabel(held)}
      </span>
      {releasing && <span className="text-xs text-muted">{releasingText(releasing)}</span>}
      {!releasing && expiresAt !== null && (
        <Countdown
          key={expiresAt}
          label={`Time left on the hold for ${section}`}
          expiresAt={expiresAt}
          offset={clockOffset()}
          onExpire={onExpire}
          isSilent
          className="[&_[role=timer]]:text-xs [&_svg]:hidden"
        />
      )}
    </span>
  )
}

export function RowReleaseButton({
  listingId,
  section,
  isCompact = false,
}: RowHoldProps & { isCompact?: boolean }) {
  const holds = useListingHolds(listingId)
  const releasing = holds.filter(isReleaseScheduled)
  const releaseDialog = useReleaseDialog(holds)
  const undo = useUndoRelease()
  const tabIndex = useRowTabIndex()
  if (holds.length === 0) return null
  if (earliestExpiry(holds) === null)
    return (
      <span className="text-right text-xs text-muted">{isCompact ? 'Paying' : 'Payment in progress'}</span>
    )
  return (
    <>
      <Button
        size="sm"
        excludeFromTabOrder={tabIndex === -1}
        onPress={() => (releasing.length > 0 ? undo(releasing) : releaseDialog.open())}
        aria-label={releasing.length > 0 ? `Undo the release, ${section}` : `Release, ${section}`}
        className={isCompact ? 'h-6 !rounded-sm !px-1 max-sm:h-6' : 'w-16 !px-0 max-sm:w-20 max-sm:text-sm'}
      >
        {releasing.length > 0 ? 'Undo' : 'Release'}
      </Button>
      {releaseDialog.dialog}
    </>
  )
}

const noHolds: readonly WireHold[] = []

function useListingHolds(listingId: string): readonly WireHold[] {
  const select = useCallback(
    ({ data }: ResponseOf<typeof holdsRoutes.list>) => data.filter((hold) => hold.listing_id === listingId),
    [listingId],
  )
  return useQuery({ ...holdsQuery(), select }).data ?? noHolds
}
