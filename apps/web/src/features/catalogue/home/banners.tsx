import type { WireBanner } from '@terrace/contracts/home'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { priceText } from '#web/lib/format/price.ts'
import { Art } from '#web/ui/data-display/art.tsx'
import { cx } from '#web/ui/cx.ts'
import { ChevronRightIcon } from '#web/ui/icons.ts'
import { eventsText, leadPerformerName } from '#web/features/catalogue/event-card/event-style.ts'
import { bannerContentQuery } from './home-queries.ts'
import { megaMenuLink } from '#web/features/catalogue/menu/menu-links.ts'

export function Banners({ banners }: { banners: readonly WireBanner[] }) {
  if (banners.length === 0) return null
  return (
    <ul
      aria-label="Highlights"
      className={cx(
        'grid gap-4',
        banners.length === 2 && 'md:grid-cols-2',
        banners.length > 2 && 'lg:grid-cols-3',
      )}
    >
      {banners.map((banner) => (
        <li key={banner.id}>
          <BannerCard banner={banner} isOnly={banners.length === 1} />
        </li>
      ))}
    </ul>
  )
}

function BannerCard({ banner, isOnly }: { banner: WireBanner; isOnly: boolean }) {
  const { data: content } = useQuery(bannerContentQuery(banner.id))
  const [nextEvent] = content?.events ?? []
  const isOfEvent = nextEvent !== undefined && banner.type !== 'category'
  const name = isOfEvent ? leadPerformerName(nextEvent) : banner.title
  return (
    <article className="group relative flex h-full overflow-hidden rounded border border-line bg-surface transition-colors duration-150 ease-out hover:border-line-strong has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-accent">
      <Art
        pattern={content?.art.pattern ?? 'pitch'}
        name={name}
        colours={isOfEvent ? nextEvent.art.colours : content?.art.colours}
        className={cx('shrink-0 self-stretch', isOnly ? '!w-[32%] max-sm:!w-24' : '!w-28 max-sm:!w-24')}
      />
      <div className="flex min-w-0 flex-1 items-center gap-4 px-4 py-4 sm:px-5">
        <div className="min-w-0 flex-1">
          <h2 className="text-lg [overflow-wrap:anywhere]">
            <Link
              to={megaMenuLink({ ...banner, title: banner.slug, sub_menu: [] })}
              className="outline-none after:absolute after:inset-0"
            >
              {banner.title}
            </Link>
          </h2>
          {banner.text !== '' && <p className="mt-0.5 text-muted">{banner.text}</p>}
          {/* Reserves the line's height while its data loads. */}
          <p className="mt-1.5 min-h-5 text-muted">
            {content &&
              [
                eventsText(content.event_count),
                formatTickets(content.ticket_count),
                ...(content.min_all_in_price ? [`all-in from ${priceText(content.min_all_in_price)}`] : []),
              ].join(' · ')}
          </p>
        </div>
        <ChevronRightIcon
          aria-hidden
          className="size-5 shrink-0 text-muted transition-transform duration-150 ease-out group-hover:translate-x-0.5"
        />
      </div>
    </article>
  )
}
