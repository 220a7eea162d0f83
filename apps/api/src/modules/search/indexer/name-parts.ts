import { cachedSlug } from './cached-slug.ts'
import {
  cityNames,
  locationNames,
  type CategoryNames,
  type Names,
  type PerformerNames,
  type VenueNames,
} from './names.repo.ts'

/** What the records of all events at a venue have in common. */
interface VenueParts {
  shown: { id: number; name: string; city: string; country_code: string }
  /** Other names of the venue, its city and its country. */
  otherNames: string[]
  nicknames: string[]
  /** Phrases such as 'New York December 2026', of cities that rank like titles and of those named like a team. */
  phrasesFor(month: string): { asTitle: string[]; asKeyword: string[] }
}

/** What the records of all events of a performer in one role have in common. */
interface PerformerParts {
  shown: { id: number; name: string; slug: string; role: string }
  otherNames: string[]
  /** A searchable phrase such as 'Arsenal home'. */
  side: string | undefined
}

interface CategoryParts {
  shown: { id: number; name: string; slug: string }
  sport: string
  keywords: string[]
}

export interface NameParts {
  venue(id: number): VenueParts
  /** Undefined for an unknown performer. */
  performer(id: number, role: string): PerformerParts | undefined
  category(id: number): CategoryParts
}

const partsOfSnapshots = new WeakMap<Names, NameParts>()

/**
 * The parts of records that depend on names only. Each is made once for each snapshot of names. Frozen objects are
 * serialised once by the index.
 */
export function namePartsOf(names: Names): NameParts {
  const known = partsOfSnapshots.get(names)
  if (known) return known
  const parts: NameParts = {
    venue: memoized((id: number) => venueParts(id, names)),
    performer: (id, role) => performerIn(role)(id),
    category: memoized((id: number) => categoryParts(id, names)),
  }
  const performerIn = memoized((role: string) =>
    memoized((id: number) => {
      const performer = names.performers.get(id)
      return performer && performerParts(performer, role)
    }),
  )
  partsOfSnapshots.set(names, parts)
  return parts
}

function memoized<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known
    const value = make(key)
    made.set(key, value)
    return value
  }
}

function venueParts(id: number, names: Names): VenueParts {
  const venue = names.venues.get(id)
  const { name = '', city = '', country_code = '', nicknames = [] } = venue ?? {}
  return {
    shown: Object.freeze({ id, name, city, country_code }),
    otherNames: venue ? venueNames(venue, names) : [],
    nicknames,
    phrasesFor: memoized((month: string) =>
      venue ? cityPhrases(venue, month, names) : { asTitle: [], asKeyword: [] },
    ),
  }
}

function venueNames({ name, names, city, country_code: country }: VenueNames, all: Names): string[] {
  return namesExcept(name, [...names, ...locationNames(all, city, country)])
}

/**
 * The words are adjacent here, which ranks the events of that city and month first. City names rank like titles,
 * unless a team has the same name, such as Liverpool: then the team's matches come before other events in its city.
 */
function cityPhrases({ city }: VenueNames, month: string, names: Names) {
  const { asTitle = [], asKeyword = [] } = Object.groupBy(cityNames(names, city), (each) =>
    names.teams.has(cachedSlug(each)) ? 'asKeyword' : 'asTitle',
  )
  const phrase = (each: string) => `${each} ${month}`
  return { asTitle: asTitle.map(phrase), asKeyword: asKeyword.map(phrase) }
}

function performerParts({ id, name, slug, names }: PerformerNames, role: string): PerformerParts {
  return {
    shown: Object.freeze({ id, name, slug, role }),
    otherNames: namesExcept(name, names),
    side: role === 'home' || role === 'away' ? `${name} ${role}` : undefined,
  }
}

function categoryParts(id: number, names: Names): CategoryParts {
  const category = names.categories.get(id)
  const top = topOf(category, names)
  return {
    shown: Object.freeze({ id, name: category?.name ?? '', slug: category?.slug ?? '' }),
    sport: top?.name ?? '',
    keywords: [...(category?.nicknames ?? []), ...(top?.keywords ?? [])],
  }
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
