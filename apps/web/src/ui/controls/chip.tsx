import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

/** Class names of a chip, for a control that opens something. */
export function chipClass(isOn: boolean, className?: string): string {
  return cx(
    'inline-flex h-8 shrink-0 items-center gap-1.5 rounded-full border px-3 text-xs whitespace-nowrap transition-colors duration-150 ease-out max-sm:h-10 max-sm:px-4',
    isOn
      ? 'border-accent bg-accent-soft font-semibold text-accent'
      : 'border-line bg-surface text-ink hover:border-line-strong',
    className,
  )
}

interface ChipProps {
  children: ReactNode
  isSelected: boolean
  onChange: (isSelected: boolean) => void
  isDisabled?: boolean
}

/** A filter that is on or off. A plain button, because lists that load at once have chips. */
export function Chip({ children, isSelected, onChange, isDisabled = false }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isSelected}
      disabled={isDisabled}
      onClick={() => onChange(!isSelected)}
      className={chipClass(isSelected, 'disabled:opacity-45')}
    >
      {children}
    </button>
  )
}
