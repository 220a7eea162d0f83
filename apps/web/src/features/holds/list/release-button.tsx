import type { WireHold } from '@terrace/contracts/holds'
import { preloadComponent } from '#web/lib/hooks/use-lazy-component.ts'
import { MenuButton } from '#web/ui/controls/menu-button.tsx'
import { ChevronDownIcon } from '#web/ui/icons.ts'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { isReleaseScheduled } from '#web/features/holds/release/scheduled-release.ts'
import { seatsText } from './hold-columns.tsx'

const loadMenu = async () => ({ default: (await import('./release-menu.tsx')).ReleaseMenu })

interface ReleaseButtonProps {
  hold: WireHold
  tabIndex: 0 | -1
  isBusy: boolean
  onRelease: (quantity: number) => void
  onUndo: () => void
}

const buttonClass =
  'inline-flex h-7 items-center gap-1 rounded px-2 text-xs font-semibold hover:bg-ink/6 disabled:opacity-45 max-sm:h-10'

/** Schedules the release of the hold, or opens a menu of the quantities that may be released; undoes a scheduled release. */
export function ReleaseButton({ hold, tabIndex, isBusy, onRelease, onUndo }: ReleaseButtonProps) {
  const { releasable } = hold.listing
  const label = `Release ${hold.event.title}, ${seatsText(hold)}`
  if (hold.state === 'paying') return null
  if (isReleaseScheduled(hold)) {
    return (
      <button
        type="button"
        tabIndex={tabIndex}
        aria-label={`Undo the release, ${hold.event.title}, ${seatsText(hold)}`}
        onClick={onUndo}
        className={buttonClass}
      >
        Undo
      </button>
    )
  }
  if (releasable.length <= 1) {
    return (
      <button
        type="button"
        tabIndex={tabIndex}
        disabled={isBusy}
        aria-label={label}
        onClick={() => onRelease(hold.quantity)}
        className={buttonClass}
      >
        Release
      </button>
    )
  }
  return (
    <MenuButton
      hiddenSuffix={`, ${hold.event.title}, ${seatsText(hold)}`}
      isTabStop={tabIndex === 0}
      // A failed preload is ignored; the press tries again and reports the error.
      onHoverOrFocus={() => void preloadComponent(loadMenu)}
      renderMenu={(state) => <LazyPart load={loadMenu} props={{ label, state, hold, onRelease }} />}
    >
      <span className={buttonClass}>
        Release
        <ChevronDownIcon aria-hidden className="size-3.5" />
      </span>
    </MenuButton>
  )
}
