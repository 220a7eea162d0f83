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
