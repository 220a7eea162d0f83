import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { CheckIcon, CloseIcon } from '#web/ui/icons.ts'

export type Tone = 'neutral' | 'accent' | 'ok' | 'info' | 'signal' | 'danger'

const toneClasses: Record<Tone, string> = {
  neutral: 'bg-ink/8 text-ink',
  accent: 'bg-accent-soft text-accent',
  ok: 'bg-ok-soft text-ok',
  info: 'bg-info-soft text-info',
  signal: 'bg-signal-soft text-signal',
  danger: 'bg-danger-soft text-danger',
}

/** A short label on a tinted background, such as `Hot` or `9 days`. */
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
        toneClasses[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}

/** Icon of a status: check, cross, open ring for work in progress, or a dot. */
export function StatusIcon({ tone }: { tone: Tone }) {
  if (tone === 'ok') return <CheckIcon aria-hidden className="size-3 shrink-0" strokeWidth={3} />
  if (tone === 'danger') return <CloseIcon aria-hidden className="size-3 shrink-0" strokeWidth={3} />
  return (
    <span
      aria-hidden
      className={cx(
        'shrink-0 rounded-full',
        tone === 'info' ? 'size-2.5 border-2 border-current' : 'size-1.5 bg-current',
      )}
    />
  )
}

/** A status as icon and label. Its border separates it from any background. */
export function StatusPill({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex h-6 items-center gap-1.5 rounded-full px-2.5 text-xs font-medium whitespace-nowrap',
        'inset-ring inset-ring-current/45',
        toneClasses[tone],
      )}
    >
      <StatusIcon tone={tone} />
      {children}
    </span>
  )
}

/** A count on the corner of its parent. Hidden at zero. `label` says the count in words: '2 orders and 1 quote'. */
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
      <span className="sr-only">{label}</span>
    </span>
  )
}
