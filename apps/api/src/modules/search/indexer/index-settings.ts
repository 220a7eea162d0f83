import { searchIndexName } from '@terrace/contracts/search'
import type { IndexDefinition } from '../search.port.ts'

/** Words that say nothing of what is meant, and that a record need not have. */
const empty = ['v', 'vs', 'versus', 'at', 'in', 'the', 'of', 'and', 'on', 'for', 'fc', 'ticket', 'tickets']

const common = {
  // A broker types the beginnings of all words: 'man unit'.
  queryType: 'prefixAll',
  // '2026' is no slip of '2027'.
  allowTyposOnNumericTokens: false,
  removeWordsIfNoResults: 'allOptional',
  // A whole word before a beginning, wherever in the record either stands.
  ranking: ['typo', 'geo', 'words', 'filters', 'proximity', 'exact', 'attribute', 'custom'],
  optionalWords: empty,
}

/** How the product's indexes are searched: the same settings for our own engine and for the hosted service. */
export function indexDefinitions(product: string): IndexDefinition[] {
  return [
    {
      index: searchIndexName('events', product),
      settings: {
        ...common,
        searchableAttributes: [
          // A race is called by its circuit: 'monza' is the Italian Grand Prix before it is a football club.
          'unordered(known_as)',
          'unordered(title),unordered(there_and_then)',
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
        ],
        unretrievableAttributes: [
          'known_as',
          'other_names',
          'sides',
          'venue_names',
          'there_and_then',
          'when',
          'keywords',
          'rank',
        ],
        attributesToHighlight: ['title', 'performers.name', 'venue.name', 'venue.city', 'competition'],
        // 'monza' is no Monday, 'ga' does not ask for every game, and 'inter' not for Interlagos.
        disableTypoToleranceOnAttributes: ['known_as', 'sides', 'there_and_then', 'when', 'keywords'],
        disablePrefixOnAttributes: ['known_as', 'keywords'],
        customRanking: ['asc(rank)', 'asc(event_date_local)', 'asc(id)'],
      },
    },
    directory(searchIndexName('performers', product), ['unordered(competitions)']),
    directory(searchIndexName('venues', product), ['unordered(city)', 'unordered(place_names)']),
    directory(searchIndexName('categories', product), ['unordered(parent),unordered(top)']),
  ]
}

function directory(index: string, searched: readonly string[]): IndexDefinition {
  return {
    index,
    settings: {
      ...common,
      // Only what is called so, or nearly so: an answer that has some of the words is none here.
      removeWordsIfNoResults: 'none',
      searchableAttributes: ['unordered(title)', 'unordered(other_names)', ...searched],
      unretrievableAttributes: ['other_names', 'place_names', 'top'],
      // 'man u' is no hall in Manhattan, USA.
      disableTypoToleranceOnAttributes: ['place_names'],
      disablePrefixOnAttributes: ['place_names'],
      attributesToHighlight: ['title'],
      customRanking: ['desc(event_count)', 'asc(id)'],
    },
  }
}
