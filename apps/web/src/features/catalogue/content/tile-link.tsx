import type { WireTile } from '@terrace/contracts/catalogue'
import { Link } from '@tanstack/react-router'
import { priceText } from '#web/lib/format/price.ts'
import { TwoToneDisc } from '#web/ui/data-display/art.tsx'
import { eventsText } from '#web/features/catalogue/event-card/event-style.ts'

export function TileLink({ tile }: { tile: WireTile }) {
  const { type, title, slug, colours, event_count: events, min_all_in_price: lowest } = tile
  return (
    <Link
      to="/$type/$name"
      params={{ type, name: slug }}
      className="flex h-full items-center gap-3 rounded border border-line bg-surface px-3 py-2.5 transition-colors duration-150 ease-out hover:border-line-strong"
    >
      <TwoToneDisc name={title} colours={colours} className="!size-7 shrink-0" />
      <span className="min-w-0">
        <span className="block leading-5 font-semibold [overflow-wrap:anywhere]">{title}</span>
        <span className="block text-xs text-muted">
          {eventsText(events)}
          {lowest && ` · all-in from\u00A0${priceText(lowest)}`}
        </span>
      </span>
    </Link>
  )
}
