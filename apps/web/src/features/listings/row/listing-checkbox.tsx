import { CheckIcon } from '#web/ui/icons.ts'
import { useRowTabIndex } from './row-tab-index.ts'

interface ListingCheckboxProps {
  label: string
  isSelected: boolean
  /** `isRange`: Shift was held. */
  onToggle: (isRange: boolean) => void
}

/**
 * A native checkbox, invisible over a drawn one, in the same place of a grid: cheap enough for hundreds of rows. It
 * reaches beyond the drawn one, so that it is easy to press.
 */
export function ListingCheckbox({ label, isSelected, onToggle }: ListingCheckboxProps) {
  const tabIndex = useRowTabIndex()
  return (
    <span className="inline-grid size-4 shrink-0 self-center">
      <input
        type="checkbox"
        aria-label={label}
        tabIndex={tabIndex}
        checked={isSelected}
        // The change event does not say whether Shift was held.
        onChange={({ nativeEvent }) => onToggle('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
        className="peer -m-2 appearance-none outline-none [grid-area:1/1] max-sm:-m-3"
      />
      <span
        aria-hidden
        className="pointer-events-none inline-flex size-4 items-center justify-center [grid-area:1/1] rounded-sm border border-line-strong bg-surface text-on-accent peer-checked:border-accent peer-checked:bg-accent peer-hover:border-ink peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent"
      >
        {isSelected && <CheckIcon className="size-3" strokeWidth={3.5} />}
      </span>
    </span>
  )
}
