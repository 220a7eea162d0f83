import type { WireContent } from '@terrace/contracts/catalogue'
import { formatCount, formatTickets } from '@terrace/domain/tickets'
import { Link } from '@tanstack/react-router'
import { priceText } from '#web/lib/price.ts'
import { Art } from '#web/ui/art.tsx'
import { ChevronRightIcon } from '#web/ui/icons.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { eventsText, patternOf } from './event-look.ts'
import { coloursOf } from './team-colours.ts'

// The picture stands in line with the list below; on a phone it is a strip over the full width.
const frame =
  'mx-auto flex max-w-300 items-center gap-7 sm:px-7 sm:py-6 max-sm:flex-col max-sm:items-stretch max-sm:gap-4 max-sm:px-4 max-sm:py-4'
const art = 'h-18 shrink-0 rounded sm:h-26 sm:!w-76'

/** Art, the way here, name, where it is, and how much is on sale from how much. */
export function ContentHead({ content }: { content: WireContent }) {
  const {
    type,
    type_id: id,
    title,
    slug,
    trail,
    place,
    ticket_count: tickets,
    min_price: lowest,
    events,
  } = content
  // A sport is drawn by its own and its sport's name, a team by where it plays next.
  const stage = events[0]?.category ?? { name: title, slug }
  const drawn =
    type === 'category'
      ? { name: [title, ...trail.map((step) => step.title)].join(' '), slug, id }
      : { ...stage, id }
  return (
    <header className="border-b border-line bg-surface">
      <div className={frame}>
        <Art pattern={patternOf(drawn)} name={title} colours={coloursOf(title)} className={art} />
        <div className="min-w-0">
          {trail.length > 0 && (
            <nav aria-label="Breadcrumb" className="mb-1.5">
              <ol className="flex flex-wrap items-center gap-1 text-muted">
                {trail.map((step, index) => (
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
          <h1 className="text-2xl [overflow-wrap:anywhere]">{title}</h1>
          <p className="tabular mt-1.5 text-base text-muted">
            {place && `${place.city} · ${formatCount(place.capacity)} seats · `}
            {eventsText(content.event_count)} · {formatTickets(tickets)}
            {lowest && (
              <>
                {' · from '}
                <strong className="font-semibold text-ink">{priceText(lowest)}</strong>
              </>
            )}
          </p>
        </div>
      </div>
    </header>
  )
}

export function ContentHeadSkeleton() {
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
