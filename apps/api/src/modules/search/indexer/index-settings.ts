import { searchIndexName } from '@terrace/contracts/search'
import type { IndexDefinition } from '../search.port.ts'

/** Words without meaning for a search, which records may lack. */
const stopWords = [
  'v',
  'vs',
  'versus',
  'at',
  'in',
  'the',
  'of',
  'and',
  'on',
  'for',
  'fc',
  'ticket',
  'tickets',
]

const common = {
  // Brokers type prefixes of all words: 'man unit'.
  queryType: 'prefixAll',
  // '2026' is not a typo of '2027'.
  allowTyposOnNumericTokens: false,
  removeWordsIfNoResults: 'allOptional',
  // 'arsen' means Arsenal, not every arena.
  typoTolerance: 'min',
  // Complete words rank before prefixes, whatever the attribute.
  ranking: ['typo', 'geo', 'words', 'filters', 'proximity', 'exact', 'attribute', 'custom'],
  optionalWords: stopWords,
}

/** The settings of the product's indexes, for the embedded engine and hosted Algolia. */
export function indexDefinitions(product: string): IndexDefinition[] {
  return [
    {
      index: searchIndexName('events', product),
      settings: {
        ...common,
        searchableAttributes: [
          // Races are known by their circuit: 'monza' means the Italian Grand Prix first, then the football club.
          'unordered(known_as)',
          'unordered(title),unordered(city_month)',
          'unordered(performers.name)',
          'unordered(other_names)',
          'unordered(sides)',
          'unordered(venue.name),unordered(venue.city)',
          'unordered(venue_names)',
          'unordered(competition),unordered(sport)',
          'unordered(when)',
          'unordered(keywords)',
        ],
        attributesForFaceting: [
          'searchable(sport)',
          'searchable(competition)',
          'searchable(venue.city)',
          'searchable(venue.country_code)',
          'filterOnly(status)',
          'filterOnly(category.id)',
          'filterOnly(venue.id)',
          // Single values take far less memory than the list of an event's performers.
          'filterOnly(home_id)',
          'filterOnly(away_id)',
          'filterOnly(performer_ids)',
          'filterOnly(stage)',
        ],
        unretrievableAttributes: [
          'known_as',
          'other_names',
          'sides',
          'venue_names',
          'city_month',
          'when',
          'keywords',
          'home_id',
          'away_id',
          'performer_ids',
          'stage',
          'rank',
        ],
        attributesToHighlight: ['title', 'performers.name', 'venue.name', 'venue.city', 'competition'],
        // Without these, 'monza' matches Monday, 'ga' every game and 'inter' Interlagos.
        disableTypoToleranceOnAttributes: ['known_as', 'sides', 'city_month', 'when', 'keywords'],
        disablePrefixOnAttributes: ['known_as', 'keywords'],
        customRanking: ['asc(rank)', 'asc(event_date_local)', 'asc(id)'],
      },
    },
    directory(searchIndexName('performers', product), ['unordered(competitions)']),
    directory(searchIndexName('venues', product), ['unordered(city)', 'unordered(location_names)']),
    directory(searchIndexName('categories', product), ['unordered(parent),unordered(top)']),
  ]
}

function directory(index: string, searched: readonly string[]): IndexDefinition {
  return {
    index,
    settings: {
      ...common,
      // Directory searches match all words or nothing.
      removeWordsIfNoResults: 'none',
      searchableAttributes: ['unordered(title)', 'unordered(other_names)', ...searched],
      unretrievableAttributes: ['other_names', 'location_names', 'top'],
      // Without these, 'man u' matches a hall in Manhattan, USA.
      disableTypoToleranceOnAttributes: ['location_names'],
      disablePrefixOnAttributes: ['location_names'],
      attributesToHighlight: ['title'],
      customRanking: ['desc(event_count)', 'asc(id)'],
    },
  }
}
