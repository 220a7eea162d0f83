import type { WireEvent, WireSeatingPlan } from '@terrace/contracts/catalogue'
import { toWireMoney } from '@terrace/contracts/wire-money'
import type { Event } from './event.ts'
import type { VenuePlan } from './seating-plans.repo.ts'

/** An event in the shape of product.md §9. */
export function presentEvent(event: Event): WireEvent {
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
    min_price: event.minPrice && toWireMoney(event.minPrice),
    ticket_count: event.ticketCount,
  }
}

export function presentSeatingPlan({ venueId, isSchematic, plan, categories }: VenuePlan): WireSeatingPlan {
  const idOf = new Map(categories.map((category) => [category.name, category.id]))
  const nameOf = new Map(plan.categories.map((category) => [category.key, category.name]))
  return {
    venue_id: venueId,
    schematic: isSchematic,
    width: plan.width,
    height: plan.height,
    surface: plan.surface,
    blocks: plan.blocks.flatMap((block) => {
      const categoryId = idOf.get(nameOf.get(block.category) ?? '')
      if (categoryId === undefined) return []
      const { id, name, level, polygon, labelAt } = block
      return [{ id, name, level, category_id: categoryId, polygon, label_at: labelAt }]
    }),
    categories,
  }
}
