import { createContext, use, useId, type ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

interface RadioGroupProps {
  label: string
  value: string
  onChange: (value: string) => void
  isDisabled?: boolean
  className?: string
  children: ReactNode
}

type Group = Pick<RadioGroupProps, 'value' | 'onChange'> & { name: string; isDisabled: boolean }

const GroupContext = createContext<Group | null>(null)

/** Exclusive choices; arrow keys move between them. */
export function RadioGroup({
  label,
  value,
  onChange,
  isDisabled = false,
  className,
  children,
}: RadioGroupProps) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={className}>
      <GroupContext value={{ name, value, onChange, isDisabled }}>{children}</GroupContext>
    </div>
  )
}

interface RadioProps {
  value: string
  /** Accessible name, when the content alone is too short. */
  name?: string | undefined
  isDisabled?: boolean
  className: string
  children: ReactNode
}

/** A choice of the {@link RadioGroup} around it. Styles refer to its hidden input with `has-…` or `peer-…`. */
export function Radio({ value, name, isDisabled = false, className, children }: RadioProps) {
  const group = use(GroupContext)
  if (group === null) throw new Error('A radio needs a group.')
  return (
    <label className={cx('relative', className)}>
      <input
        type="radio"
        name={group.name}
        value={value}
        aria-label={name}
        checked={value === group.value}
        disabled={isDisabled || group.isDisabled}
        onChange={() => group.onChange(value)}
        className="peer sr-only"
      />
      {children}
    </label>
  )
}
