import type { OptionId } from './dropdown-choices.ts'
import { cx } from '#web/ui/cx.ts'
import { ChevronDownIcon } from '#web/ui/icons.ts'

interface NativeSelectProps<Id extends OptionId> {
  /** Accessible name; not visible. */
  label: string
  options: readonly { id: Id; name: string }[]
  value: Id | null
  onChange: (value: Id) => void
  isDisabled?: boolean
  autoFocus?: boolean
  tabIndex?: 0 | -1
  className?: string
}

/**
 * The browser's own select for short lists without an empty value. Cheap enough for every row of a long table and
 * native on phones. Forms use `Dropdown`.
 */
export function NativeSelect<Id extends OptionId>({
  label,
  options,
  value,
  onChange,
  isDisabled = false,
  autoFocus = false,
  tabIndex = 0,
  className,
}: NativeSelectProps<Id>) {
  return (
    <span className={cx('relative inline-flex', className)}>
      <select
        aria-label={label}
        disabled={isDisabled}
        autoFocus={autoFocus}
        tabIndex={tabIndex}
        value={value ?? ''}
        onChange={({ target }) => {
          const selectedOption = options[target.selectedIndex - (value === null ? 1 : 0)]
          if (selectedOption) onChange(selectedOption.id)
        }}
        className="tabular h-8 w-full appearance-none truncate rounded border border-line bg-surface pr-7 pl-2.5 text-xs font-semibold text-ink transition-colors duration-150 ease-out hover:border-line-strong disabled:opacity-45 max-sm:h-10 max-sm:text-sm"
      >
        {value === null && (
          <option value="" disabled>
            Select...
          </option>
        )}
        {options.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDownIcon
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2 size-4 -translate-y-1/2 text-muted"
      />
    </span>
  )
}
