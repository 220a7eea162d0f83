import { listingsRoutes, type WireListing } from '@terrace/contracts/listings'
import { preferencesRoutes } from '@terrace/contracts/preferences'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeChannel } from '#web/test/fakes/fake-realtime.ts'
import { gbp } from '#web/test/factories.ts'
import { wireFacets } from '#web/test/feed-facets.ts'
import { mockRoute, type ApiRequest } from '#web/test/mock-api.ts'
import { eventPath, findRow, lastListQuery, mockEventPage } from '#web/test/mock-event-page.ts'
import { renderRoute } from '#web/test/render-route.tsx'
import { wireFeed, wireListing } from '#web/test/stock-factories.ts'

let stock: WireListing[] = []
let requests: ApiRequest[] = []

beforeEach(() => {
  mockEventPage()
  stock = [
    wireListing({
      face_value: gbp('60.00'),
      published_at: new Date(Date.now() - 6 * 86_400_000).toISOString(),
    }),
    wireListing({ id: 'lst_2', section: 'Block 26', proceed_price: gbp('140.00') }),
    wireListing({ id: 'lst_3', section: 'Block 27', proceed_price: gbp('150.00') }),
  ]
  requests = mockRoute(listingsRoutes.feed, ({ query }) => {
    const ids = query.getAll('listing_id[]')
    const found = stock
      .filter(({ id }) => ids.length === 0 || ids.includes(id))
      .toSorted((left, right) => Number(left.proceed_price.amount) - Number(right.proceed_price.amount))
    return wireFeed(found, { facets: wireFacets(found) })
  })
})

/** Opens the page with a list of this width in pixels. */
async function open(width: number) {
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(width)
  const router = await renderRoute(eventPath)
  await findRow('Block 25')
  return router
}

const headers = () =>
  screen.getAllByRole('columnheader').map((header) => (header.textContent === '' ? '' : header.textContent))
const order = () =>
  [...document.querySelectorAll('[data-listing]')].map((each) => each.getAttribute('data-listing'))

/** Changes prices on the server and notifies the page. */
function reprice(prices: Record<string, string>): void {
  stock = stock.map((each) => {
    const price = prices[each.id]
    return price === undefined
      ? each
      : wireListing({
          ...each,
          proceed_price: gbp(price),
          all_in_price: gbp(price),
          version: each.version + 1,
        })
  })
  const listings = stock.filter(({ id }) => id in prices).map(({ id, version }) => ({ id, version }))
  act(() => fakeChannel('private-event-17').onEvent('event-changed', { event_changed: false, listings }))
}

test('the compact list has a column for each property, with the all-in price at the end', async () => {
  await open(1010)
  expect(headers()).toEqual([
    'Section',
    'Row',
    'Seats',
    'Quantity',
    'Delivery',
    'In hand',
    'Restrictions',
    'Seller',
    'Listed',
    'Price',
    'All-in',
    'Actions',
  ])
  const row = await findRow('Block 25')
  for (const text of ['18', '401–404', 'Mobile', 'Northgate Tickets', '6 d', '£118.50', '£124.43'])
    expect(within(row).getByText(text)).toBeTruthy()
})

test('a narrow list leaves out the least important columns', async () => {
  await open(660)
  expect(headers()).not.toContain('Seller')
  expect(headers()).toEqual(expect.arrayContaining(['Section', 'Quantity', 'All-in']))
})

test('the chosen density is remembered', async () => {
  await open(1010)
  await userEvent.click(screen.getByRole('radio', { name: 'Comfortable' }))
  expect(headers()).toContain('Row · seats')
  // Until the server has stored it, and afterwards.
  expect(localStorage.getItem('preferences')).toContain('"density":"comfortable"')
})

test('a column header sorts on the server, and a second press reverses the order', async () => {
  const router = await open(1010)
  const header = screen.getByRole('columnheader', { name: 'Seller' })
  expect(screen.getByRole('columnheader', { name: 'All-in' }).getAttribute('aria-sort')).toBe('ascending')
  await userEvent.click(within(header).getByRole('button'))
  await waitFor(() => expect(router.state.location.href).toBe(`${eventPath}?order=seller`))
  await waitFor(() => expect(lastListQuery(requests).get('order_by')).toBe('seller'))
  expect(header.getAttribute('aria-sort')).toBe('ascending')
  await userEvent.click(within(header).getByRole('button'))
  await waitFor(() => expect(lastListQuery(requests).get('sort_order')).toBe('desc'))
  expect(header.getAttribute('aria-sort')).toBe('descending')
  await userEvent.click(screen.getByRole('button', { name: 'All-in' }))
  await waitFor(() => expect(router.state.location.href).toBe(eventPath))
})

test('columns can be hidden, moved and reset', async () => {
  await open(1400)
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  const chooser = within(await screen.findByRole('dialog', { name: 'Columns' }))
  await userEvent.click(chooser.getByRole('checkbox', { name: 'Face value' }))
  await userEvent.click(chooser.getByRole('checkbox', { name: 'Seller' }))
  const moveUp = chooser.getByRole('button', { name: 'Move Row up' })
  await userEvent.click(moveUp)
  expect(document.activeElement).toBe(moveUp)
  const shown = () => [...document.querySelectorAll('[role=columnheader]')].map((each) => each.textContent)
  expect(shown().slice(0, 2)).toEqual(['Row', 'Section'])
  expect(shown()).toContain('Face value')
  expect(shown()).not.toContain('Seller')
  expect(chooser.getByRole<HTMLInputElement>('checkbox', { name: 'All-in' }).disabled).toBe(true)
  await userEvent.click(chooser.getByRole('button', { name: 'Reset' }))
  expect(shown().slice(0, 2)).toEqual(['Section', 'Row'])
})

test('a cheaper listing stays in its place, is marked, and moves when the list is sorted again', async () => {
  await open(1010)
  reprice({ lst_3: '90.00' })
  expect(await screen.findByText('1 cheaper listing.')).toBeTruthy()
  expect(order()).toEqual(['lst_1', 'lst_2', 'lst_3'])
  const row = await findRow('Block 27')
  expect(row.className).toContain('bg-signal-soft')
  expect(row.textContent).toContain('£67.50, was £157.50')
  await userEvent.click(screen.getByRole('button', { name: 'Re-sort' }))
  await waitFor(() => expect(order()).toEqual(['lst_3', 'lst_1', 'lst_2']))
  await waitFor(() => expect(screen.queryByText('1 cheaper listing.')).toBeNull())
  // The pressed button is gone; the focus is in the list.
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('row'))
})

test('R sorts again; changes that move listings in both directions are counted', async () => {
  await open(1010)
  reprice({ lst_1: '145.00', lst_3: '90.00' })
  expect(await screen.findByText('2 listings moved.')).toBeTruthy()
  await userEvent.keyboard('r')
  await waitFor(() => expect(order()).toEqual(['lst_3', 'lst_2', 'lst_1']))
  await waitFor(() => expect(screen.queryByText(/moved/)).toBeNull())
})

test('a price change that keeps the order does not offer to sort again', async () => {
  await open(1010)
  reprice({ lst_2: '141.00' })
  await waitFor(async () => expect((await findRow('Block 26')).textContent).toContain('£141.00'))
  expect(screen.queryByRole('button', { name: 'Re-sort' })).toBeNull()
})

test('Tab visits the controls of the current row and then leaves the list', async () => {
  await open(1010)
  const second = await findRow('Block 26')
  act(() => second.focus())
  const visited: (string | null)[] = []
  await userEvent.tab()
  while (second.contains(document.activeElement) && visited.length < 20) {
    visited.push(
      document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
    )
    await userEvent.tab()
  }
  expect(visited).toEqual([
    'Select Block 26, Row 18, seats 401 to 404',
    'Block 26, details',
    expect.anything(),
    'Hold 2 tickets, Block 26',
    'Quote, Block 26',
    expect.stringMatching(/^Track/),
  ])
  expect(document.activeElement?.closest('[role=grid]')).toBeNull()
})

const widthOfMap = async () =>
  (await screen.findByRole('separator', { name: 'Width of the map' })).getAttribute('aria-valuenow')

test('the map returns with the width that it had when it was hidden', async () => {
  await open(900)
  expect(await widthOfMap()).toBe('30')
  screen.getByRole('separator', { name: 'Width of the map' }).focus()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(await widthOfMap()).toBe('34')
  await userEvent.click(screen.getByRole('button', { name: 'Hide map' }))
  expect(screen.queryByRole('separator', { name: 'Width of the map' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show map' }))
  expect(await widthOfMap()).toBe('34')
})

test('a map that was hidden by the earlier width of 0 returns with the default width', async () => {
  mockRoute(preferencesRoutes.read, () => ({ data: { plan_width: 0 } }))
  await open(900)
  await userEvent.click(await screen.findByRole('button', { name: 'Show map' }))
  expect(await widthOfMap()).toBe('30')
})
