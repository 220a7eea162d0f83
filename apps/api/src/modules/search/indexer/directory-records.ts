import type { CategoryRecord, PerformerRecord, VenueRecord } from '@terrace/contracts/search'
import type { SearchRecord } from '@terrace/search-engine/engine/records/record-values'
import { namesExcept, topOf } from './name-parts.ts'
import { locationNames, type CategoryNames, type EventCounts, type Names } from './names.repo.ts'

/** Records of the performers with upcoming events. */
export function performerRecords(counts: readonly EventCounts[], names: Names): SearchRecord[] {
  return counts.flatMap(({ id, events, categories }) => {
    const performer = names.performers.get(id)
    if (!performer) return []
    const record: PerformerRecord = {
      objectID: String(id),
      id,
      type: 'performer',
      kind: performer.kind,
      title: performer.name,
      slug: performer.slug,
      colours: performer.colours,
      competitions: categories.flatMap((category) => names.categories.get(category)?.name ?? []).toSorted(),
      event_count: events,
    }
    return [{ ...record, other_names: namesExcept(performer.name, performer.names) }]
  })
}

export function venueRecords(counts: readonly EventCounts[], names: Names): SearchRecord[] {
  return counts.flatMap(({ id, events }) => {
    const venue = names.venues.get(id)
    if (!venue) return []
    const record: VenueRecord = {
      objectID: String(id),
      id,
      type: 'venue',
      title: venue.name,
      slug: venue.slug,
      city: venue.city,
      country_code: venue.country_code,
      event_count: events,
    }
    return [
      {
        ...record,
        other_names: namesExcept(venue.name, venue.names),
        location_names: locationNames(names, venue.city, venue.country_code),
      },
    ]
  })
}

/** Records of the categories with upcoming events, their own or their descendants'. */
export function categoryRecords(counts: readonly EventCounts[], names: Names): SearchRecord[] {
  const totals = new Map<number, number>()
  for (const { id, events } of counts) {
    for (const each of withAncestors(names.categories.get(id), names)) {
      totals.set(each.id, (totals.get(each.id) ?? 0) + events)
    }
  }
  return [...totals].flatMap(([id, events]) => {
    const category = names.categories.get(id)
    if (!category) return []
    const record: CategoryRecord = {
      objectID: String(id),
      id,
      type: 'category',
      kind: category.kind,
      title: category.name,
      slug: category.slug,
      parent: (category.parent_id !== null && names.categories.get(category.parent_id)?.name) || '',
      event_count: events,
    }
    return [{ ...record, other_names: category.nicknames, top: topOf(category, names)?.name ?? '' }]
  })
}

/** The category and its ancestors. */
function withAncestors(category: CategoryNames | undefined, names: Names): CategoryNames[] {
  const chain: CategoryNames[] = []
  for (let each = category; each && !chain.includes(each);) {
    chain.push(each)
    each = each.parent_id === null ? undefined : names.categories.get(each.parent_id)
  }
  return chain
}
