import type { EventRecord } from '@terrace/contracts/search'
import { stageOf } from '@terrace/domain/search/stages'
import type { SearchRecord } from '@terrace/search-engine/engine/record-values'
import { cachedSlug } from './cached-slug.ts'
import type { EventRow } from './events.repo.ts'
import {
  cityNames,
  eventNameKey,
  locationNames,
  rivalryKey,
  type CategoryNames,
  type Names,
  type VenueNames,
} from './names.repo.ts'

const daySeconds = 86_400
/** Doubling an event's demand ranks it as if it were this many days sooner. */
const daysPerDoubling = 7
/** An event with tickets ranks before every event without. Only the order tells; the record has no stock. */
const daysForStock = 3650

/** The search record of an event. The fields for matching and ranking are not retrievable. */
export function eventRecordOf(row: EventRow, names: Names, exchanges: readonly number[]): SearchRecord {
  const venue = names.venues.get(row.venueId)
  const category = names.categories.get(row.categoryId)
  const top = topOf(category, names)
  const performers = row.performers.flatMap(({ id, role }) => {
    const performer = names.performers.get(id)
    return performer ? [{ ...performer, role }] : []
  })
  const shown: EventRecord = {
    objectID: String(row.id),
    id: row.id,
    type: 'event',
    title: row.title,
    slug: row.slug,
    event_date_local: row.localSeconds,
    date_confirmed: row.dateConfirmed,
    time_confirmed: row.timeConfirmed,
    timezone: row.timezone,
    status: row.status,
    venue: {
      id: row.venueId,
      name: venue?.name ?? '',
      city: venue?.city ?? '',
      country_code: venue?.country_code ?? '',
    },
    category: { id: row.categoryId, name: category?.name ?? '', slug: category?.slug ?? '' },
    sport: top?.name ?? '',
    competition: category?.name ?? '',
    performers: performers.map(({ id, name, slug, role }) => ({ id, name, slug, role })),
    exchanges: [...exchanges],
    is_source_tixstock: 1,
  }
  const { asTitle, asKeyword } = cityMonthPhrases(row, venue, names)
  return {
    ...shown,
    known_as: category?.isNamedAfterVenue ? (venue?.nicknames ?? []) : [],
    other_names: [
      ...(names.events.get(eventNameKey(category?.slug ?? '', row.title)) ?? []),
      ...rivalryNames(performers, names),
      ...otherNames(performers),
    ],
    sides: sidesOf(performers),
    venue_names: venue ? venueNames(venue, names) : [],
    city_month: asTitle,
    when: [whenOf(row), ...asKeyword],
    keywords: [
      ...(category?.nicknames ?? []),
      ...(top?.keywords ?? []),
      ...kickOffNames(category, row),
      ...(row.round === null ? [] : [row.round]),
    ],
    ...facetsOf(row),
    rank: Math.floor(row.localSeconds / daySeconds) - boostDays(row),
  }
}

/** Ids that filters of an understood query name, see packages/domain/src/search/name-parts.ts. */
function facetsOf({ performers, round, title }: EventRow): Record<string, unknown> {
  const idOf = (role: string) => performers.find((performer) => performer.role === role)?.id
  const others = performers.filter(({ role }) => role !== 'home' && role !== 'away')
  const stage = stageOf(round ?? '') ?? stageOf(title)
  const [home, away] = [idOf('home'), idOf('away')]
  return {
    ...(home !== undefined && { home_id: home }),
    ...(away !== undefined && { away_id: away }),
    ...(others.length > 0 && { performer_ids: others.map(({ id }) => id) }),
    ...(stage !== undefined && { stage }),
  }
}

/** How many days sooner demand and stock make an event rank. */
export function boostDays({ weight, hasStock }: Pick<EventRow, 'weight' | 'hasStock'>): number {
  return Math.round(daysPerDoubling * Math.log2(1 + weight)) + (hasStock ? daysForStock : 0)
}

/** The category's root: a sport or genre. */
export function topOf(category: CategoryNames | undefined, names: Names): CategoryNames | undefined {
  let top = category
  for (let steps = 0; top && top.parent_id !== null && steps < 10; steps += 1) {
    top = names.categories.get(top.parent_id) ?? top
  }
  return top
}

/** The distinct names that differ from the displayed one. */
export function namesExcept(shown: string, names: readonly string[]): string[] {
  const shownLower = shown.toLowerCase()
  return [...new Set(names)].filter((name) => name.toLowerCase() !== shownLower)
}

/** Other names of the venue, its city and its country. */
function venueNames({ name, names, city, country_code: country }: VenueNames, all: Names): string[] {
  return namesExcept(name, [...names, ...locationNames(all, city, country)])
}

/** Names of a match between two rivals, such as 'El Clásico'. */
function rivalryNames(performers: readonly { id: number }[], names: Names): readonly string[] {
  const [one, other, ...more] = performers
  if (!one || !other || more.length > 0) return []
  return names.rivalries.get(rivalryKey(one.id, other.id)) ?? []
}

/** Names of its weekday and time, such as 'Sunday Night Football'. */
function kickOffNames(
  category: CategoryNames | undefined,
  { localSeconds, timeConfirmed }: EventRow,
): string[] {
  if (!category || !timeConfirmed) return []
  const local = new Date(localSeconds * 1000)
  const time = local.toISOString().slice(11, 16)
  return category.kickOffNames
    .filter(({ weekday, from }) => weekday === local.getUTCDay() && from <= time)
    .map(({ name }) => name)
}

interface EventPerformer {
  name: string
  names: readonly string[]
  role: string
}

function otherNames(performers: readonly EventPerformer[]): string[] {
  return performers.flatMap(({ name, names }) => namesExcept(name, names))
}

/** Searchable phrases such as 'Arsenal home' and 'Chelsea away'. */
function sidesOf(performers: readonly EventPerformer[]): string[] {
  return performers.flatMap(({ name, role }) =>
    role === 'home' || role === 'away' ? [`${name} ${role}`] : [],
  )
}

const weekdays = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })
const days = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** 'Saturday 5 December 2026 evening night', or the confirmed part of it. */
function whenOf({ localSeconds, dateConfirmed, timeConfirmed }: EventRow): string {
  const { day, weekday } = dayOf(Math.floor(localSeconds / daySeconds))
  if (!dateConfirmed) return day
  const hour = Math.floor((localSeconds % daySeconds) / 3600)
  return timeConfirmed ? `${weekday} ${day} ${partOfDay(hour)}` : `${weekday} ${day}`
}

/**
 * Phrases such as 'New York December 2026'. The words are adjacent here, which ranks the events of that city and
 * month first. City names rank like titles, unless a team has the same name, such as Liverpool: then the team's
 * matches come before other events in its city.
 */
function cityMonthPhrases({ localSeconds }: EventRow, venue: VenueNames | undefined, names: Names) {
  if (!venue) return { asTitle: [], asKeyword: [] }
  const { month } = dayOf(Math.floor(localSeconds / daySeconds))
  const isTeam = (city: string) => names.teams.has(cachedSlug(city))
  const { asTitle = [], asKeyword = [] } = Object.groupBy(cityNames(names, venue.city), (city) =>
    isTeam(city) ? 'asKeyword' : 'asTitle',
  )
  const phrase = (city: string) => `${city} ${month}`
  return { asTitle: asTitle.map(phrase), asKeyword: asKeyword.map(phrase) }
}

const dayCache = new Map<number, Day>()

interface Day {
  day: string
  month: string
  weekday: string
}

/** Cached, because many events share a day and formatting is slow. */
function dayOf(number: number): Day {
  const cached = dayCache.get(number)
  if (cached) return cached
  const date = new Date(number * daySeconds * 1000)
  const day = days.format(date)
  const formatted = { day, month: day.slice(day.indexOf(' ') + 1), weekday: weekdays.format(date) }
  if (dayCache.size > 2000) dayCache.clear()
  dayCache.set(number, formatted)
  return formatted
}

function partOfDay(hour: number): string {
  if (hour >= 5 && hour < 12) return 'morning'
  if (hour >= 12 && hour < 17) return 'afternoon'
  return 'evening night'
}
