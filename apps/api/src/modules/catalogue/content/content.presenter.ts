import type { WireContent, WireTile } from '@terrace/contracts/catalogue'
import type { Content } from './find-content.repo.ts'
import type { Overview, Tile } from './content.repo.ts'
import type { Event } from '../events/event.ts'
import { presentEvent } from '../events/events.presenter.ts'
import type { Prices } from '../prices.ts'

export function presentTile(tile: Tile, prices: Prices): WireTile {
  return {
    type: tile.type,
    type_id: tile.id,
    title: tile.title,
    slug: tile.slug,
    colours: tile.colours,
    event_count: tile.events,
    ticket_count: tile.tickets,
    ...prices.wireLowest(prices.lowest(tile.prices)),
  }
}

interface Page {
  content: Pick<Content, 'id' | 'title' | 'slug' | 'place' | 'art'> & { type: WireContent['type'] }
  breadcrumbs: readonly Content[]
  overview: Overview
  events: readonly Event[]
}

export function presentContent(
  { content, breadcrumbs, overview, events }: Page,
  prices: Prices,
): WireContent {
  const { type, id, title, slug, place, art } = content
  return {
    type,
    type_id: id,
    title,
    slug,
    art: {
      pattern: art?.pattern ?? events[0]?.art.pattern ?? 'pitch',
      colours: art?.colours ?? null,
    },
    breadcrumbs: breadcrumbs.map((step) => ({
      type: step.type,
      type_id: step.id,
      title: step.title,
      slug: step.slug,
    })),
    ...(place && {
      place: { city: place.city, country_code: place.countryCode, capacity: place.capacity },
    }),
    event_count: overview.events,
    ticket_count: overview.tickets,
    ...prices.wireLowest(prices.lowest(overview.prices)),
    months: overview.months.map((month) => ({
      month: month.month,
      event_count: month.events,
      ticket_count: month.tickets,
    })),
    categories: overview.categories.map((tile) => presentTile(tile, prices)),
    teams: overview.teams.map((tile) => presentTile(tile, prices)),
    events: events.map((event) => presentEvent(event, prices)),
  }
}
