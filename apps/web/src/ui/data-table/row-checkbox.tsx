import { CheckIcon } from '#web/ui/icons.ts'

interface RowCheckboxProps {
  label: string
  isSelected: boolean
  /** Some, but not all, rows are selected. */
  isPartial?: boolean
  tabIndex?: 0 | -1
  onToggle: (isRange: boolean) => void
}

/** The checkbox of a row or of the header. Its whole cell can be clicked. */
export function RowCheckbox({
  label,
  isSelected,
  isPartial = false,
  tabIndex = 0,
  onToggle,
}: RowCheckboxProps) {
  return (
    <label className="relative z-1 -my-1 -ml-3 flex size-9 cursor-pointer items-center justify-center max-sm:size-11">
      <input
        type="checkbox"
        aria-label={label}
        checked={isSelected}
        tabIndex={tabIndex}
        ref={(box) => {
          if (box) box.indeterminate = isPartial
        }}
        // The change event does not say whether Shift was held.
        onChange={({ nativeEvent }) => onToggle('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
        className="peer absolute inset-0 size-full cursor-pointer appearance-none outline-none"
      />
      <span className="inline-flex size-4 items-center justify-center rounded-sm border border-line-strong bg-surface text-on-accent peer-checked:border-accent peer-checked:bg-accent peer-indeterminate:border-accent peer-indeterminate:bg-accent peer-hover:border-ink peer-focus-visible:outline-2 peer-focus-visible:outline-offset-1 peer-focus-visible:outline-accent">
        {isPartial ? (
          <span className="h-0.5 w-2 rounded-full bg-current" />
        ) : (
          isSelected && <CheckIcon aria-hidden className="size-3" strokeWidth={3} />
        )}
      </span>
    </label>
  )
}
