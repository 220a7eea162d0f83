import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { clientsRoutes } from '@terrace/contracts/clients'
import { holdsRoutes } from '@terrace/contracts/holds'
import { listingsRoutes } from '@terrace/contracts/listings'
import { ordersRoutes } from '@terrace/contracts/orders'
import { preferencesRoutes } from '@terrace/contracts/preferences'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { trackedListingsRoutes } from '@terrace/contracts/tracked-listings'
import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { wireClient } from '#web/test/client-factories.ts'
import { gbp, lowestPrices, wireOrder } from '#web/test/factories.ts'
import { errorReply, mockRoute } from '#web/test/mock-api.ts'
import { findRow, mockEventPage, openEventPage } from '#web/test/mock-event-page.ts'
import {
  eventHit,
  isEventSearch,
  mockSearch,
  mockSearchError,
  mockUnderstanding,
} from '#web/test/mock-search.ts'
import { wireQuote, wireQuoteDetail, wireQuotes } from '#web/test/quote-factories.ts'
import { renderRoute } from '#web/test/render-route.tsx'
import { wireFacets } from '#web/test/feed-facets.ts'
import { wireBasket, wireFeed, wireHold, wireListing } from '#web/test/stock-factories.ts'
import { wireTrackedListing } from '#web/test/tracking-factories.ts'

const page = { page: 1, per_page: 20, last_page: 1 }

beforeEach(() => {
  onlineManager.setOnline(true)
  mockEventPage()
  mockSearch(() => ({}))
  mockRoute(catalogueRoutes.hotEvents, () => ({ data: [] }))
  mockRoute(catalogueRoutes.eventPrices, () => ({ data: [], meta: { currency: 'GBP', rate_stale: false } }))
  mockRoute(ordersRoutes.list, () => ({ data: [], meta: { ...page, total: 0 } }))
  mockRoute(trackedListingsRoutes.list, () => ({ data: [], meta: { ...page, total: 0 } }))
})

const field = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Search or run a command' })
const palette = () => screen.queryByRole('dialog', { name: 'Search or run a command' })
const lines = () =>
  within(screen.getByRole('listbox', { name: 'Results' }))
    .queryAllByRole('option')
    .map((line) => line.textContent)

async function openPalette(text = '') {
  await userEvent.keyboard('{Control>}k{/Control}')
  const input = await field()
  expect(document.activeElement).toBe(input)
  if (text !== '') await userEvent.type(input, text)
  return input
}

test('Ctrl K opens the palette, even from a field; Ctrl K and Esc close it and return the focus', async () => {
  await openEventPage()
  const row = await findRow('Block 25')
  act(() => row.focus())
  for (const key of ['{Control>}k{/Control}', '{Escape}']) {
    await openPalette()
    await userEvent.keyboard(key)
    expect(palette()).toBeNull()
    expect(document.activeElement).toBe(row)
  }
  await userEvent.keyboard('/')
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search events' }), 'ars')
  await openPalette()
})

test('the palette offers and runs the commands of the current listing', async () => {
  await openEventPage()
  act(() => document.querySelector<HTMLElement>('[data-row="1"]')?.focus())
  await openPalette('details')
  expect(lines()).toEqual(['Show detailsBlock 26, row 18Enter'])
  await userEvent.keyboard('{Enter}')
  const row = await findRow('Block 26')
  expect(document.activeElement).toBe(row)
  const details = within(row).getByRole('button', { name: 'Block 26, details' })
  expect(details.getAttribute('aria-expanded')).toBe('true')
  act(() => row.blur())
  await openPalette('details')
  await waitFor(() => expect(lines()).toEqual([]))
})

test('the palette finds events, teams, orders, quotes, holds, tracked listings and clients', async () => {
  mockSearch((request) => (isEventSearch(request) ? { hits: [eventHit()] } : {}))
  mockRoute(ordersRoutes.list, () => ({ data: [wireOrder()], meta: { ...page, total: 1 } }))
  mockRoute(quotesRoutes.list, () => wireQuotes(wireQuote()))
  mockRoute(holdsRoutes.list, () => wireBasket(wireHold()))
  mockRoute(trackedListingsRoutes.list, () => ({
    data: [wireTrackedListing()],
    meta: { ...page, total: 1 },
  }))
  mockRoute(clientsRoutes.list, () => ({
    data: [wireClient({ name: 'Arsenal Supporters' })],
    meta: { ...page, total: 1, unused: 0, is_owner: true },
  }))
  const router = await renderRoute('/')
  await openPalette('arsenal')
  await waitFor(() => expect(screen.getAllByRole('option').length).toBeGreaterThanOrEqual(6))
  for (const text of [/^Arsenal v Chelsea.*Emirates/, /Held · /, /Order /, /Quote · /, /Tracked · /])
    expect(screen.getByRole('option', { name: text })).toBeTruthy()
  await userEvent.click(screen.getByRole('option', { name: /Arsenal Supporters/ }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ tab: 'clients' }))
  expect(palette()).toBeNull()
})

test('Enter opens the first line, and results that arrive later do not move a chosen one', async () => {
  const response = Promise.withResolvers<void>()
  mockSearch(async (request) => {
    await response.promise
    return isEventSearch(request) ? { hits: [eventHit()] } : {}
  })
  mockRoute(holdsRoutes.list, () => wireBasket(wireHold()))
  const router = await renderRoute('/')
  await openPalette('arsenal v')
  expect(await screen.findByRole('option', { name: /Held · /, selected: true })).toBeTruthy()
  await userEvent.keyboard('{ArrowDown}')
  response.resolve()
  await screen.findByRole('option', { name: /Emirates/ })
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('Held · ')
  expect(lines()[0]).toContain('Held · ')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ tab: 'holds' }))
})

test('Enter before the results have loaded opens the first event once they have', async () => {
  mockSearch((request) => (isEventSearch(request) ? { hits: [eventHit()] } : {}))
  const router = await renderRoute('/')
  await openPalette('arsenal v{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toContain('/tickets/'))
})

test('Enter is kept while a slow search has found nothing yet', async () => {
  const response = Promise.withResolvers<void>()
  mockSearch(async (request) => {
    await response.promise
    return isEventSearch(request) ? { hits: [eventHit()] } : {}
  })
  const router = await renderRoute('/')
  await openPalette('arsenal v')
  await screen.findByText('Searching…')
  await userEvent.keyboard('{Enter}')
  response.resolve()
  await waitFor(() => expect(router.state.location.pathname).toContain('/tickets/'))
})

test('an event opens with its first listing focused, so that the next key acts on it', async () => {
  mockSearch((request) => (isEventSearch(request) ? { hits: [eventHit()] } : {}))
  await renderRoute('/')
  await openPalette('arsenal')
  await screen.findByRole('option', { name: /Emirates/, selected: true })
  await userEvent.keyboard('{Enter}')
  const row = await findRow('Block 25')
  await waitFor(() => expect(document.activeElement).toBe(row))
})

test('a quick entry opens the event with its filters', async () => {
  mockSearch((request) => (isEventSearch(request) ? { hits: [eventHit()] } : {}))
  mockUnderstanding(() => ({ listing: { quantity: 4, max: '142.86', type: ['eTicket'] } }))
  const router = await renderRoute('/')
  await openPalette('arsenal 4 under 150 etickets{Enter}')
  await waitFor(() =>
    expect(router.state.location.href).toBe(
      '/tickets/arsenal-v-chelsea/17?quantity=4&max=142.86&type=eTicket',
    ),
  )
})

test('a quick entry of a quantity goes to the first listing that is sold in it', async () => {
  const six = wireListing({ id: 'lst_six', section: 'Block 40', splits: [6] })
  const four = wireListing({ id: 'lst_four', section: 'Block 41', splits: [2, 4] })
  mockRoute(listingsRoutes.feed, () => wireFeed([six, four], { facets: wireFacets([six, four]) }))
  mockSearch((request) => (isEventSearch(request) ? { hits: [eventHit()] } : {}))
  mockUnderstanding(() => ({ listing: { quantity: 4 } }))
  await renderRoute('/')
  await openPalette('arsenal 4{Enter}')
  const row = await findRow('Block 41')
  await waitFor(() => expect(document.activeElement).toBe(row))
})

test('it says what it leaves out when nothing matches the whole text', async () => {
  mockSearch((request) => {
    if (request.indexName !== 'trade_events' || request.query !== 'arsenal') return {}
    return { hits: request.hitsPerPage === 0 ? [] : [eventHit()], nbHits: 1 }
  })
  await renderRoute('/')
  await openPalette('arsenal hamlet')
  expect(await screen.findByText('No events match “arsenal hamlet”. Showing 1 for “arsenal”.')).toBeTruthy()
  expect(screen.getByRole('option', { name: /^Arsenal v Chelsea/ })).toBeTruthy()
})

test('a tracked listing shows its price drop and is found by it', async () => {
  mockRoute(trackedListingsRoutes.list, () => ({
    data: [wireTrackedListing({ price_when_tracked: gbp('130.00') })],
    meta: { ...page, total: 1 },
  }))
  const router = await renderRoute('/')
  await openPalette('price down')
  await screen.findByRole('option', { name: /Price down £12.07.*£124.43 all-in/, selected: true })
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toContain('/tickets/arsenal-v-chelsea/17'))
})

test('chosen entries come first next time, on every device, but no names of clients', async () => {
  mockRoute(quotesRoutes.list, () => wireQuotes(wireQuote({ client_name: 'Ada Wong' })))
  const saved = mockRoute(preferencesRoutes.change, ({ body }) => ({ data: body }))
  await renderRoute('/')
  await openPalette('wong')
  await userEvent.click(await screen.findByRole('option', { name: /Ada Wong/ }))
  await waitFor(() => expect(saved[0]?.body).toMatchObject({ recent: [{ kind: 'quote', detail: 'Quote' }] }))
  expect(JSON.stringify(saved[0]?.body)).not.toContain('Wong')
  await openPalette()
  expect(lines()[0]).toContain('Arsenal v Chelsea')
})

test('actions on the open quote come before those of the page, and run', async () => {
  mockRoute(quotesRoutes.list, () => wireQuotes(wireQuote()))
  mockRoute(quotesRoutes.one, () => ({ data: wireQuoteDetail({ title: 'For Ada' }) }))
  await renderRoute('/profile?tab=quotes&quote=qt_1')
  await screen.findByRole('button', { name: 'Withdraw' })
  await openPalette()
  const titles = [...document.querySelectorAll('[cmdk-group-heading]')].map(({ textContent }) => textContent)
  expect(titles[0]).toBe('This quote')
  for (const action of ['Send by email', 'Copy link', 'Withdraw', 'Edit commission'])
    expect(lines()).toContain(`${action}This quote · For Ada`)
  await userEvent.keyboard('this quote send{Enter}')
  // Enter runs the first line as soon as no result can come before it.
  expect(await screen.findByRole('dialog', { name: 'Send quote' })).toBeTruthy()
})

test('events show their lowest price and their tickets', async () => {
  mockSearch((request) => (isEventSearch(request) ? { hits: [eventHit()] } : {}))
  mockRoute(catalogueRoutes.eventPrices, () => ({
    data: [{ event_id: eventHit().id, ...lowestPrices(gbp('100.00')), ticket_count: 1127 }],
    meta: { currency: 'GBP', rate_stale: false },
  }))
  await renderRoute('/')
  await openPalette('arsenal')
  expect(await screen.findByRole('option', { name: /all-in from £105.00\s*1,127 tickets/ })).toBeTruthy()
})

test('the theme changes from any page', async () => {
  await renderRoute('/')
  await openPalette('theme: dark{Enter}')
  expect(palette()).toBeNull()
  expect(document.documentElement.dataset['theme']).toBe('dark')
  delete document.documentElement.dataset['theme']
})

test('a text without matches shows that nothing was found', async () => {
  await renderRoute('/')
  await openPalette('zzqq')
  expect(await screen.findByText('Nothing matches “zzqq”.')).toBeTruthy()
})

test('a failed search keeps local results and can be retried', async () => {
  mockSearchError(500)
  mockRoute(ordersRoutes.list, () => errorReply(404, 'not here'))
  mockRoute(holdsRoutes.list, () => wireBasket(wireHold()))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await renderRoute('/')
  await openPalette('arsenal')
  expect(await screen.findByText('Some results couldn’t be loaded.')).toBeTruthy()
  expect(screen.getByRole('option', { name: /Held · / })).toBeTruthy()
  const requests = mockSearch((request) => (isEventSearch(request) ? { hits: [eventHit()] } : {}))
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByRole('option', { name: /Emirates/ })
  expect(requests.length).toBeGreaterThan(0)
})

test('offline, the palette shows a notice and offers entries that are already loaded', async () => {
  mockRoute(holdsRoutes.list, () => wireBasket(wireHold()))
  await renderRoute('/')
  await screen.findByRole('button', { name: /^Open basket/ })
  act(() => onlineManager.setOnline(false))
  await openPalette('arsenal')
  expect(await screen.findByText('You’re offline. Only what is already loaded is shown.')).toBeTruthy()
  expect(screen.getByRole('option', { name: /Held · / })).toBeTruthy()
})
