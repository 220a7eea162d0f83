import type { WireContent } from '@terrace/contracts/catalogue'
import { formatCount, formatTickets } from '@terrace/domain/tickets/format-count'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { priceText } from '#web/lib/format/price.ts'
import { Art } from '#web/ui/data-display/art.tsx'
import { ChevronRightIcon } from '#web/ui/icons.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { eventsText } from '#web/features/catalogue/event-card/event-style.ts'

// The image aligns with the list below; on phones it spans the full width.
const frame =
  'mx-auto flex max-w-360 items-center gap-5 sm:px-5 sm:py-3.5 max-sm:flex-col max-sm:items-stretch max-sm:gap-4 max-sm:px-4 max-sm:py-4'
const art = 'h-18 shrink-0 rounded sm:!w-52'

export function ContentHeader({ content, action }: { content: WireContent; action?: ReactNode }) {
  const { title, art: picture, breadcrumbs, place, ticket_count: tickets, min_all_in_price: lowest } = content
  return (
    <header className="border-b border-line bg-surface">
      <div className={frame}>
        <Art pattern={picture.pattern} name={title} colours={picture.colours} className={art} />
        <div className="min-w-0">
          {breadcrumbs.length > 0 && (
            <nav aria-label="Breadcrumb" className="mb-0.5 text-xs">
              <ol className="flex flex-wrap items-center gap-1 text-muted">
                {breadcrumbs.map((step, index) => (
                  <li key={step.type_id} className="inline-flex items-center gap-1">
                    {index > 0 && <ChevronRightIcon aria-hidden className="size-3.5" />}
                    <Link
                      to="/$type/$name"
                      params={{ type: step.type, name: step.slug }}
                      className="rounded-sm py-1 hover:text-ink hover:underline"
                    >
                      {step.title}
                    </Link>
                  </li>
                ))}
              </ol>
            </nav>
          )}
          <h1 className="text-xl [overflow-wrap:anywhere]">{title}</h1>
          <p className="tabular mt-0.5 text-muted">
            {place && `${place.city} · ${formatCount(place.capacity)} seats · `}
            {eventsText(content.event_count)} · {formatTickets(tickets)}
            {lowest && (
              <>
                <span className="normal-nums"> · all-in from </span>
                <strong className="font-semibold text-ink">{priceText(lowest)}</strong>
              </>
            )}
          </p>
        </div>
        {action !== undefined && <div className="sm:ml-auto">{action}</div>}
      </div>
    </header>
  )
}

export function ContentHeaderSkeleton() {
  return (
    <div className="border-b border-line bg-surface">
      <div className={frame}>
        <Skeleton className={art} />
        <div className="min-w-0 flex-1">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="mt-3.5 h-8 w-64 max-w-full" />
          <Skeleton className="mt-3 h-4 w-44" />
        </div>
      </div>
    </div>
  )
}
