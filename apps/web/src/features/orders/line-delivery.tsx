import { deliveryTimeText } from '#web/lib/format/delivery-time.ts'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { useServerNow } from '#web/lib/hooks/use-server-now.ts'
import { cx } from '#web/ui/cx.ts'
import { CheckIcon, TimerIcon } from '#web/ui/icons.ts'
import { NoBreakDates } from '#web/ui/data-display/no-break-dates.tsx'
import type { FullOrderLine } from './order-texts.ts'

const hour = 3_600_000

/** Due date of a line's tickets and the time until then, or their delivery date. */
export function LineDelivery({ line }: { line: FullOrderLine }) {
  const now = useServerNow()
  if (line.status === 'Cancelled') return null
  if (line.status === 'Fullfilled') {
    const delivered = line.history.findLast(({ to }) => to === 'Fullfilled')
    return (
      <p className="flex items-center gap-1.5 text-ok">
        <CheckIcon aria-hidden className="size-4 shrink-0" strokeWidth={2.5} />
        Delivered{delivered && ` ${inViewerTimeZone(delivered.at)}`}
      </p>
    )
  }
  const timeLeftMs = Date.parse(line.delivery.expected_by) - now
  const isSoon = timeLeftMs < 48 * hour
  return (
    <p
      className={cx(
        'flex items-start gap-1.5',
        timeLeftMs < 0 ? 'text-danger' : timeLeftMs < 12 * hour && 'text-signal',
      )}
    >
      <TimerIcon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        <NoBreakDates text={deliveryTimeText(line, now)} />
        {isSoon && <strong className="font-semibold whitespace-nowrap"> · {timeLeftText(timeLeftMs)}</strong>}
      </span>
    </p>
  )
}

function timeLeftText(timeLeftMs: number): string {
  if (timeLeftMs < 0) return 'Overdue'
  const hours = Math.floor(timeLeftMs / hour)
  if (hours === 0) return 'less than 1 hour left'
  return hours === 1 ? '1 hour left' : `${hours} hours left`
}
