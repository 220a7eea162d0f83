import { useRef } from 'react'
import { cx } from '#web/ui/cx.ts'
import { LazyTooltip } from '#web/ui/overlay/lazy-tooltip.tsx'
import { BookmarkIcon } from '#web/ui/icons.ts'
import { useTooltip } from '#web/ui/overlay/use-tooltip.ts'
import { seatLabel } from './seat-label.ts'
import { useTracked } from './use-tracked.ts'

interface TrackButtonProps {
  listingId: string
  /** Identifies the row in the button's label. */
  place: { section: string; row: string }
  /** From the list that contains the row: `meta.mine.tracked` of the feed. */
  isTracked: boolean
  /** Called on press, before the request is sent. */
  onToggle?: () => void
  className?: string
  /** -1 leaves the button out of the tab order, for rows that are not current. */
  tabIndex?: 0 | -1
}

/**
 * Starts or stops tracking a listing (spec §4). Creates its tooltip on demand, because tables render hundreds of
 * these while scrolling.
 */
export function TrackButton({
  listingId,
  place,
  isTracked,
  onToggle,
  className,
  tabIndex = 0,
}: TrackButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const { isTooltipOpen, tooltipTriggerProps } = useTooltip()
  const tracked = useTracked(listingId, isTracked)
  const label = tracked.isTracked ? 'Stop tracking' : 'Track'
  return (
    <>
      <button
        ref={button}
        type="button"
        tabIndex={tabIndex}
        aria-label={`${label}, ${seatLabel(place)}`}
        onClick={() => {
          tracked.toggle()
          onToggle?.()
        }}
        {...tooltipTriggerProps}
        className={cx(
          'inline-flex size-8 shrink-0 items-center justify-center rounded transition-colors duration-150 ease-out hover:bg-ink/6 active:bg-ink/10 max-sm:size-10 [&_svg]:size-4',
          tracked.isTracked ? 'text-signal' : 'text-muted hover:text-ink',
          className,
        )}
      >
        <BookmarkIcon aria-hidden fill={tracked.isTracked ? 'currentColor' : 'none'} />
      </button>
      {isTooltipOpen && <LazyTooltip text={label} triggerRef={button} />}
    </>
  )
}
