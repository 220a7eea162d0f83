import type { EventRecord } from '@terrace/contracts/search'
import { stageOf } from '@terrace/domain/search/stages'
import type { SearchRecord } from '@terrace/search-engine/engine/records/record-values'
import type { EventRow } from './events.repo.ts'
import { namePartsOf } from './name-parts.ts'
import { eventNameKey, rivalryKey, type CategoryNames, type Names } from './names.repo.ts'

const daySeconds = 86_400
/** Doubling an event's demand ranks it as if it were this many days sooner. */
const daysPerDoubling = 7
/** An event with tickets ranks before every event without. Only the order tells; the record has no stock. */
const daysForStock = 3650

/** The search record of an event. The fields for matching and ranking are not retrievable. */
export function eventRecordOf(row: EventRow, names: Names, exchanges: readonly number[]): SearchRecord {
  const parts = namePartsOf(names)
  const venue = parts.venue(row.venueId)
  const category = parts.category(row.categoryId)
  const { isNamedAfterVenue = false, kickOffNames = [] } = names.categories.get(row.categoryId) ?? {}
  const performers = row.performers.flatMap(({ id, role }) => parts.performer(id, role) ?? [])
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
    venue: venue.shown,
    category: category.shown,
    sport: category.sport,
    competition: category.shown.name,
    performers: performers.map((performer) => performer.shown),
    exchanges: [...exchanges],
    is_source_tixstock: 1,
  }
  const { asTitle, asKeyword } = venue.phrasesFor(monthOf(row))
  return {
    ...shown,
    known_as: isNamedAfterVenue ? venue.nicknames : [],
    other_names: [
      ...(names.events.get(eventNameKey(category.shown.slug, row.title)) ?? []),
      ...rivalryNames(shown.performers, names),
      ...performers.flatMap((performer) => performer.otherNames),
    ],
    sides: performers.flatMap(({ side }) => side ?? []),
    venue_names: venue.otherNames,
    city_month: asTitle,
    when: [whenOf(row), ...asKeyword],
    keywords: [
      ...category.keywords,
      ...namesOfKickOff(kickOffNames, row),
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

/** Names of a match between two rivals, such as 'El Clásico'. */
function rivalryNames(performers: readonly { id: number }[], names: Names): readonly string[] {
  const [one, other, ...more] = performers
  if (!one || !other || more.length > 0) return []
  return names.rivalries.get(rivalryKey(one.id, other.id)) ?? []
}

/** Names of its weekday and time, such as 'Sunday Night Football'. */
function namesOfKickOff(
  kickOffNames: CategoryNames['kickOffNames'],
  { localSeconds, timeConfirmed }: EventRow,
): string[] {
  if (kickOffNames.length === 0 || !timeConfirmed) return []
  const local = new Date(localSeconds * 1000)
  const time = local.toISOString().slice(11, 16)
  return kickOffNames
    .filter(({ weekday, from }) => weekday === local.getUTCDay() && from <= time)
    .map(({ name }) => name)
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
  const { day, dated, evening, morning, afternoon } = dayOf(Math.floor(localSeconds / daySeconds))
  if (!dateConfirmed) return day
  if (!timeConfirmed) return dated
  const hour = Math.floor((localSeconds % daySeconds) / 3600)
  if (hour >= 5 && hour < 12) return morning
  return hour >= 12 && hour < 17 ? afternoon : evening
}

const monthOf = ({ localSeconds }: EventRow): string => dayOf(Math.floor(localSeconds / daySeconds)).month

const maxCachedDays = 8000
const dayCache = new Map<number, Day>()

/** The texts of one day, without and with its weekday and part. */
interface Day {
  day: string
  month: string
  dated: string
  morning: string
  afternoon: string
  evening: string
}

/** Cached, because many events share a day and formatting is slow. */
function dayOf(number: number): Day {
  const cached = dayCache.get(number)
  if (cached) return cached
  const date = new Date(number * daySeconds * 1000)
  const day = days.format(date)
  const dated = `${weekdays.format(date)} ${day}`
  const formatted = {
    day,
    month: day.slice(day.indexOf(' ') + 1),
    dated,
    morning: `${dated} morning`,
    afternoon: `${dated} afternoon`,
    evening: `${dated} evening night`,
  }
  if (dayCache.size > maxCachedDays) dayCache.clear()
  dayCache.set(number, formatted)
  return formatted
}
