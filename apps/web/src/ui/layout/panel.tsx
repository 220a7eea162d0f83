import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

/** A white box with a hairline border. Do not nest panels. */
export function Panel({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cx('rounded border border-line bg-surface', className)}>{children}</div>
}

/** A short, permanent message, such as the notice of spec §1. */
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
  const styles = {
    neutral: 'bg-sunken text-ink',
    signal: 'bg-signal-soft text-signal',
    danger: 'bg-danger-soft text-danger',
    ok: 'bg-ok-soft text-ok',
  }
  return (
    <div
      className={cx(
        'flex items-start gap-3 rounded px-4 py-3 text-sm [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0',
        styles[tone],
        className,
      )}
    >
      {icon}
      <div className="min-w-0 flex-1 whitespace-pre-line">{children}</div>
    </div>
  )
}
