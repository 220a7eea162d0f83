import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { clientsRoutes } from '@terrace/contracts/clients'
import { ordersRoutes } from '@terrace/contracts/orders'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { searchRoutes } from '@terrace/contracts/search-understanding'
import { trackedListingsRoutes } from '@terrace/contracts/tracked-listings'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { wireClient } from '#web/test/client-factories.ts'
import { wireOrder } from '#web/test/factories.ts'
import { mockRoute } from '#web/test/mock-api.ts'
import { eventHit, isEventSearch, mockSearch, plainText, wordsOf } from '#web/test/mock-search.ts'
import { wireQuote, wireQuotes } from '#web/test/quote-factories.ts'
import { renderRoute } from '#web/test/render-route.tsx'

const page = { page: 1, per_page: 20, last_page: 1 }

beforeEach(() => {
  mockRoute(catalogueRoutes.hotEvents, () => ({ data: [] }))
  mockRoute(catalogueRoutes.eventPrices, () => ({ data: [], meta: { currency: 'GBP', rate_stale: false } }))
  mockRoute(trackedListingsRoutes.list, () => ({ data: [], meta: { ...page, total: 0 } }))
})

async function openPalette() {
  await renderRoute('/')
  await userEvent.keyboard('{Control>}k{/Control}')
  return screen.findByRole('combobox', { name: 'Search or run a command' })
}

/** Types letter by letter, faster than any user, so that a slow machine makes no pause either. */
function typeFast(field: HTMLElement, text: string) {
  for (const end of text.split('').keys())
    fireEvent.change(field, { target: { value: text.slice(0, end + 1) } })
}

const searchedWords = (requests: ReturnType<typeof mockSearch>) =>
  requests.filter(isEventSearch).map(({ query }) => query)

test('each source is asked once for a text that is typed without a pause', async () => {
  const searched = mockSearch((request) => (isEventSearch(request) ? { hits: [eventHit()] } : {}))
  const understood = mockRoute(searchRoutes.understand, ({ body: { text } }) => ({ data: plainText(text) }))
  const own = [
    mockRoute(ordersRoutes.list, () => ({ data: [wireOrder()], meta: { ...page, total: 1 } })),
    mockRoute(quotesRoutes.list, () => wireQuotes(wireQuote())),
    mockRoute(clientsRoutes.list, () => ({
      data: [wireClient()],
      meta: { ...page, total: 1, unused: 0, is_owner: true },
    })),
  ]
  const field = await openPalette()
  typeFast(field, 'arsenal')
  await screen.findByRole('option', { name: /Emirates/ })
  expect(understood.map(({ body }) => body.text)).toEqual(['arsenal'])
  expect(searchedWords(searched)).toEqual(['arsenal'])
  for (const requests of own) {
    const texts = requests.map(({ query }) => new URLSearchParams(query).get('search'))
    expect(texts.filter((text) => text !== null)).toEqual(['arsenal'])
  }
})

test('the search for words does not wait for their meaning', async () => {
  const meaning = Promise.withResolvers<void>()
  const searched = mockSearch((request) => (isEventSearch(request) ? { hits: [eventHit()] } : {}))
  mockRoute(searchRoutes.understand, async ({ body: { text } }) => {
    await meaning.promise
    return { data: plainText(text) }
  })
  const field = await openPalette()
  typeFast(field, 'arsenal')
  await waitFor(() => expect(searchedWords(searched)).toEqual(['arsenal']))
  expect(screen.queryByRole('option', { name: /Emirates/ })).toBeNull()
  meaning.resolve()
  await screen.findByRole('option', { name: /Emirates/ })
  expect(searchedWords(searched)).toEqual(['arsenal'])
})

test('a text with a meaning is searched by it, not by its words', async () => {
  const searched = mockSearch((request) =>
    isEventSearch(request) ? { hits: [eventHit({ title: request.query || 'By meaning' })] } : {},
  )
  mockRoute(searchRoutes.understand, ({ body: { text } }) => ({
    data: {
      ...plainText(text),
      words: [],
      parts: [
        {
          kind: 'date' as const,
          from: 0,
          to: text.length,
          text,
          label: 'Sat 8 Mar 2031',
          alternatives: [],
          facets: [],
          ranges: [{ start: '2031-03-08', end: '2031-03-08' }],
        },
      ],
    },
  }))
  const field = await openPalette()
  typeFast(field, '8 march')
  expect(await screen.findByRole('option', { name: /By meaning/ })).toBeTruthy()
  expect(screen.queryByRole('option', { name: /^8 march/ })).toBeNull()
  expect(searchedWords(searched)).toEqual(['8 march', ''])
})

test('a text that was typed over is not searched for any more', async () => {
  const meaning = Promise.withResolvers<void>()
  const searched = mockSearch((request) =>
    isEventSearch(request) ? { hits: [eventHit({ title: request.query })] } : {},
  )
  const understood = mockRoute(searchRoutes.understand, async ({ body: { text } }) => {
    if (text === 'ars') await meaning.promise
    // Not its words, so that a second search would follow.
    return { data: { ...plainText(text), words: text === 'ars' ? wordsOf('arsenal') : wordsOf(text) } }
  })
  const field = await openPalette()
  typeFast(field, 'ars')
  await waitFor(() => expect(understood.length).toBe(1))
  typeFast(field, 'chelsea')
  await waitFor(() => expect(understood.length).toBe(2))
  meaning.resolve()
  expect(await screen.findByRole('option', { name: /^chelsea/ })).toBeTruthy()
  expect(searchedWords(searched)).toEqual(['ars', 'chelsea'])
})
