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
export function RowHoldStatus({ listingId, section, held }: RowHoldProps & { held: number }) {
  const releasing = useListingHolds(listingId).find(isReleaseScheduled)
  return (
    <span className="flex flex-wrap items-baseline gap-x-2.5">
      <span className="tabular text-xs font-semibold text-accent">{heldLabel(held)}</span>
      {releasing ? (
        <span className="text-xs text-muted">{releasingText(releasing)}</span>
      ) : (
        <RowTimeLeft listingId={listingId} section={section} className="[&_svg]:hidden" />
      )}
    </span>
  )
}

/** The same for compact rows, which show the time left in the action column. */
export function HeldPill({ listingId, held }: { listingId: string; held: number }) {
  const releasing = useListingHolds(listingId).find(isReleaseScheduled)
  if (releasing) return <span className="truncate text-muted">{releasingText(releasing)}</span>
  return (
    <span className="tabular inline-flex h-5 items-center rounded-full bg-accent px-2 font-semibold whitespace-nowrap text-on-accent">
      {held} held
    </span>
  )
}

function RowTimeLeft({ listingId, section, className }: RowHoldProps & { className: string }) {
  const expiresAt = earliestExpiry(useListingHolds(listingId))
  const onExpire = useRefreshAfterExpiry()
  if (expiresAt === null) return null
  return (
    <Countdown
      key={expiresAt}
      label={`Time left on the hold for ${section}`}
      expiresAt={expiresAt}
      offset={clockOffset()}
      onExpire={onExpire}
      isSilent
      className={cx('[&_[role=timer]]:text-xs', className)}
    />
  )
}

/** Only in the row that is hovered or focused; the others show the time left. */
const activeOnly = '!hidden group-data-hovered/row:!inline-flex group-focus-within/row:!inline-flex'
const inactiveOnly = '!gap-1 group-data-hovered/row:!hidden group-focus-within/row:!hidden [&_svg]:size-3.5'

/** Opens the release dialog, or undoes a scheduled release. */
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
  if (holds.every(({ state }) => state === 'paying'))
    return (
      <span className="text-right text-xs text-muted">{isCompact ? 'Paying' : 'Payment in progress'}</span>
    )
  const isReleasing = releasing.length > 0
  return (
    <>
      {isCompact && !isReleasing && (
        <RowTimeLeft listingId={listingId} section={section} className={inactiveOnly} />
      )}
      <Button
        size="sm"
        excludeFromTabOrder={tabIndex === -1}
        onPress={() => (isReleasing ? undo(releasing) : releaseDialog.open())}
        aria-label={isReleasing ? `Undo the release, ${section}` : `Release, ${section}`}
        className={
          isCompact
            ? cx('h-6 !rounded-sm !px-1 max-sm:h-6', !isReleasing && activeOnly)
            : 'w-16 !px-0 max-sm:w-20 max-sm:text-sm'
        }
      >
        {isReleasing ? 'Undo' : 'Release'}
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
