import type { WireHome } from '@terrace/contracts/home'
import type { Reader } from '#api/db/transaction.ts'
import { readBanners } from './banners.repo.ts'
import { linkOf } from './build-menu.ts'
import { presentTile } from './content.presenter.ts'
import { readOverview } from './content.repo.ts'
import { presentEvent } from './events.presenter.ts'
import { findContent } from './find-content.repo.ts'
import { findPopularEvents, measureMarket } from './home.repo.ts'
import type { Prices } from './prices.ts'

const bannersShown = 3
const popularShown = 20
/** Whose teams stand on home (spec §7, `premier-league-teams`). */
const featured = { type: 'category', slug: 'premier-league' } as const

/** What home shows beside the lists that have calls of their own: banners, popular events, teams, and the market's size. */
export async function buildHome(db: Reader, now: Date, prices: Prices): Promise<WireHome> {
  const [banners, popular, teams, market] = await Promise.all([
    readBanners(db, now, bannersShown),
    findPopularEvents(db, now, popularShown),
    readFeatured(db, now, prices),
    measureMarket(db, now),
  ])
  return {
    banners: banners.map((banner) => ({
      id: banner.id,
      title: banner.title,
      text: banner.text,
      type: banner.type,
      type_id: banner.typeId,
      link: linkOf(banner),
      slug: banner.slug,
    })),
    popular_events: popular.map((event) => presentEvent(event, prices)),
    featured: teams,
    market: { event_count: market.events, ticket_count: market.tickets, seller_count: market.sellers },
  }
}

async function readFeatured(db: Reader, now: Date, prices: Prices): Promise<WireHome['featured']> {
  const category = await findContent(db, featured)
  if (!category) return null
  const overview = await readOverview(db, now, category)
  if (overview.events === 0) return null
  return {
    category: presentTile({ ...category, ...overview }, prices),
    teams: overview.teams
      .toSorted((a, b) => a.title.localeCompare(b.title, 'en'))
      .map((team) => presentTile(team, prices)),
  }
}
