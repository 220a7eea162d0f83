import type { WireEvent, WireSeatingPlan } from '@terrace/contracts/catalogue'
import { useMemo, useRef, type ReactNode } from 'react'
import { useServerNow } from '#web/lib/use-server-now.ts'
import { useStable } from '#web/lib/use-stable.ts'
import { hasStarted, venueToday } from './event-clock.ts'
import { EventHeader } from './event-header.tsx'
import { EventNotice, isOnSale } from './event-notice.tsx'
import { FeedBar } from './feed-bar.tsx'
import { ChipList } from './feed-chip-list.tsx'
import { toggleChoice } from './feed-choices.ts'
import { FeedList } from './feed-list.tsx'
import type { FeedSearch } from './feed-search.ts'
import { KeyHelp } from './key-help.tsx'
import { useJumpKeys } from './key-jumps.ts'
import { useLitBlock } from './lit-block.ts'
import { PlanSlot } from './plan-slot.tsx'
import { QuoteEvent } from './quote-event.tsx'
import { RowEvent } from './row-event.ts'
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

/** An event by its name and date, and what is for sale of it; an event that is off or over sells nothing. */
export function EventStock({ event, ...props }: EventStockProps) {
  const now = useServerNow()
  const isStarted = hasStarted(event, now)
  if (isOnSale(event, isStarted)) return <Stock event={event} today={venueToday(event, now)} {...props} />
  return (
    <>
      <EventHeader event={event} stock={undefined} />
      <EventNotice event={event} isStarted={isStarted} />
    </>
  )
}

/** The listings on the left and the plan on the right, each lighting up the other. */
function Stock({ event, today, plan, planProblem, search, onSearch }: EventStockProps & { today: string }) {
  const feed = useFeed(event, search)
  const lit = useLitBlock()
  const bar = useRef<HTMLDivElement>(null)
  useJumpKeys(bar)
  const chosen = useMemo(() => new Set(search.section), [search.section])
  const state = { search, onSearch, meta: feed.meta, whole: feed.whole, scale: feed.scale }

  const onChoose = useStable((section: string) => onSearch(toggleChoice('section', section, search)))

  return (
    <RowEvent value={event}>
      <EventHeader
        event={event}
        stock={feed.whole}
        action={<QuoteEvent event={event} currency={feed.whole?.currency} />}
      />
      <EventNotice event={event} isStarted={false} />
      <div className="flex flex-1 flex-col lg:grid lg:grid-cols-[58fr_42fr]">
        {/* First in reading order: Tab meets the plan's one stop before the many of the list. */}
        <div className="bg-sunken lg:order-2">
          <PlanSlot
            plan={plan}
            problem={planProblem}
            stock={feed.stock}
            scale={feed.scale}
            chosen={chosen}
            lit={lit}
            onChoose={onChoose}
          />
        </div>
        <div className="min-w-0 bg-surface lg:border-r lg:border-line">
          <div ref={bar} className="sticky top-0 z-10 border-b border-line bg-paper">
            <FeedBar state={state} />
          </div>
          <ChipList state={state} bar={bar} />
          <StockNotes meta={feed.meta} />
          <FeedList feed={feed} today={today} state={state} lit={lit} bar={bar} />
        </div>
      </div>
      <KeyHelp />
    </RowEvent>
  )
}
