import { catalogueWords } from './catalogue.ts'
import { createRandom, type Random } from './random.ts'

type QueryParams = Readonly<Record<string, unknown>>

/** Parameters and the values that a query may give them, with how often it does. */
const choices: readonly (readonly [string, number, readonly [unknown, ...unknown[]]])[] = [
  ['page', 0.4, [1, 2, 7, 20]],
  ['hitsPerPage', 0.2, [1, 3, 50]],
  ['facets', 0.25, [['*'], ['competition'], ['venue.city', 'price'], ['performer_ids']]],
  ['typoTolerance', 0.25, ['true', 'strict', 'false', 'min']],
  ['queryType', 0.2, ['prefixLast', 'prefixNone', 'prefixAll']],
  ['removeWordsIfNoResults', 0.2, ['none', 'lastWords', 'firstWords', 'allOptional']],
  ['getRankingInfo', 0.2, [true]],
  [
    'attributesToRetrieve',
    0.15,
    [['title'], ['title', 'venue.name'], ['*', '-performers'], [], ['notes.text']],
  ],
  ['attributesToHighlight', 0.15, [['title'], ['*'], [], ['performers', 'notes']]],
  ['attributesToSnippet', 0.1, [['title:2'], ['*:3']]],
  ['restrictHighlightAndSnippetArrays', 0.1, [true]],
  ['restrictSearchableAttributes', 0.1, [['title'], ['venue.city', 'performers.name']]],
  ['disableTypoToleranceOnAttributes', 0.05, [['title']]],
  ['disableExactOnAttributes', 0.05, [['title', 'competition']]],
  ['exactOnSingleWordQuery', 0.1, ['word', 'none', 'attribute']],
  ['minProximity', 0.05, [3]],
  ['removeStopWords', 0.1, [true, ['en']]],
  ['ignorePlurals', 0.1, [true, ['en']]],
  ['advancedSyntax', 0.1, [true]],
  ['optionalWords', 0.1, ['united city']],
  ['highlightPreTag', 0.05, ['<b class="é">']],
  [
    'filters',
    0.4,
    ['price>=50', 'competition:"Premier League"', 'date<1850000000 AND NOT venue.city:London'],
  ],
  ['facetFilters', 0.2, [['venue.city:London'], [['competition:Serie A', 'competition:Grand Prix']]]],
  ['optionalFilters', 0.1, [['venue.city:Madrid<score=3>', 'competition:Grand Prix']]],
  ['sumOrFiltersScores', 0.05, [true]],
  ['distinct', 0.05, [true, 2]],
  [
    'ranking',
    0.05,
    [
      ['desc(price)', 'typo', 'words'],
      ['typo', 'attribute', 'proximity', 'exact'],
    ],
  ],
]

/** Queries with typing errors and unfinished words, with all kinds of parameters; the same in every run. */
export function createQueries(count: number): QueryParams[] {
  const random = createRandom(7)
  return Array.from({ length: count }, () => {
    const params: Record<string, unknown> = { query: queryText(random) }
    const isPlain = random.chance(0.4)
    for (const [name, probability, values] of choices) {
      const isSet = random.chance(isPlain ? probability / 8 : probability)
      const value = random.pick(values)
      if (isSet) params[name] = value
    }
    return params
  })
}

function queryText(random: Random): string {
  const words = Array.from({ length: 1 + random.below(4) }, () =>
    changed(random, random.pick(catalogueWords)),
  )
  return words.join(random.pick([' ', ' ', ' ', ' v ', '-', ' -', '  '])) + random.pick(['', '', '', ' '])
}

/** The word itself, its start, or a way to mistype it. */
function changed(random: Random, word: string): string {
  const at = 1 + random.below(Math.max(1, word.length - 1))
  switch (random.below(9)) {
    case 0:
      return word.slice(0, at) + word.slice(at + 1)
    case 1:
      return `${word.slice(0, at)}x${word.slice(at)}`
    case 2:
      return word.slice(0, at - 1) + word.slice(at, at + 1) + word.slice(at - 1, at) + word.slice(at + 1)
    case 3:
      return `${word.slice(0, at)} ${word.slice(at)}`
    case 4:
      return `"${word}"`
    case 5:
      return word
    default:
      return word.slice(0, at)
  }
}
