import type { PriceMeta, WireEvent, WireSeatingPlan } from '@terrace/contracts/catalogue'
import type { Event } from './event.ts'
import type { Prices } from '../prices.ts'
import { presentPlanFrame } from '../seating-plans/plan.presenter.ts'
import type { VenuePlan } from '../seating-plans/seating-plans.repo.ts'

export function presentEvent(event: Event, prices: Pick<Prices, 'wireLowest'>): WireEvent {
  return {
    id: event.id,
    title: event.title,
    type: 'event',
    slug: event.slug,
    event_date_local: event.localAt,
    date_confirmed: event.dateConfirmed,
    time_confirmed: event.timeConfirmed,
    timezone: event.timezone,
    status: event.status,
    venue: {
      id: event.venue.id,
      name: event.venue.name,
      city: event.venue.city,
      country_code: event.venue.countryCode,
    },
    category: event.category,
    performers: event.performers,
    ...prices.wireLowest(event.minPrice),
    ticket_count: event.ticketCount,
    art: event.art,
  }
}

/** A list of events, with the currency of their prices in `meta`. */
export function presentEvents(
  events: readonly Event[],
  prices: Prices,
): { data: WireEvent[]; meta: PriceMeta } {
  const data = events.map((event) => presentEvent(event, prices))
  return { data, meta: prices.meta() }
}

export function presentSeatingPlan({
  venueId,
  isSchematic,
  plan,
  categories,
  otherNames,
}: VenuePlan): WireSeatingPlan {
  const idOf = new Map(categories.map((category) => [category.name, category.id]))
  const nameOf = new Map(plan.categories.map((category) => [category.key, category.name]))
  return {
    venue_id: venueId,
    ...presentPlanFrame({ isSchematic, plan }),
    blocks: plan.blocks.flatMap((block) => {
      const categoryId = idOf.get(nameOf.get(block.category) ?? '')
      if (categoryId === undefined) return []
      const { id, name, level, polygon, labelAt } = block
      return [
        {
          id,
          name,
          level,
          category_id: categoryId,
          polygon,
          label_at: labelAt,
          other_names: otherNames[id] ?? [],
        },
      ]
    }),
    categories,
  }
}
