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
        className="size-4 cursor-pointer accent-(--accent)"
      />
    </label>
  )
}
