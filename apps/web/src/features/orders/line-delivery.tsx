import { deliveryTimeText } from '#web/lib/delivery-time.ts'
import { onOwnClock } from '#web/lib/own-clock.ts'
import { useServerNow } from '#web/lib/use-server-now.ts'
import { cx } from '#web/ui/cx.ts'
import { CheckIcon, TimerIcon } from '#web/ui/icons.ts'
import { NoBreakDates } from '#web/ui/no-break-dates.tsx'
import type { WholeLine } from './order-texts.ts'

const hour = 3_600_000

/** The delivery clock of a line: by when its tickets are expected, how long that is, or when they came. */
export function LineDelivery({ line }: { line: WholeLine }) {
  const now = useServerNow()
  if (line.status === 'Cancelled') return null
  if (line.status === 'Fullfilled') {
    const delivered = line.history.findLast(({ to }) => to === 'Fullfilled')
    return (
      <p className="flex items-center gap-1.5 text-ok">
        <CheckIcon aria-hidden className="size-4 shrink-0" strokeWidth={2.5} />
        Delivered{delivered && ` ${onOwnClock(delivered.at)}`}
      </p>
    )
  }
  const left = Date.parse(line.delivery.expected_by) - now
  const isSoon = left < 48 * hour
  return (
    <p
      className={cx('flex items-start gap-1.5', left < 0 ? 'text-danger' : left < 12 * hour && 'text-signal')}
    >
      <TimerIcon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        <NoBreakDates text={deliveryTimeText(line, now)} />
        {isSoon && <strong className="font-semibold whitespace-nowrap"> · {leftText(left)}</strong>}
      </span>
    </p>
  )
}

function leftText(left: number): string {
  if (left < 0) return 'Overdue'
  const hours = Math.floor(left / hour)
  if (hours === 0) return 'within the hour'
  return hours === 1 ? '1 hour left' : `${hours} hours left`
}
