import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

interface EmptyStateProps {
  title: string
  message?: ReactNode
  icon?: ReactNode
  /** The next step. */
  action?: ReactNode
  className?: string
}

/** An empty list or page, with the next step when there is one. */
export function EmptyState({ title, message, icon, action, className }: EmptyStateProps) {
  return (
    <div className={cx('flex flex-col items-center px-6 py-14 text-center', className)}>
      {icon !== undefined && (
        <span
          aria-hidden
          className="mb-4 inline-flex size-12 items-center justify-center rounded-full bg-ink/6 text-muted [&_svg]:size-6"
        >
          {icon}
        </span>
      )}
      <p className="text-lg font-semibold [overflow-wrap:anywhere]">{title}</p>
      {message !== undefined && <p className="mt-1 max-w-prose text-sm text-balance text-muted">{message}</p>}
      {action !== undefined && <div className="mt-5 max-w-full">{action}</div>}
    </div>
  )
}
