import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer, fail } from '#web/test/api-server.ts'
import { gbp } from '#web/test/factories.ts'
import { answerShell, renderRoute } from '#web/test/render-route.tsx'
import {
  answerSearch,
  categoryHit,
  eventHit,
  isAboutEvents,
  performerHit,
  venueHit,
  type IndexQuestion,
} from '#web/test/search-server.ts'
import { testEnv } from '#web/test/test-env.ts'

/** Events of these titles. */
const hits = (...titles: string[]) =>
  titles.map((title, place) => eventHit({ id: title.length * 1000 + place, title, slug: `event-${place}` }))

/** Every text finds one event that says so. */
const echo = (question: IndexQuestion) =>
  isAboutEvents(question) ? { hits: hits(`Found ${question.query || 'all'}`) } : {}

let priced: unknown[] = []
beforeEach(() => {
  answerShell()
  priced = answer(catalogueRoutes.eventPrices, ({ body }) => ({
    data: body.event_ids.map((event_id) => ({
      event_id,
      min_price: gbp('85.50'),
      ticket_count: 12,
    })),
    meta: { currency: 'GBP', rate_stale: false },
  }))
  answer(catalogueRoutes.event, () => fail(404, 'gone', 'event.not_found'))
})

const field = () => screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search events' })
const textsAsked = (asked: readonly IndexQuestion[]) =>
  asked.filter((each) => isAboutEvents(each)).map(({ query }) => query)

test('[ROUTE-12] /search shows the search page, with what is on before anything is typed', async () => {
  answerSearch(echo)
  await renderRoute('/search')
  const shown = await field()
  // From the moment it is there: whoever types at once loses no letter.
  expect(document.activeElement).toBe(shown)
  expect(await screen.findByText('Found all')).toBeTruthy()
  expect(screen.getByText('1 event to come')).toBeTruthy()
})

test('[SEARCH-01] [SEARCH-02] [SEARCH-04] [SEARCH-06] [CONST-14] events are asked of their index, twenty at once, from today on, of the own source', async () => {
  const asked = answerSearch(echo)
  await renderRoute('/search?q=arsenal')
  await screen.findByText('Found arsenal')
  const today = Math.floor((Date.now() - 12 * 3_600_000) / 86_400_000) * 86_400
  expect(asked.find((each) => isAboutEvents(each))).toMatchObject({
    indexName: 'trade_events',
    query: 'arsenal',
    hitsPerPage: 20,
    page: 0,
    filters: `event_date_local>=${today} AND is_source_tixstock=1`,
  })
})

test('[SEARCH-05] in a marketplace of several exchanges, events of any of them are asked for', async () => {
  const asked = answerSearch(echo)
  await renderRoute('/search?q=x', { env: { ...testEnv, search: { ...testEnv.search, exchanges: [4, 9] } } })
  await screen.findByText('Found x')
  expect(asked[0]?.filters).toMatch(/^event_date_local>=\d+ AND \(exchanges=4 OR exchanges=9\)$/)
})

test.each(['#4711', 'https://terrace.example/tickets/arsenal-v-chelsea/4711?page=2'])(
  '[SEARCH-03] %s finds the event of that number',
  async (text) => {
    const asked = answerSearch((question) => (isAboutEvents(question) ? { hits: hits('That one') } : {}))
    await renderRoute(`/search?q=${encodeURIComponent(text)}`)
    await screen.findByText('That one')
    expect(asked.every(({ query }) => query === '')).toBe(true)
    expect(asked[0]?.filters).toMatch(/^id=4711 AND event_date_local>=\d+ AND is_source_tixstock=1$/)
  },
)

test('what is over where it took place is not shown, though the filter lets it through', async () => {
  const today = Math.floor((Date.now() - 12 * 3_600_000) / 86_400_000) * 86_400
  answerSearch((question) =>
    isAboutEvents(question)
      ? {
          hits: [
            // The earliest date alive is over on the other side of the earth for all of the day but an instant.
            eventHit({ id: 1, title: 'Over', timezone: 'Pacific/Kiritimati', event_date_local: today }),
            eventHit({ id: 2, title: 'Still on', timezone: 'Etc/GMT+12', event_date_local: today }),
          ],
        }
      : {},
  )
  await renderRoute('/search')
  expect(await screen.findByText('Still on')).toBeTruthy()
  expect(screen.queryByText('Over')).toBeNull()
  expect(screen.getByText('1 event to come')).toBeTruthy()
})

test('price and tickets left come from the API, by the numbers of the events shown', async () => {
  answerSearch((question) =>
    isAboutEvents(question) ? { hits: [eventHit({ id: 5 }), eventHit({ id: 6 })] } : {},
  )
  await renderRoute('/search')
  expect(await screen.findAllByText('£85.50')).toHaveLength(2)
  expect(screen.getAllByText('12 tickets')).toHaveLength(2)
  expect(priced).toEqual([expect.objectContaining({ body: { event_ids: [5, 6] } })])
})

test('prices that were converted at old rates say so', async () => {
  answer(catalogueRoutes.eventPrices, () => ({
    data: [],
    meta: { currency: 'GBP', rate_date: '2031-01-02', rate_stale: true },
  }))
  answerSearch(echo)
  await renderRoute('/search')
  expect(await screen.findByText(/converted to GBP at the ECB rates of 02-01-2031/)).toBeTruthy()
})

test('an event whose price cannot be had is shown without one', async () => {
  answer(catalogueRoutes.eventPrices, () => fail(400, 'Not now'))
  answerSearch(echo)
  await renderRoute('/search')
  expect(await screen.findByText('Found all')).toBeTruthy()
  expect(screen.queryByText(/from/)).toBeNull()
  expect(screen.queryByText(/ticket/)).toBeNull()
})

test('the text stands in the address: it is read from there and written there', async () => {
  const asked = answerSearch(echo)
  const router = await renderRoute('/search?q=2026')
  expect((await field()).value).toBe('2026')
  expect(await screen.findByText('Found 2026')).toBeTruthy()
  expect(screen.getByText('1 event matches “2026”')).toBeTruthy()
  await userEvent.clear(await field())
  await userEvent.type(await field(), ' cup  ')
  expect(await screen.findByText('Found cup')).toBeTruthy()
  expect(router.state.location.href).toBe('/search?q=cup')
  expect([textsAsked(asked).at(0), textsAsked(asked).at(-1)]).toEqual(['2026', 'cup'])
})

test('an older answer that comes late never takes the place of a newer one', async () => {
  const waiting = new Map<string, () => void>()
  answerSearch((question) =>
    isAboutEvents(question)
      ? new Promise((resolve) => {
          waiting.set(question.query, () => resolve(echo(question)))
        })
      : {},
  )
  await renderRoute('/search?q=ars')
  await vi.waitFor(() => expect([...waiting.keys()]).toEqual(['ars']))
  await userEvent.type(await field(), 'enal')
  await vi.waitFor(() => expect([...waiting.keys()]).toEqual(['ars', 'arsenal']))
  waiting.get('arsenal')?.()
  expect(await screen.findByText('Found arsenal')).toBeTruthy()
  waiting.get('ars')?.()
  // Another question and its answer: the late one has had its chance by then.
  await userEvent.type(await field(), ' w')
  await vi.waitFor(() => expect(waiting.has('arsenal w')).toBe(true))
  expect(screen.queryByText('Found ars')).toBeNull()
  expect(screen.getByText('Found arsenal')).toBeTruthy()
  waiting.get('arsenal w')?.()
  expect(await screen.findByText('Found arsenal w')).toBeTruthy()
})

test('back and forward change the field and the results', async () => {
  answerSearch(echo)
  const router = await renderRoute('/search?q=arsenal')
  await act(() => router.navigate({ to: '/search', search: { q: 'chelsea' } }))
  expect(await screen.findByText('Found chelsea')).toBeTruthy()
  act(() => router.history.back())
  expect(await screen.findByText('Found arsenal')).toBeTruthy()
  await vi.waitFor(async () => expect((await field()).value).toBe('arsenal'))
})

test('arrow keys walk from the field through the rows and back, Enter in the field opens the first', async () => {
  answerSearch((question) => (isAboutEvents(question) ? { hits: hits('First', 'Second', 'Third') } : {}))
  const router = await renderRoute('/search?q=x')
  await screen.findByText('Third')
  await userEvent.click(await field())
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement?.textContent).toContain('Second')
  await userEvent.keyboard('{End}')
  expect(document.activeElement?.textContent).toContain('Third')
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toContain('Third')
  await userEvent.keyboard('{Home}{ArrowUp}')
  expect(document.activeElement).toBe(await field())
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/tickets/event-0/5000'))
})

test('a row that has the focus when newer rows come hands it to the one in its place', async () => {
  let answerNewer = () => undefined as void
  answerSearch((question) => {
    if (!isAboutEvents(question)) return {}
    if (question.query === 'x') return { hits: hits('Old 1', 'Old 22') }
    return new Promise((resolve) => {
      answerNewer = () => resolve({ hits: hits('Newer 1', 'Newer 22') })
    })
  })
  await renderRoute('/search?q=x')
  await screen.findByText('Old 22')
  await userEvent.type(await field(), 'y')
  await screen.findByText('Looking …')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement?.textContent).toContain('Old 22')
  answerNewer()
  await vi.waitFor(() => expect(document.activeElement?.textContent).toContain('Newer 22'))
})

test('Enter before the answer opens the first row of what was typed, never of an older text', async () => {
  let isHeld = true
  let release = () => undefined as void
  answerSearch((question) =>
    isHeld && question.query === 'xy' && isAboutEvents(question)
      ? new Promise((resolve) => {
          release = () => resolve({ hits: [eventHit({ id: 2, slug: 'right' })] })
        })
      : { hits: isAboutEvents(question) ? [eventHit({ id: 1, title: 'Wrong', slug: 'wrong' })] : [] },
  )
  const router = await renderRoute('/search?q=x')
  await screen.findByText('Wrong')
  await userEvent.type(await field(), 'y{Enter}')
  await screen.findByText('Looking …')
  expect(router.state.location.pathname).toBe('/search')
  isHeld = false
  release()
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/tickets/right/2'))
})

test('Enter opens nothing where nothing was typed, or what was typed changed since', async () => {
  answerSearch(echo)
  const router = await renderRoute('/search')
  await screen.findByText('Found all')
  await userEvent.type(await field(), '{Enter}')
  expect(router.state.location.pathname).toBe('/search')
  await userEvent.type(await field(), 'a{Enter}b')
  await screen.findByText('Found ab')
  expect(router.state.location.href).toBe('/search?q=ab')
})

test('teams, categories and venues of that name stand beside the events, each with its page', async () => {
  const asked = answerSearch(({ indexName, facets }) => {
    if (facets) return {}
    const found = {
      trade_performers: [performerHit],
      trade_categories: [categoryHit],
      trade_venues: [venueHit],
    }
    return { hits: found[indexName as keyof typeof found] ?? hits('Arsenal v Chelsea') }
  })
  await renderRoute('/search?q=arsenal')
  const link = async (group: string) =>
    within(await screen.findByRole('region', { name: group })).getByRole('link')
  const team = await link('Teams and artists')
  expect([team.textContent, team.getAttribute('href')]).toEqual([
    'Arsenal19 events · Premier League',
    '/performer/arsenal',
  ])
  const competition = await link('Categories')
  expect([competition.textContent, competition.getAttribute('href')]).toEqual([
    'Premier League280 events · Football',
    '/category/premier-league',
  ])
  const venue = await link('Venues')
  expect([venue.textContent, venue.getAttribute('href')]).toEqual([
    'Emirates Stadium1 event · London',
    '/venue/emirates-stadium',
  ])
  // Events stay what arrow keys walk through.
  await userEvent.type(await field(), '{ArrowDown}')
  expect(document.activeElement?.textContent).toContain('Arsenal v Chelsea')
  expect(asked.map(({ indexName }) => indexName)).toContain('trade_events')
})

test('what was typed is marked in the rows, and no text of the index is taken for anything but text', async () => {
  const marked = (text: string) => text.replaceAll('[', '\uE000').replaceAll(']', '\uE001')
  answerSearch((question) =>
    isAboutEvents(question)
      ? {
          hits: [
            {
              ...eventHit({ title: '<b>Arsenal</b> v Ars' }),
              _highlightResult: { title: { value: marked('<b>[Ars]enal</b> v [Ars]') } },
            },
          ],
        }
      : {},
  )
  await renderRoute('/search?q=ars')
  const row = await screen.findByRole('link', { name: /<b>Arsenal<\/b> v Ars/ })
  expect(
    within(row)
      .getAllByText('Ars')
      .map(({ tagName }) => tagName),
  ).toEqual(['MARK', 'MARK'])
})

test('a record of another shape costs nobody the rest', async () => {
  answerSearch((question) =>
    isAboutEvents(question) ? { hits: [{ objectID: '1', title: 7 }, ...hits('Sound')] } : {},
  )
  await renderRoute('/search')
  expect(await screen.findByText('Sound')).toBeTruthy()
})
