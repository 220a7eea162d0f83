import type { SearchRecord } from '../../engine/records/record-values.ts'
import { createRandom } from './random.ts'

/** Settings that use most of what an index supports. */
export const catalogueSettings = {
  queryType: 'prefixAll',
  allowTyposOnNumericTokens: false,
  removeWordsIfNoResults: 'allOptional',
  typoTolerance: 'min',
  ranking: ['typo', 'geo', 'words', 'filters', 'proximity', 'exact', 'attribute', 'custom'],
  optionalWords: ['v', 'at', 'the', 'of', 'fc'],
  searchableAttributes: [
    'unordered(nickname)',
    'unordered(title),unordered(city_month)',
    'unordered(performers.name)',
    'unordered(venue.name),unordered(venue.city)',
    'unordered(competition)',
    'unordered(when)',
  ],
  attributesForFaceting: [
    'searchable(competition)',
    'searchable(venue.city)',
    'filterOnly(home_id)',
    'performer_ids',
    'price',
  ],
  unretrievableAttributes: ['nickname', 'city_month', 'when', 'rank'],
  attributesToHighlight: ['title', 'performers.name', 'venue.name', 'venue.city', 'competition'],
  disableTypoToleranceOnAttributes: ['nickname', 'when'],
  disablePrefixOnAttributes: ['nickname'],
  customRanking: ['asc(rank)', 'asc(date)', 'asc(id)'],
  attributeForDistinct: 'competition',
}

const places = [
  'London',
  'Manchester',
  'Liverpool',
  'Madrid',
  'Málaga',
  'München',
  'Milano',
  'Zürich',
  'São Paulo',
  'New York',
  'Newcastle',
  'Łódź',
  'Paris',
  'Parma',
  'Leeds',
  'Athens',
  '東京',
  'Porto',
] as const
const suffixes = ['United', 'City', 'Athletic', 'FC', 'Rovers', 'Real', 'Inter', 'Harmonic', '1860'] as const
const grounds = ['Arena', 'Stadium', 'Park', 'Bowl', 'Stadion', 'Hall "A"'] as const
const competitions = [
  'Premier League',
  'Serie A',
  'Grand Prix',
  'Champions League',
  'Symphony Nights',
] as const
const months = ['January', 'March', 'May', 'August', 'October', 'December'] as const
const days = ['Monday', 'Tuesday', 'Wednesday', 'Saturday', 'Sunday'] as const
const firstDay = 1_830_297_600

/** Events of a few hundred teams, with texts in several scripts; the same in every run. */
export function createCatalogue(size: number): SearchRecord[] {
  const random = createRandom(20_261_129)
  const teams = places.flatMap((place, row) =>
    suffixes.map((suffix, column) =>
      Object.freeze({ id: row * suffixes.length + column, name: `${place} ${suffix}`, role: 'home' }),
    ),
  )
  const venues = places.flatMap((city, row) =>
    grounds.map((ground, column) =>
      Object.freeze({
        id: row * grounds.length + column,
        name: `${city} ${ground}`,
        city,
        capacity: row * 1000,
      }),
    ),
  )
  return Array.from({ length: size }, (_, id) => {
    const [home, away] = [teams[random.below(teams.length)], teams[random.below(teams.length)]]
    const venue = venues[random.below(venues.length)]
    const month = random.pick(months)
    const date = firstDay + random.below(700) * 86_400
    return {
      objectID: String(id),
      id,
      title: `${home?.name} v ${away?.name}`,
      competition: random.pick(competitions),
      date,
      venue,
      performers: [home, { ...away, role: 'away' }],
      price: random.below(20) * 5,
      nickname: random.chance(0.05) ? ['Derby', `Clásico ${venue?.city}`] : [],
      city_month: [`${venue?.city} ${month}`],
      when: `${random.pick(days)} ${1 + random.below(28)} ${month} ${2028 + random.below(2)}`,
      home_id: home?.id ?? 0,
      performer_ids: [home?.id ?? 0, away?.id ?? 0],
      rank: Math.floor(date / 86_400) - random.below(40),
      ...(random.chance(0.1) && { notes: [{ text: 'row\nbreak', flags: [true, null] }, 'plain ü'] }),
    }
  })
}

/** Words that people would type to find these events. */
export const catalogueWords: readonly [string, ...string[]] = [
  'derby',
  ...[...places, ...suffixes, ...grounds, ...competitions, ...months, ...days].flatMap((text) =>
    text.toLowerCase().split(' '),
  ),
]
