import type { WireHome } from '@terrace/contracts/home'
import type { DbOrTx } from '#api/db/transaction.ts'
import { readBanners, type Banner } from '../banners/banners.repo.ts'
import { linkOf } from '../menu/build-menu.ts'
import { presentTile } from '../content/content.presenter.ts'
import { readOverview, type Tile } from '../content/content.repo.ts'
import type { Event } from '../events/event.ts'
import { presentEvent } from '../events/events.presenter.ts'
import { findContent } from '../content/find-content.repo.ts'
import { countMarket, findFeaturedCategory, findPopularEvents, type MarketTotals } from './home.repo.ts'
import type { Prices } from '../prices.ts'

const maxBanners = 3
const maxPopularEvents = 20

interface Home {
  banners: Banner[]
  popular: Event[]
  featured: { category: Tile; teams: Tile[] } | null
  market: MarketTotals
}

/** The parts of the home page without an endpoint of their own: banners, popular events, teams and market totals. */
export async function readHome(db: DbOrTx, now: Date): Promise<Home> {
  const [banners, popular, featured, market] = await Promise.all([
    readBanners(db, now, maxBanners),
    findPopularEvents(db, now, maxPopularEvents),
    readFeatured(db, now),
    countMarket(db, now),
  ])
  return { banners, popular, featured, market }
}

/** The featured competition with its teams (spec §7, `premier-league-teams`). */
async function readFeatured(db: DbOrTx, now: Date): Promise<Home['featured']> {
  const typeId = await findFeaturedCategory(db)
  const category = typeId === undefined ? undefined : await findContent(db, { type: 'category', typeId })
  if (!category) return null
  const overview = await readOverview(db, now, category)
  if (overview.events === 0) return null
  return {
    category: { ...category, ...overview, colours: category.art?.colours ?? null },
    teams: overview.teams.toSorted((a, b) => a.title.localeCompare(b.title, 'en')),
  }
}

export function presentHome(home: Home, prices: Prices): WireHome {
  const { market } = home
  return {
    banners: home.banners.map((banner) => ({
      id: banner.id,
      title: banner.title,
      text: banner.text,
      type: banner.type,
      type_id: banner.typeId,
      link: linkOf(banner),
      slug: banner.slug,
    })),
    popular_events: home.popular.map((event) => presentEvent(event, prices)),
    featured: home.featured && {
      category: presentTile(home.featured.category, prices),
      teams: home.featured.teams.map((team) => presentTile(team, prices)),
    },
    market: { event_count: market.events, ticket_count: market.tickets, seller_count: market.sellers },
  }
}
