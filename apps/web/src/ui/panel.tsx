import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** A white surface with a hairline: the one box of this house. Panels do not stand in panels. */
export function Panel({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cx('rounded border border-line bg-surface', className)}>{children}</div>
}

/** A short message that stays where it belongs, such as the notice of spec §1. */
export function Notice({
  children,
  tone = 'neutral',
  icon,
  className,
}: {
  children: ReactNode
  tone?: 'neutral' | 'signal' | 'danger' | 'ok'
  icon?: ReactNode
  className?: string
}) {
  const looks = {
    neutral: 'bg-sunken text-ink',
    signal: 'bg-signal-soft text-signal',
    danger: 'bg-danger-soft text-danger',
    ok: 'bg-ok-soft text-ok',
  }
  return (
    <div
      className={cx(
        'flex items-start gap-3 rounded px-4 py-3 text-sm [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0',
        looks[tone],
        className,
      )}
    >
      {icon}
      <div className="min-w-0 flex-1 whitespace-pre-line">{children}</div>
    </div>
  )
}
