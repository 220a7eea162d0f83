import { formatCount, formatTickets } from '@terrace/domain/tickets/format-count'
import type { ReactNode } from 'react'
import { StepLines } from '#web/ui/data-display/art.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { eventsText } from '#web/features/catalogue/event-card/event-style.ts'

interface MarketTotals {
  event_count: number
  ticket_count: number
  seller_count: number
}

/** '1,630 events · 61,240 tickets from 12 sellers, live'; numbers never wrap away from their nouns. */
function totalsText({ event_count, ticket_count, seller_count }: MarketTotals): string {
  const events = eventsText(event_count)
  const sellers = seller_count === 1 ? '1 seller' : `${formatCount(seller_count)} sellers`
  return `${unbroken(events)} · ${unbroken(formatTickets(ticket_count))} from ${unbroken(sellers)}, live`
}

function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0')
}

interface HomeHeroProps {
  totals: MarketTotals | undefined
  isLoading: boolean
  children: ReactNode
}

export function HomeHero({ totals, isLoading, children }: HomeHeroProps) {
  return (
    <div className="relative isolate overflow-hidden border-b border-line bg-surface px-4 py-6 sm:px-5">
      <StepLines className="absolute right-0 bottom-0 -z-10 h-full max-lg:hidden lg:w-[36%]" />
      <h1 className="text-xl sm:text-2xl">One connection. A world of events.</h1>
      {/* Reserves the line's height while its data loads and after an error. */}
      <p className="tabular mt-1 min-h-5 text-sm text-balance text-muted">
        {totals !== undefined && totals.event_count > 0 && totalsText(totals)}
        {isLoading && <Skeleton className="mt-0.5 h-4 w-80 max-w-full" />}
      </p>
      <div className="mt-4 max-w-155">{children}</div>
    </div>
  )
}
