import { formatCount, formatTickets } from '@terrace/domain/tickets'
import type { ReactNode } from 'react'
import { StepLines } from '#web/ui/art.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { eventsText } from './event-look.ts'

interface Figures {
  event_count: number
  ticket_count: number
  seller_count: number
}

/** '1,630 events · 61,240 tickets from 12 sellers, live'; numbers never part from what they count. */
function figuresText({ event_count, ticket_count, seller_count }: Figures): string {
  const events = eventsText(event_count)
  const sellers = seller_count === 1 ? '1 seller' : `${formatCount(seller_count)} sellers`
  return `${unbroken(events)} · ${unbroken(formatTickets(ticket_count))} from ${unbroken(sellers)}, live`
}

function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0')
}

interface HomeHeroProps {
  figures: Figures | undefined
  isLoading: boolean
  /** The search field. */
  children: ReactNode
}

export function HomeHero({ figures, isLoading, children }: HomeHeroProps) {
  return (
    <div className="relative isolate overflow-hidden border-b border-line bg-surface px-4 py-10 sm:px-7 sm:py-14">
      <StepLines className="absolute right-0 bottom-0 -z-10 h-full max-lg:hidden lg:w-[36%]" />
      <h1 className="text-2xl sm:text-3xl">
        One connection. <br />A world of events.
      </h1>
      {/* The line keeps its height while its figures are on their way, and where they cannot be had. */}
      <p className="tabular mt-2 min-h-6 text-base text-balance text-muted">
        {figures !== undefined && figures.event_count > 0 && figuresText(figures)}
        {isLoading && <Skeleton className="mt-1 h-4 w-80 max-w-full" />}
      </p>
      <div className="mt-5 max-w-155">{children}</div>
    </div>
  )
}
