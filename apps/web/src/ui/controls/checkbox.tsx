import type { ReactNode } from 'react'
import { Checkbox as AriaCheckbox } from 'react-aria-components/Checkbox'
import { CheckIcon } from '#web/ui/icons.ts'

interface CheckboxProps {
  children: ReactNode
  isSelected: boolean
  onChange: (isSelected: boolean) => void
  isDisabled?: boolean
  isInvalid?: boolean
}

export function Checkbox({ children, ...props }: CheckboxProps) {
  return (
    <AriaCheckbox
      {...props}
      className="group inline-flex min-h-8 cursor-pointer items-center gap-3 rounded text-sm data-disabled:opacity-45"
    >
      <span className="inline-flex size-5 shrink-0 items-center justify-center rounded-sm border border-line-strong bg-surface text-on-accent group-data-hovered:border-ink group-data-invalid:border-danger group-data-selected:border-accent group-data-selected:bg-accent">
        <CheckIcon aria-hidden className="invisible size-3.5 group-data-selected:visible" strokeWidth={3} />
      </span>
      {children}
    </AriaCheckbox>
  )
}
