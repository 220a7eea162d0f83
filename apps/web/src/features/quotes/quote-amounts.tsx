import { formatMoney, type Money } from '@terrace/domain/money'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

/** A gain as it is, a loss in rose. */
export function Signed({ amount }: { amount: Money }) {
  return <span className={cx(amount.minor < 0 && 'text-danger')}>{formatMoney(amount)}</span>
}

/** One line of a sum. */
export function AmountRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Figures of one ticket beside each other, under their names; a long one takes the next line. */
export function PerTicket({ children }: { children: ReactNode }) {
  return (
    <dl className="tabular flex flex-wrap gap-x-3 gap-y-1 text-xs text-muted [&>*]:min-w-15">{children}</dl>
  )
}

/** One of {@link PerTicket}. */
export function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="font-medium text-ink">{children}</dd>
    </div>
  )
}
