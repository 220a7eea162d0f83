import { formatMoney, type Money } from '@terrace/domain/money/money'
import { amountRange } from '#web/lib/format/price.ts'
import { cx } from '#web/ui/cx.ts'

/** A range of amounts; in the danger colour when the lowest is negative. */
export function SignedRange({ lowest, highest }: { lowest: Money; highest: Money }) {
  return (
    <span className={cx(lowest.minor < 0 && 'text-danger')}>
      {/* A dash between two signs would be hard to read. */}
      {lowest.minor < 0 && lowest.minor !== highest.minor
        ? `${formatMoney(lowest)} to ${formatMoney(highest)}`
        : amountRange(lowest, highest)}
    </span>
  )
}
