import { formatMoney, type Money } from '@terrace/domain/money/money'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

/** Shows a negative amount in the danger colour. */
export function SignedAmount({ amount }: { amount: Money }) {
  return <span className={cx(amount.minor < 0 && 'text-danger')}>{formatMoney(amount)}</span>
}

export function AmountRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Amounts per ticket in a row that wraps. */
export function PerTicket({ children }: { children: ReactNode }) {
  return (
    <dl className="tabular flex flex-wrap gap-x-3 gap-y-1 text-xs text-muted [&>*]:min-w-15">{children}</dl>
  )
}

/** One amount of {@link PerTicket}. */
export function Amount({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="font-medium text-ink">{children}</dd>
    </div>
  )
}
