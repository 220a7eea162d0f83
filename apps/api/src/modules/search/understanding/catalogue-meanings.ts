import type { Meaning } from '@terrace/domain/search/name-index'
import { cityNames, countryNamesOf, type CategoryNames, type Names } from '../indexer/names.repo.ts'

/** Every name of the catalogue with what it stands for, its own name first. */
export function* catalogueMeanings(names: Names): Generator<[name: string, meaning: Meaning]> {
  for (const { id, name, names: others } of names.performers.values()) {
    yield* named([name, ...others], { kind: 'performer', values: [String(id)], label: name })
  }
  for (const [ids, rivalNames] of names.rivalries) {
    for (const name of rivalNames) yield [name, { kind: 'rivalry', values: ids.split(' '), label: name }]
  }
  for (const category of names.categories.values()) {
    const { id, name, nicknames } = category
    const values = [id, ...descendantsOf(id, names)].map(String)
    yield* named([name, ...nicknames], { kind: 'competition', values, label: name })
    // Names of weekly games are searched as text; they must not be taken apart.
    for (const { name: kickOff } of category.kickOffNames) yield [kickOff, eventMeaning(kickOff)]
  }
  const cities = new Set<string>()
  const countries = new Set<string>()
  for (const { id, name, names: others, city, country_code: country } of names.venues.values()) {
    yield* named([name, ...others], { kind: 'venue', values: [String(id)], label: name })
    cities.add(city)
    countries.add(country)
  }
  for (const city of cities) {
    if (city !== '') yield* named(cityNames(names, city), { kind: 'city', values: [city], label: city })
  }
  for (const code of countries) {
    const all = countryNamesOf(names, code)
    const [label] = all
    if (label !== undefined) yield* named(all, { kind: 'country', values: [code], label })
  }
  for (const [key, others] of names.events) {
    const title = key.slice(key.indexOf('\n') + 1)
    yield* named([title, ...others], eventMeaning(title))
  }
}

function* named(all: readonly string[], meaning: Meaning): Generator<[string, Meaning]> {
  for (const name of all) yield [name, meaning]
}

const eventMeaning = (label: string): Meaning => ({ kind: 'event', values: [], label })

/** Categories below a sport or genre; events name only their own. */
function descendantsOf(id: number, { categories }: Names, depth = 0): number[] {
  if (depth > 5) return []
  return [...categories.values()]
    .filter((category: CategoryNames) => category.parent_id === id)
    .flatMap((category) => [category.id, ...descendantsOf(category.id, { categories } as Names, depth + 1)])
}
