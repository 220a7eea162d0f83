import type { WireEvent, WireSeatingPlan } from '@terrace/contracts/catalogue'
import { useMemo, useRef, type ReactNode } from 'react'
import { useCommands } from '#web/lib/commands/use-commands.ts'
import { useServerNow } from '#web/lib/hooks/use-server-now.ts'
import { useEventCallback } from '#web/lib/hooks/use-event-callback.ts'
import { AddToCalendar } from './add-to-calendar.tsx'
import { hasStarted, venueToday } from './event-clock.ts'
import { EventHeader } from './event-header.tsx'
import { EventNotice, isOnSale } from './event-notice.tsx'
import { FilterBar } from './filters/filter-bar.tsx'
import { toggleChoice } from './filters/filter-choices.ts'
import { QuickEntrySlot } from './filters/quick-entry-slot.tsx'
import { FeedList } from './feed/feed-list.tsx'
import { anyQuantity, clearedFilters, countFilters, type FeedParams } from './filters/feed-params.ts'
import { useHighlightedBlock } from './seat-map/highlighted-block.ts'
import { PlanSlot } from './seat-map/plan-slot.tsx'
import { usePlanLayout } from './seat-map/use-plan-layout.ts'
import { LineUp } from './line-up.tsx'
import { QuoteEventButton } from './quote-event-button.tsx'
import { RowEventContext } from './row/row-event-context.ts'
import { SaveSearchButton } from './saved-searches/save-search-button.tsx'
import { ListBar } from './feed/list-bar.tsx'
import { DemoNote } from './feed/stock-notes.tsx'
import { useFeed } from './feed/use-feed.ts'
import { useHeightVariable } from '#web/lib/hooks/use-height-variable.ts'
import { useDensity } from './columns/use-list-layout.ts'
import { useIsNarrow } from '#web/lib/hooks/use-is-narrow.ts'
import { cx } from '#web/ui/cx.ts'

interface EventStockProps {
  event: WireEvent
  plan: WireSeatingPlan | undefined
  planProblem: ReactNode
  params: FeedParams
  onParamsChange: (change: FeedParams) => void
}

/** Event header with its listings, or a notice when the event is not on sale. */
export function EventStock({ event, ...props }: EventStockProps) {
  const now = useServerNow()
  const isStarted = hasStarted(event, now)
  if (isOnSale(event, isStarted))
    return <EventListings event={event} today={venueToday(event, now)} {...props} />
  return (
    <>
      <EventHeader event={event} stock={undefined} action={<AddToCalendar event={event} />} />
      <LineUp event={event} />
      <EventNotice event={event} isStarted={isStarted} />
    </>
  )
}

/** Listings on the left and the seating plan on the right, with shared highlighting. */
function EventListings({
  event,
  today,
  plan,
  planProblem,
  params,
  onParamsChange: changeParams,
}: EventStockProps & { today: string }) {
  const onParamsChange = useEventCallback(changeParams)
  const feed = useFeed(event, params)
  const highlightedBlock = useHighlightedBlock()
  const bar = useRef<HTMLDivElement>(null)
  const listBar = useRef<HTMLDivElement>(null)
  useHeightVariable(bar, '--bar-height')
  const [density] = useDensity()
  const layout = usePlanLayout()
  const isStacked = useIsNarrow()
  const isPlanShown = layout.isOpen || isStacked
  useCommands('Listings', [
    { id: 'listings.filters', title: 'Go to filters', key: 'f', run: () => focusFilters(bar.current) },
    {
      id: 'listings.clear_filters',
      title: 'Clear filters',
      run: countFilters(params) > 0 ? () => onParamsChange(clearedFilters) : null,
    },
    { id: 'listings.quantity', title: 'Minimum quantity', widgetKeys: ['Shift', '1', '…', '6'], run: null },
    ...[1, 2, 3, 4, 5, anyQuantity].map((quantity) => ({
      id: `listings.quantity.${quantity}`,
      title: quantityTitle(quantity),
      key: `shift+${quantity}`,
      isSearchOnly: true,
      run: () => onParamsChange({ quantity: quantity === 1 ? undefined : quantity }),
    })),
  ])
  const selectedSections = useMemo(() => new Set(params.section), [params.section])
  const { meta, unfilteredMeta, scale } = feed
  // The same object while nothing changes, because requests rerender this component several times.
  const filters = useMemo(
    () => ({ params, onParamsChange, meta, unfilteredMeta, scale }),
    [params, onParamsChange, meta, unfilteredMeta, scale],
  )

  const onToggleSection = useEventCallback((section: string) =>
    onParamsChange(toggleChoice('section', section, params)),
  )

  const seatMap = (
    <div className="bg-sunken">
      <PlanSlot
        plan={plan}
        problem={planProblem}
        stock={feed.stock}
        scale={feed.scale}
        selectedSections={selectedSections}
        highlightedBlock={highlightedBlock}
        onToggle={onToggleSection}
        width={layout.width}
        onWidth={layout.setWidth}
      />
    </div>
  )

  return (
    <RowEventContext value={event}>
      <EventHeader
        event={event}
        isSlim={density === 'compact'}
        stock={feed.unfilteredMeta}
        action={
          <div className="flex gap-2">
            <AddToCalendar event={event} />
            <SaveSearchButton
              event={event}
              params={params}
              onParamsChange={onParamsChange}
              feePercent={feed.unfilteredMeta?.service_fee_percent}
            />
            <QuoteEventButton event={event} currency={feed.unfilteredMeta?.currency} />
          </div>
        }
      />
      <LineUp event={event} />
      <EventNotice event={event} isStarted={false} />
      <QuickEntrySlot filters={filters} />
      <div ref={bar} className="sticky top-0 z-10 border-b border-line bg-paper">
        <FilterBar filters={filters} bar={bar} />
      </div>
      <div
        className={cx('flex flex-1 flex-col', isPlanShown && 'lg:grid')}
        style={
          isPlanShown && !isStacked
            ? { gridTemplateColumns: `${100 - layout.width}fr ${layout.width}fr` }
            : undefined
        }
      >
        {/* In the order in which they are seen, which is also that of Tab. */}
        {isStacked && seatMap}
        <div className={cx('min-w-0 bg-surface', isPlanShown && 'lg:border-r lg:border-line')}>
          <ListBar
            ref={listBar}
            feed={feed}
            filters={filters}
            exportName={`${event.slug}-listings`}
            plan={isStacked ? null : { isOpen: layout.isOpen, onToggle: layout.toggle }}
          />
          <FeedList
            feed={feed}
            today={today}
            filters={filters}
            highlightedBlock={highlightedBlock}
            bars={[bar, listBar]}
          />
          <DemoNote meta={feed.meta} />
        </div>
        {!isStacked && isPlanShown && seatMap}
      </div>
    </RowEventContext>
  )
}

function quantityTitle(quantity: number): string {
  if (quantity === anyQuantity) return 'Show any quantity'
  return `Show ${quantity} or more together`
}

function focusFilters(bar: HTMLElement | null): void {
  bar?.querySelector<HTMLElement>('input:checked')?.focus()
}
