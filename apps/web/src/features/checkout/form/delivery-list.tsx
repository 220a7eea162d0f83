import type { WireHold } from '@terrace/contracts/holds'
import { formatEventDate } from '@terrace/domain/time/dates'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { sectionAndRow } from '#web/features/holds/basket/basket.ts'
import { env } from '#web/lib/env.ts'
import { IdCardIcon, TruckIcon } from '#web/ui/icons.ts'
import { NoBreakDates } from '#web/ui/data-display/no-break-dates.tsx'
import { deliveryName, deliveryTime, deliveryMethodText } from './delivery-details.ts'

/** How and when the tickets of each line are delivered, by event. */
export function DeliveryList({ holds, now }: { holds: readonly WireHold[]; now: number }) {
  const events = [...new Map(holds.map(({ event }) => [event.id, event])).values()]
  return (
    <>
      <div className="flex flex-col gap-6">
        {events.map((event) => (
          <div key={event.id}>
            <h3 className="text-sm font-semibold">{event.title}</h3>
            <p className="tabular text-xs text-muted">
              {formatEventDate({ local: event.event_date_local, timeConfirmed: event.time_confirmed })} ·{' '}
              {event.venue_name}, {event.city}
            </p>
            <ul className="mt-2 divide-y divide-line border-t border-line text-sm">
              {holds
                .filter((hold) => hold.event.id === event.id)
                .map((hold) => (
                  <Line key={hold.hold_id} hold={hold} now={now} />
                ))}
            </ul>
          </div>
        ))}
      </div>
      <p className="mt-4 text-xs text-muted">
        All purchases are final. Confirmed orders can’t be cancelled, exchanged or changed.{' '}
        <Link
          to="/{$product}-buyer-policy"
          params={{ product: env().product }}
          // Opens a new tab so the form stays open.
          target="_blank"
          className="font-medium text-ink underline"
        >
          Buyer policy
        </Link>
      </p>
    </>
  )
}

function Line({ hold, now }: { hold: WireHold; now: number }) {
  const { listing, event } = hold
  const methodText = deliveryMethodText(listing.ticket_type)
  return (
    <li className="grid gap-x-6 gap-y-0.5 py-3 sm:grid-cols-[minmax(9rem,1fr)_2fr]">
      <div>
        <p className="font-medium">{sectionAndRow(hold)}</p>
        <p className="text-xs text-muted">
          {formatTickets(hold.quantity)} · {listing.category_name}
        </p>
      </div>
      <div>
        <p>{deliveryName(listing.ticket_type)}</p>
        <p className="text-xs text-muted">
          {listing.instant_download ? (
            'Instant download'
          ) : (
            <NoBreakDates text={deliveryTime({ in_hand_date: listing.in_hand_date, event }, now)} />
          )}
        </p>
        {methodText !== null && <p className="text-xs text-muted">{methodText}</p>}
        {listing.attendee_delivery_details_required && (
          <Requirement icon={<TruckIcon aria-hidden />} text="Attendee delivery details required" />
        )}
        {listing.attendee_identification_details_required && (
          <Requirement icon={<IdCardIcon aria-hidden />} text="Attendee identification details required" />
        )}
      </div>
    </li>
  )
}

function Requirement({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <p className="mt-1 flex items-center gap-1.5 text-xs font-medium text-signal [&_svg]:size-4">
      {icon}
      {text}
    </p>
  )
}
