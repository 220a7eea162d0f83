import type { WireTrackedListing } from '@terrace/contracts/tracked-listings'
import { formatEventDate } from '@terrace/domain/dates'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useServerNow } from '#web/lib/use-server-now.ts'
import { StatusPill } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { RowListSkeleton } from '#web/ui/row-list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SparkLine } from '#web/ui/spark-line.tsx'
import { placeText } from './place-text.ts'
import { TrackButton } from './track-button.tsx'
import { TrackedPrices } from './tracked-prices.tsx'
import { historyText, stateLook } from './tracked-texts.ts'
import { useTracked } from './use-tracked.ts'

/** Wide: one line in columns, below their heads; less wide, the listing below its event. Narrow: a card, the bookmark in its corner. */
const grid =
  "grid items-center gap-x-4 gap-y-2 px-4 grid-cols-[minmax(0,1fr)_auto_2.5rem] [grid-template-areas:'event_event_action''place_place_place''price_line_line''state_state_state'] " +
  "@2xl:gap-y-1 @2xl:grid-cols-[minmax(0,1fr)_10.5rem_8rem_2.5rem] @2xl:[grid-template-areas:'event_price_state_action''place_line_state_action'] " +
  "@4xl:px-5 @4xl:gap-y-0 @4xl:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_10.5rem_6rem_9rem_2.5rem] @4xl:[grid-template-areas:'event_place_price_line_state_action']"

export interface TrackedRowData {
  listing: WireTrackedListing
  /** By the server's list; what was pressed a moment ago may not be in it yet. */
  isTracked: boolean
}

/** Tracked listings, each with its price then and now; what is untracked here stays until the page is left. */
export function TrackedTable({
  rows,
  onEnd,
}: {
  rows: readonly TrackedRowData[]
  onEnd: (listing: WireTrackedListing) => void
}) {
  const [announcement, setAnnouncement] = useState('')
  return (
    <>
      <div role="table" aria-label="Tracked listings" className="@container">
        <div role="rowgroup" className="z-10 rounded-t bg-surface @4xl:sticky @4xl:top-0">
          <div
            role="row"
            className={cx(grid, 'h-9 border-b border-line text-xs font-semibold text-muted @max-4xl:sr-only')}
          >
            <span role="columnheader">Event</span>
            <span role="columnheader">Listing</span>
            <span role="columnheader">Price then → now</span>
            <span role="columnheader">Since then</span>
            <span role="columnheader">State</span>
            <span role="columnheader" className="sr-only">
              Track
            </span>
          </div>
        </div>
        <div role="rowgroup" className="divide-y divide-line">
          {rows.map((row) => (
            <TrackedRow
              key={row.listing.listing_id}
              {...row}
              onEnd={() => {
                onEnd(row.listing)
                setAnnouncement(`No longer tracked: ${row.listing.event.title}, ${placeText(row.listing)}`)
              }}
            />
          ))}
        </div>
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}

function TrackedRow({ listing, isTracked, onEnd }: TrackedRowData & { onEnd: () => void }) {
  const { event, history, listing_id: id } = listing
  const tracked = useTracked(id, isTracked)
  const now = useServerNow()
  const action = useRef<HTMLSpanElement>(null)
  const look = stateLook(listing)

  function undo() {
    tracked.toggle()
    // The button that was pressed goes; the bookmark stays.
    action.current?.querySelector('button')?.focus()
  }

  return (
    <div role="row" className={cx(grid, 'py-3 @4xl:min-h-16 @4xl:py-2', !tracked.isTracked && 'text-muted')}>
      <span role="cell" className="min-w-0 [grid-area:event]">
        <Link
          to="/tickets/$name/$id"
          params={{ name: event.slug, id: event.id }}
          hash={id}
          className="inline-block thumb-room rounded-sm font-semibold hover:underline"
        >
          {event.title}
        </Link>
        <span className="block text-xs text-muted">
          {formatEventDate({
            local: event.event_date_local,
            timeConfirmed: event.time_confirmed,
            dateConfirmed: event.date_confirmed,
          })}
          <span className="@max-4xl:hidden"> · {event.city}</span>
        </span>
      </span>
      <span role="cell" className="min-w-0 [grid-area:place]">
        {placeText(listing)}
        <span className="text-muted @4xl:block @4xl:text-xs">
          <span className="@4xl:hidden"> · </span>
          {listing.category.name}
        </span>
      </span>
      <span role="cell" className="tabular [grid-area:price]">
        <TrackedPrices listing={listing} />
      </span>
      <span role="cell" className="[grid-area:line]">
        <SparkLine
          label={historyText(listing)}
          until={now}
          points={history.map(({ at, price }) => ({
            at: Date.parse(at),
            value: price && Number(price.amount),
          }))}
          className={cx(!tracked.isTracked && 'opacity-45')}
        />
      </span>
      <span role="cell" className="[grid-area:state] @max-2xl:flex @max-2xl:items-center @max-2xl:gap-3">
        {tracked.isTracked ? (
          <>
            <StatusPill tone={look.tone}>{look.label}</StatusPill>
            <span className="tabular block text-xs text-muted @2xl:mt-1 @2xl:ml-2.5">{look.more}</span>
          </>
        ) : (
          <>
            <span className="block text-xs">No longer tracked</span>
            <Button size="sm" tone="quiet" onPress={undo} className="@2xl:-ml-3">
              Undo
            </Button>
          </>
        )}
      </span>
      <span ref={action} role="cell" className="flex justify-end [grid-area:action]">
        <TrackButton
          listingId={id}
          place={listing}
          isTracked={isTracked}
          {...(tracked.isTracked && { onToggle: onEnd })}
        />
      </span>
    </div>
  )
}

/** Rows of tracked listings that are on their way. */
export function TrackedSkeleton() {
  return (
    <RowListSkeleton
      label="Your tracked listings are loading"
      rows={5}
      headClass="@4xl:block"
      rowClass="h-36 @2xl:h-20 @4xl:h-16"
      end={
        <>
          <Skeleton className="h-4 w-28" />
          <Skeleton className="hidden h-7 w-24 @4xl:block" />
        </>
      }
    />
  )
}
