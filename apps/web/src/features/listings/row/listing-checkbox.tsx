import { CheckIcon } from '#web/ui/icons.ts'
import { useRowTabIndex } from './row-tab-index.ts'

interface ListingCheckboxProps {
  label: string
  isSelected: boolean
  onToggle: () => void
}

/** A native checkbox, invisible over a drawn one: cheap enough for hundreds of rows. */
export function ListingCheckbox({ label, isSelected, onToggle }: ListingCheckboxProps) {
  const tabIndex = useRowTabIndex()
  return (
    <span className="relative inline-flex size-4 shrink-0 self-center">
      <input
        type="checkbox"
        aria-label={label}
        tabIndex={tabIndex}
        checked={isSelected}
        onChange={onToggle}
        className="peer absolute -inset-2 z-10 appearance-none outline-none max-sm:-inset-3"
      />
      <span
        aria-hidden
        className="inline-flex size-4 items-center justify-center rounded-sm border border-line-strong bg-surface text-on-accent peer-checked:border-accent peer-checked:bg-accent peer-hover:border-ink peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent"
      >
        {isSelected && <CheckIcon className="size-3" strokeWidth={3.5} />}
      </span>
    </span>
  )
}
