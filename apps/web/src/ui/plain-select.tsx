import type { OptionId } from './dropdown.tsx'
import { cx } from './cx.ts'
import { ChevronDownIcon } from './icons.ts'

interface PlainSelectProps<Id extends OptionId> {
  /** Spoken name; nothing is drawn beside it. */
  label: string
  options: readonly { id: Id; name: string }[]
  value: Id | null
  onChange: (value: Id) => void
  isDisabled?: boolean
  className?: string
}

/**
 * The browser's own list in the look of the house, for a short choice that is always made. It weighs nothing: it may
 * stand in every row of a long table, and a phone opens its own wheel. Forms use the dropdown.
 */
export function PlainSelect<Id extends OptionId>({
  label,
  options,
  value,
  onChange,
  isDisabled = false,
  className,
}: PlainSelectProps<Id>) {
  return (
    <span className={cx('relative inline-flex', className)}>
      <select
        aria-label={label}
        disabled={isDisabled}
        value={value ?? ''}
        onChange={({ target }) => {
          const chosen = options[target.selectedIndex - (value === null ? 1 : 0)]
          if (chosen) onChange(chosen.id)
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
