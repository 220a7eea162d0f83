import type { EventRecord } from '@terrace/contracts/search'
import type { SearchRecord } from '../engine/record-values.ts'
import { derbyNames } from './derbies.ts'
import type { EventRow } from './events.repo.ts'
import { eventNameKey, type CategoryNames, type Names, type VenueNames } from './names.repo.ts'
import { categoryNicknames, cityNames, nicknamesOf, placeNames, slugOf, sportWords } from './nicknames.ts'
import { primeTimeNames } from './prime-time.ts'

const daySeconds = 86_400
/** An event that is wanted twice as much stands as if it were this many days nearer. */
const daysPerDoubling = 7

/** The record of an event, with what it is found by and what it is put in order by; neither of them is shown. */
export function eventRecordOf(row: EventRow, names: Names, exchanges: readonly number[]): SearchRecord {
  const venue = names.venues.get(row.venueId)
  const category = names.categories.get(row.categoryId)
  const top = topOf(category, names)
  const performers = row.performers.flatMap(({ id, role }) => {
    const known = names.performers.get(id)
    return known ? [{ ...known, role }] : []
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
  const { asTitle, besides } = thereAndThen(row, venue, names)
  return {
    ...shown,
    known_as: top?.name === 'Motorsport' ? nicknamesOf(venue?.name ?? '') : [],
    other_names: [
      ...(names.events.get(eventNameKey(category?.slug ?? '', row.title)) ?? []),
      ...derbyNames(performers),
      ...otherNames(performers),
    ],
    sides: sidesOf(performers),
    venue_names: venue ? venueNames(venue) : [],
    there_and_then: asTitle,
    when: [whenOf(row), ...besides],
    keywords: [
      ...categoryNicknames(category?.name ?? ''),
      ...sportWords(top?.name ?? ''),
      ...primeTimeNames(category?.name ?? '', row),
      ...(row.round === null ? [] : [row.round]),
    ],
    rank: Math.floor(row.localSeconds / daySeconds) - nearnessOf(row.weight),
  }
}

/** By how many days an event stands nearer than it is, for being wanted. */
export function nearnessOf(weight: number): number {
  return Math.round(daysPerDoubling * Math.log2(1 + weight))
}

/** The sport or genre above all. */
export function topOf(category: CategoryNames | undefined, names: Names): CategoryNames | undefined {
  let top = category
  for (let steps = 0; top && top.parent_id !== null && steps < 10; steps += 1) {
    top = names.categories.get(top.parent_id) ?? top
  }
  return top
}

/** Other names than the one that is shown, each once; those that say no word more are left out. */
export function namesBeside(shown: string, names: readonly string[]): string[] {
  const own = shown.toLowerCase()
  return [...new Set(names)].filter((name) => name.toLowerCase() !== own)
}

/** Other names of a venue, its city and its country. */
function venueNames({ name, names, city, country_code: country }: VenueNames): string[] {
  return namesBeside(name, [...names, ...nicknamesOf(name), ...placeNames(city, country)])
}

interface Playing {
  name: string
  names: readonly string[]
  role: string
}

function otherNames(performers: readonly Playing[]): string[] {
  return performers.flatMap(({ name, names }) => namesBeside(name, [...names, ...nicknamesOf(name)]))
}

/** 'Arsenal home', 'Chelsea away': people say which. */
function sidesOf(performers: readonly Playing[]): string[] {
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

/** 'Saturday 5 December 2026 evening night', as far as it is known. */
function whenOf({ localSeconds, dateConfirmed, timeConfirmed }: EventRow): string {
  const { day, weekday } = dayOf(Math.floor(localSeconds / daySeconds))
  if (!dateConfirmed) return day
  const hour = Math.floor((localSeconds % daySeconds) / 3600)
  return timeConfirmed ? `${weekday} ${day} ${partOfDay(hour)}` : `${weekday} ${day}`
}

/**
 * City and month in one breath, 'New York December 2026'. Who types both means whatever takes place there and then: in this
 * text the words stand side by side, which they do not where the city is only part of a team's name. A city counts as much
 * as a title, so that nearness and demand decide what comes first there; but where a team is called just so, as in
 * Liverpool, the name alone is the team's, and its matches come before the others of its city.
 */
function thereAndThen({ localSeconds }: EventRow, venue: VenueNames | undefined, names: Names) {
  if (!venue) return { asTitle: [], besides: [] }
  const { month } = dayOf(Math.floor(localSeconds / daySeconds))
  const isTeam = (city: string) => names.teams.has(slugOf(city))
  const { asTitle = [], besides = [] } = Object.groupBy([venue.city, ...cityNames(venue.city)], (city) =>
    isTeam(city) ? 'besides' : 'asTitle',
  )
  const phrase = (city: string) => `${city} ${month}`
  return { asTitle: asTitle.map(phrase), besides: besides.map(phrase) }
}

const knownDays = new Map<number, Day>()

interface Day {
  /** '5 December 2026' */
  day: string
  /** 'December 2026' */
  month: string
  weekday: string
}

/** In words; many events share a day, and writing one out takes long. */
function dayOf(number: number): Day {
  const known = knownDays.get(number)
  if (known) return known
  const date = new Date(number * daySeconds * 1000)
  const day = days.format(date)
  const made = { day, month: day.slice(day.indexOf(' ') + 1), weekday: weekdays.format(date) }
  if (knownDays.size > 2000) knownDays.clear()
  knownDays.set(number, made)
  return made
}

function partOfDay(hour: number): string {
  if (hour >= 5 && hour < 12) return 'morning'
  if (hour >= 12 && hour < 17) return 'afternoon'
  return 'evening night'
}
