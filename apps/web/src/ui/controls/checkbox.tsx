import type { ReactNode } from 'react'
import { CheckIcon } from '#web/ui/icons.ts'

interface CheckboxProps {
  children: ReactNode
  isSelected: boolean
  onChange: (isSelected: boolean) => void
  isDisabled?: boolean
  isInvalid?: boolean
}

export function Checkbox({
  children,
  isSelected,
  onChange,
  isDisabled = false,
  isInvalid = false,
}: CheckboxProps) {
  return (
    <label className="group relative inline-flex min-h-8 cursor-pointer items-center gap-3 rounded text-sm has-disabled:cursor-default has-disabled:opacity-45">
      <input
        type="checkbox"
        checked={isSelected}
        disabled={isDisabled}
        aria-invalid={isInvalid || undefined}
        onChange={({ target }) => onChange(target.checked)}
        className="peer sr-only"
      />
      <span className="inline-flex size-5 shrink-0 items-center justify-center rounded-sm border border-line-strong bg-surface text-on-accent group-hover:border-ink peer-checked:border-accent peer-checked:bg-accent peer-checked:[&>svg]:visible peer-disabled:border-line-strong peer-aria-invalid:border-danger">
        <CheckIcon aria-hidden className="invisible size-3.5" strokeWidth={3} />
      </span>
      {children}
    </label>
  )
}
