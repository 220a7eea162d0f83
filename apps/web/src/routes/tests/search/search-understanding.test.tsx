import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { searchRoutes, type WireUnderstanding } from '@terrace/contracts/search-understanding'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { errorReply, mockRoute } from '#web/test/mock-api.ts'
import {
  eventHit,
  isEventSearch,
  mockSearch,
  mockUnderstanding,
  performerHit,
  wordsOf,
  type IndexRequest,
} from '#web/test/mock-search.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

type Part = WireUnderstanding['parts'][number]

const team = ['home_id:21', 'away_id:21', 'performer_ids:21']

/** The parts of these tests, wherever they stand in the text. */
const known: Record<string, Omit<Part, 'from' | 'to' | 'text'>> = {
  arsenal: {
    kind: 'performer',
    label: 'Arsenal',
    alternatives: [],
    facets: [team],
    ranges: [],
    name: 'Arsenal',
  },
  home: { kind: 'side', label: 'home', alternatives: [], facets: [['home_id:21']], ranges: [] },
  march: {
    kind: 'date',
    label: 'March 2031',
    alternatives: [],
    facets: [],
    ranges: [{ start: '2031-03-01', end: '2031-03-31' }],
  },
  '3/4': {
    kind: 'date',
    label: 'Thu 3 Apr 2031',
    alternatives: ['Tue 4 Mar 2031'],
    facets: [],
    ranges: [
      { start: '2031-04-03', end: '2031-04-03' },
      { start: '2031-03-04', end: '2031-03-04' },
    ],
  },
  'sat-14-mar': {
    kind: 'date',
    label: 'Fri 14 Mar 2031',
    alternatives: [],
    facets: [],
    ranges: [{ start: '2031-03-14', end: '2031-03-14' }],
    unused: 'sat',
  },
  final: { kind: 'stage', label: 'Final', alternatives: [], facets: [['stage:final']], ranges: [] },
  liverpool: {
    kind: 'performer',
    label: 'Liverpool',
    alternatives: ['city'],
    facets: [['home_id:5', 'venue.city:Liverpool']],
    ranges: [],
    name: 'Liverpool',
  },
}

function understandWords(text: string): Partial<WireUnderstanding> {
  const typed = wordsOf(text).map((word) =>
    word.text.startsWith('"') ? { ...word, text: word.text.slice(1, -1), is_quoted: true } : word,
  )
  return {
    parts: typed.flatMap((word) => {
      const part = word.is_quoted ? undefined : known[word.text]
      return part ? [{ ...part, from: word.from, to: word.to, text: word.text }] : []
    }),
    words: typed.filter((word) => word.is_quoted || !known[word.text]),
  }
}

function mockUnderstood(reply: (request: IndexRequest) => { hits?: readonly unknown[]; nbHits?: number }) {
  const requests = mockSearch(reply)
  mockUnderstanding(understandWords)
  return requests
}

const found = (request: IndexRequest) => (isEventSearch(request) ? { hits: [eventHit()] } : {})

beforeEach(() => {
  mockShell()
  mockRoute(catalogueRoutes.eventPrices, () => ({ data: [], meta: { currency: 'GBP', rate_stale: false } }))
  mockRoute(catalogueRoutes.event, () => errorReply(404, 'gone', 'event.not_found'))
})

const chips = async () => within(await screen.findByRole('list', { name: 'Understood' }))
const labels = async () =>
  (await chips()).getAllByRole('listitem').map((chip) => chip.querySelector('span')?.textContent)

test('understood parts become filters of the index, show as chips, and the other words are searched', async () => {
  const requests = mockUnderstood(found)
  await renderRoute('/search?q=arsenal+home+march+cup')
  expect(await screen.findByText('1 event matches “arsenal home march cup”')).toBeTruthy()
  expect(await labels()).toEqual(['Arsenal', 'home', 'March 2031'])
  const [start, end] = ['2031-03-01T00:00:00Z', '2031-03-31T23:59:59Z'].map((at) => Date.parse(at) / 1000)
  const first = requests.find((each) => isEventSearch(each))
  expect(first).toMatchObject({
    query: 'Arsenal cup',
    optionalWords: ['Arsenal'],
    removeWordsIfNoResults: 'none',
    facetFilters: [team, ['home_id:21']],
  })
  expect(first?.filters).toContain(` AND event_date_local:${start} TO ${end}`)
  // The counts of filters are those of the same search.
  await waitFor(() =>
    expect(requests.find(({ facets }) => facets)).toMatchObject({ facetFilters: [team, ['home_id:21']] }),
  )
  // Performers are found by id, whatever the text calls them.
  expect(requests.find(({ indexName }) => indexName === 'trade_performers')).toMatchObject({
    query: '',
    filters: 'id=21',
  })
})

test('a removed chip leaves the URL, and the focus moves to the next one, then to the field', async () => {
  mockUnderstood(found)
  const router = await renderRoute('/search?q=arsenal+home')
  await userEvent.click((await chips()).getByRole('button', { name: 'Remove home' }))
  await waitFor(() => expect(router.state.location.href).toBe('/search?q=arsenal'))
  expect(await screen.findByText('1 event matches “arsenal”')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove Arsenal'))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.href).toBe('/search'))
  await waitFor(() => expect(document.activeElement?.getAttribute('type')).toBe('search'))
})

test('a chip can be searched as text instead, and interpreted again', async () => {
  const requests = mockUnderstood(found)
  const router = await renderRoute('/search?q=arsenal+home')
  await userEvent.click((await chips()).getByRole('button', { name: /Search “home” as text/ }))
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'arsenal "home"' }))
  await waitFor(async () => expect(await labels()).toEqual(['Arsenal', '“home”']))
  await waitFor(() =>
    expect(requests.filter((each) => isEventSearch(each)).at(-1)?.query).toBe('Arsenal home'),
  )
  await userEvent.click((await chips()).getByRole('button', { name: /Interpret/ }))
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'arsenal home' }))
})

test('an ambiguous date shows and finds both readings, an ambiguous name says what else it is', async () => {
  const requests = mockUnderstood(found)
  await renderRoute('/search?q=liverpool+3%2F4')
  expect(await labels()).toEqual(['Liverpool', 'Thu 3 Apr 2031 or Tue 4 Mar 2031'])
  expect((await chips()).getByText('or city')).toBeTruthy()
  expect(requests.find((each) => isEventSearch(each))?.filters).toMatch(
    /\(event_date_local:\d+ TO \d+ OR event_date_local:\d+ TO \d+\)$/,
  )
})

test('the page says that a week day has no effect, and passes it on as an ignored word', async () => {
  mockUnderstood(found)
  const router = await renderRoute('/search?q=arsenal+sat-14-mar')
  expect(
    await screen.findByText(
      '1 event matches “arsenal sat-14-mar”. The date is Fri 14 Mar 2031; “sat” was left out.',
    ),
  ).toBeTruthy()
  expect((await chips()).getByText('“sat” left out')).toBeTruthy()
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search events' }), '{Enter}')
  await waitFor(() => expect(router.state.location.search).toEqual({ ignored_word: 'sat' }))
})

test('when nothing matches everything, the page says what it leaves out, with the number of what it shows', async () => {
  const requests = mockUnderstood((request) => {
    const isWithout = (text: string) => !request.facetFilters?.flat().includes(text)
    const isFound =
      request.indexName === 'trade_events' && isWithout('stage:final') && !request.filters?.includes(' TO ')
    if (request.query !== 'champions league' || !isFound) return {}
    return { hits: request.hitsPerPage === 0 ? [] : [eventHit()], nbHits: 12 }
  })
  await renderRoute('/search?q=champions+league+final+march')
  expect(
    await screen.findByText(
      'No events match “champions league final” in March 2031. Showing 12 for “champions league”.',
    ),
  ).toBeTruthy()
  expect((await chips()).getAllByText(', left out')).toHaveLength(2)
  // Further pages and the counts of filters leave out the same.
  await waitFor(() => expect(requests.find(({ facets }) => facets)).not.toHaveProperty('facetFilters'))
  expect(
    requests.every(
      ({ removeWordsIfNoResults, indexName }) =>
        indexName !== 'trade_events' || removeWordsIfNoResults === 'none',
    ),
  ).toBe(true)
})

test('words that form another name are found as text before anything is left out', async () => {
  mockUnderstood((request) =>
    request.indexName === 'trade_events' && request.query === 'final march' && !request.facetFilters
      ? { hits: request.hitsPerPage === 0 ? [] : [eventHit()], nbHits: 1 }
      : {},
  )
  await renderRoute('/search?q=final+march')
  expect(await screen.findByText('1 event matches “final march”')).toBeTruthy()
  expect((await chips()).queryAllByRole('listitem')).toEqual([])
})

test.each([
  ['final', '?q=final', 'No events match “final”. Showing all 3,000 upcoming events.'],
  ['ucl final', '?q=ucl+final', 'No events match “ucl final”. Showing all 3,000 upcoming events.'],
  [
    'final',
    '?q=final&city=London',
    'No events match “final”. Showing all 3,000 upcoming events with these filters.',
  ],
])(
  'where no event has the stage, "%s" is left out rather than found by typo',
  async (text, query, sentence) => {
    const requests = mockUnderstood((request) => {
      if (request.indexName !== 'trade_events' || request.facetFilters?.flat().includes('stage:final'))
        return {}
      // A venue's "Financial" begins like "final", with a typo.
      const isSimilar = request.query === text && request.typoTolerance !== false
      if (request.query !== '' && !isSimilar) return {}
      return { hits: request.hitsPerPage === 0 ? [] : [eventHit()], nbHits: isSimilar ? 318 : 3000 }
    })
    await renderRoute(`/search${query}`)
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect((await chips()).getByText(', left out')).toBeTruthy()
    const asText = requests.find((request) => request.query === text)
    expect(asText).toMatchObject({ typoTolerance: false, queryType: 'prefixNone' })
  },
)

test('text after a stage may still be incomplete', async () => {
  mockUnderstood((request) =>
    request.indexName === 'trade_events' && request.query === 'final fanta' && request.queryType === undefined
      ? { hits: request.hitsPerPage === 0 ? [] : [eventHit()], nbHits: 1 }
      : {},
  )
  await renderRoute('/search?q=final+fanta')
  expect(await screen.findByText('1 event matches “final fanta”')).toBeTruthy()
})

test('a name without events is named as understood, without a spelling suggestion', async () => {
  const isVocabulary = ({ hitsPerPage }: IndexRequest) => hitsPerPage === 1000
  const requests = mockUnderstood((request) =>
    isVocabulary(request)
      ? { hits: [{ title: 'Arsenale' }] }
      : request.query === 'Arsenale'
        ? { nbHits: 1 }
        : {},
  )
  await renderRoute('/search?q=arsenal')
  expect(await screen.findByText('No events for Arsenal')).toBeTruthy()
  expect(screen.getByText('New events appear here as they are announced.')).toBeTruthy()
  expect(requests.some(isVocabulary)).toBe(false)
})

test('text without words says that there is nothing to search for', async () => {
  mockSearch((request) => (isEventSearch(request) ? { hits: [eventHit()], nbHits: 3000 } : {}))
  mockUnderstanding(() => ({ words: [] }))
  await renderRoute('/search?q=%3F%3F%3F')
  expect(
    await screen.findByText('Nothing to search for in “???”. Showing all 3,000 upcoming events.'),
  ).toBeTruthy()
})

test('while a text cannot be understood, its words are searched, and the page says so and asks again', async () => {
  const requests = mockSearch(found)
  mockRoute(searchRoutes.understand, () => errorReply(503, 'Not now'))
  await renderRoute('/search?q=arsenal+home')
  expect(await screen.findByText('1 event matches “arsenal home”')).toBeTruthy()
  expect(requests.find((each) => isEventSearch(each))?.query).toBe('arsenal home')
  expect(await screen.findByText(/^Searching your words as plain text/)).toBeTruthy()
  mockUnderstanding(understandWords)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(async () => expect(await labels()).toEqual(['Arsenal', 'home']))
  expect(screen.queryByText(/^Searching your words as plain text/)).toBeNull()
})

test('a quick entry opens the event with its filters and the words that had no effect', async () => {
  mockSearch((request) => {
    const isWord = request.query.includes('zzz')
    if (request.indexName !== 'trade_events' || isWord) return {}
    return { hits: request.hitsPerPage === 0 ? [] : [eventHit()], nbHits: 1 }
  })
  mockUnderstanding(() => ({
    ...understandWords('arsenal zzz'),
    listing_parts: [{ text: '4', from: 12, to: 13, label: '4 tickets' }],
    listing: { quantity: 4, max: '142.86', type: ['eTicket'], venue_part: ['lower'] },
    event_text: 'arsenal zzz',
  }))
  const router = await renderRoute('/search?q=arsenal+zzz+4')
  expect(await screen.findByText('No events match “arsenal zzz”. Showing 1 for “arsenal”.')).toBeTruthy()
  expect(await labels()).toEqual(['Arsenal', '4 tickets'])
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search events' }), '{Enter}')
  await waitFor(() =>
    expect(router.state.location.href).toBe(
      '/tickets/arsenal-v-chelsea/17?quantity=4&max=142.86&type=eTicket&venue_part=lower&ignored_word=zzz',
    ),
  )
})

test('teams next to the events are those that were understood', async () => {
  mockUnderstood((request) => {
    if (request.indexName === 'trade_performers') return { hits: [performerHit] }
    return found(request)
  })
  await renderRoute('/search?q=arsenal+march')
  const teams = within(await screen.findByRole('region', { name: 'Performers' }))
  expect(teams.getByRole('link').getAttribute('href')).toBe('/performer/arsenal')
})
