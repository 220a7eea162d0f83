import type { WireEvent } from '@terrace/contracts/catalogue'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { AlertTriangleIcon, CalendarIcon } from '#web/ui/icons.ts'

/** False for cancelled, postponed and started events. */
export function isOnSale({ status }: WireEvent, isStarted: boolean): boolean {
  return !isStarted && status !== 'cancelled' && status !== 'postponed'
}

export function EventNotice({ event, isStarted }: { event: WireEvent; isStarted: boolean }) {
  if (event.status === 'cancelled') {
    return (
      <SalesClosed
        title="This event is cancelled"
        message="Tickets are no longer on sale. Find existing orders in Purchases."
      />
    )
  }
  if (event.status === 'postponed') {
    return (
      <SalesClosed
        title="This event is postponed"
        message="New date to be confirmed. Sales are paused until then."
      />
    )
  }
  if (isStarted)
    return <SalesClosed title="This event has started" message="Tickets are no longer on sale." />
  if (event.status !== 'rescheduled') return null
  return (
    <p
      role="note"
      className="flex items-start gap-2.5 border-b border-line bg-signal-soft px-4 py-2.5 text-sm text-signal sm:px-5"
    >
      <AlertTriangleIcon aria-hidden className="mt-0.5 size-4 shrink-0" />
      This event was rescheduled. The new date is shown.
    </p>
  )
}

function SalesClosed({ title, message }: { title: string; message: string }) {
  return (
    <EmptyState
      className="py-24"
      icon={<CalendarIcon />}
      title={title}
      message={message}
      action={
        <Link to="/" className={buttonClass('primary')}>
          Find another event
        </Link>
      }
    />
  )
}
