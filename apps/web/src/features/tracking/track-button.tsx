import { useRef } from 'react'
import { cx } from '#web/ui/cx.ts'
import { Hint } from '#web/ui/hint.tsx'
import { BookmarkIcon } from '#web/ui/icons.ts'
import { useHint } from '#web/ui/use-hint.ts'
import { placeText } from './place-text.ts'
import { useTracked } from './use-tracked.ts'

interface TrackButtonProps {
  listingId: string
  /** Names the button among all the others of its table. */
  place: { section: string; row: string }
  /** As the list says that the row stands in: `meta.mine.tracked` of the feed. */
  isTracked: boolean
  /** Hears of the press, before the server has. */
  onToggle?: () => void
  className?: string
}

/**
 * Tracks a listing or stops it (spec §4). A plain button, whose tooltip is made when it is asked for: a table draws hundreds
 * of them while it scrolls.
 */
export function TrackButton({ listingId, place, isTracked, onToggle, className }: TrackButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const { isHinted, hintProps } = useHint()
  const tracked = useTracked(listingId, isTracked)
  const label = tracked.isTracked ? 'Stop tracking' : 'Track'
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={`${label}, ${placeText(place)}`}
        onClick={() => {
          tracked.toggle()
          onToggle?.()
        }}
        {...hintProps}
        className={cx(
          'inline-flex size-8 shrink-0 items-center justify-center rounded transition-colors duration-150 ease-out hover:bg-ink/6 active:bg-ink/10 max-sm:size-10 [&_svg]:size-4',
          tracked.isTracked ? 'text-signal' : 'text-muted hover:text-ink',
          className,
        )}
      >
        <BookmarkIcon aria-hidden fill={tracked.isTracked ? 'currentColor' : 'none'} />
      </button>
      {isHinted && <Hint text={label} triggerRef={button} />}
    </>
  )
}
