import type { WireEvent } from '@terrace/contracts/catalogue'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AlertTriangleIcon, CalendarIcon } from '#web/ui/icons.ts'

/** Whether anything is sold of it: not of what is off or over, nor of what has no date for now. */
export function isOnSale({ status }: WireEvent, isStarted: boolean): boolean {
  return !isStarted && status !== 'cancelled' && status !== 'postponed'
}

/** What a buyer must know before the list: the event is off, over, or not when it was. */
export function EventNotice({ event, isStarted }: { event: WireEvent; isStarted: boolean }) {
  if (event.status === 'cancelled') {
    return (
      <Over
        title="This event is cancelled"
        message="Its tickets are no longer for sale. Orders that were placed are found under Purchases."
      />
    )
  }
  if (event.status === 'postponed') {
    return (
      <Over
        title="This event is postponed"
        message="The new date is to be confirmed. Until then its tickets are not for sale."
      />
    )
  }
  if (isStarted) return <Over title="This event has started" message="Its tickets are no longer for sale." />
  if (event.status !== 'rescheduled') return null
  return (
    <p
      role="note"
      className="flex items-start gap-2.5 border-b border-line bg-signal-soft px-5 py-2.5 text-sm text-signal sm:px-7"
    >
      <AlertTriangleIcon aria-hidden className="mt-0.5 size-4 shrink-0" />
      This event was rescheduled. The date shown is the new one.
    </p>
  )
}

function Over({ title, message }: { title: string; message: string }) {
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
