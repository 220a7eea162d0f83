import type { WireEvent, WireSeatingPlan } from '@terrace/contracts/catalogue'
import { useCallback, useState, type ReactNode } from 'react'
import { useServerNow } from '#web/lib/use-server-now.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { hasStarted, venueToday } from './event-clock.ts'
import { EventHeader } from './event-header.tsx'
import { EventNotice } from './event-notice.tsx'
import { FeedControls } from './feed-controls.tsx'
import { anyQuantity, feedFilter, type FeedSearch } from './feed-filter.ts'
import { FeedList } from './feed-list.tsx'
import { KeyHelp } from './key-help.tsx'
import { useLitBlock } from './lit-block.ts'
import { PlanPanel } from './plan-panel.tsx'
import { StockNotes } from './stock-notes.tsx'
import { useFeed } from './use-feed.ts'

interface EventStockProps {
  event: WireEvent
  plan: WireSeatingPlan | undefined
  /** Set where the plan could not be loaded. */
  planProblem: ReactNode
  search: FeedSearch
  onSearch: (change: FeedSearch) => void
}

/** An event with its listings on the left and the plan on the right, each lighting up the other. */
export function EventStock({ event, plan, planProblem, search, onSearch }: EventStockProps) {
  const now = useServerNow()
  const feed = useFeed(feedFilter(event.id, search))
  const lit = useLitBlock()
  const [goTo, setGoTo] = useState<{ section: string; wish: number } | null>(null)
  const onChoose = useCallback(
    (section: string) => setGoTo((before) => ({ section, wish: (before?.wish ?? 0) + 1 })),
    [],
  )
  const total = feed.meta?.total
  const isOver = event.status === 'cancelled' || hasStarted(event, now)
  const isFiltered = search.quantity !== undefined

  return (
    <>
      <EventHeader event={event} listings={isFiltered ? undefined : total} lowest={feed.meta?.min_price} />
      <EventNotice event={event} isStarted={hasStarted(event, now)} />
      {!isOver && (
        <div className="flex flex-1 flex-col lg:grid lg:grid-cols-[58fr_42fr]">
          {/* First in reading order: Tab meets the plan's one stop before the many of the list. */}
          <div className="bg-sunken lg:order-2">
            {plan ? (
              <PlanPanel
                plan={plan}
                stock={feed.stock}
                scale={feed.scale}
                loaded={feed.listings.length}
                total={total ?? 0}
                lit={lit}
                onChoose={onChoose}
              />
            ) : (
              (planProblem ?? <PlanSkeleton />)
            )}
          </div>
          <div className="min-w-0 bg-surface lg:border-r lg:border-line">
            <div className="border-b border-line bg-paper sm:sticky sm:top-0 sm:z-10">
              <FeedControls search={search} onChange={onSearch} total={total} />
            </div>
            <StockNotes meta={feed.meta} />
            <FeedList
              feed={feed}
              today={venueToday(event, now)}
              asked={search.quantity ?? anyQuantity}
              lit={lit}
              goTo={goTo}
              onAnyQuantity={() => onSearch({ quantity: undefined })}
            />
          </div>
        </div>
      )}
      <KeyHelp />
    </>
  )
}

function PlanSkeleton() {
  return (
    <div className="px-5 py-4 max-lg:h-46">
      <Skeleton className="h-8 w-72 max-lg:hidden" />
      <Skeleton className="mt-16 aspect-[5/4] w-full max-lg:mt-0 max-lg:aspect-auto max-lg:h-full" />
    </div>
  )
}
