import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type Tone = 'neutral' | 'accent' | 'ok' | 'signal' | 'danger'

const soft: Record<Tone, string> = {
  neutral: 'bg-ink/8 text-ink',
  accent: 'bg-accent-soft text-accent',
  ok: 'bg-ok-soft text-ok',
  signal: 'bg-signal-soft text-signal',
  danger: 'bg-danger-soft text-danger',
}

/** A short word on a soft ground, such as `Hot` or `9 days`. */
export function Badge({
  tone = 'neutral',
  children,
  className,
}: {
  tone?: Tone
  children: ReactNode
  className?: string
}) {
  return (
    <span
      className={cx(
        'tabular inline-flex h-6 items-center gap-1 rounded-sm px-2 text-2xs font-semibold whitespace-nowrap',
        soft[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}

/** A state of a life cycle: a dot for the eye, the word for everybody. */
export function StatusPill({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex h-6 items-center gap-1.5 rounded-full px-2.5 text-xs font-medium whitespace-nowrap',
        soft[tone],
      )}
    >
      <span aria-hidden className="size-1.5 rounded-full bg-current" />
      {children}
    </span>
  )
}

/** How many, on the corner of something. Absent at zero. */
export function CountBadge({
  count,
  label,
  className,
}: {
  count: number
  label: string
  className?: string
}) {
  if (count <= 0) return null
  return (
    <span
      className={cx(
        'tabular inline-flex h-5 min-w-5 items-center justify-center rounded px-1 text-2xs font-bold',
        'border-2 border-surface bg-signal-mark text-on-signal-mark',
        className,
      )}
    >
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <span className="sr-only">
        {count} {label}
      </span>
    </span>
  )
}
