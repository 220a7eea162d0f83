import { ordersRoutes } from '@terrace/contracts/orders'
import { sessionsRoutes } from '@terrace/contracts/sessions'
import { trackedListingsRoutes } from '@terrace/contracts/tracked-listings'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { gbp, wireOrder, wireOrderLine, wireOrderDetail } from '#web/test/factories.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { wireTracked, wireTrackingSettings } from '#web/test/tracking-factories.ts'
import { wireCurrentUser } from '#web/test/user-factory.ts'

const user = wireCurrentUser()
const two = wireOrder({
  id: 'ord_2',
  number: 'T-100483',
  status: 'Fullfilled',
  ticket_quantity: 5,
  total: gbp('3457.15'),
  lines: [
    wireOrderLine({ status: 'Fullfilled' }),
    wireOrderLine({
      id: 'orl_2',
      status: 'Cancelled',
      seller: { id: 'tm_3', name: 'Kop Row Trading' },
      quantity: 3,
      line_total: gbp('3208.29'),
    }),
  ],
})
const orders = [two, wireOrder()]

beforeEach(() => {
  mockShell()
  mockRoute(sessionsRoutes.list, () => ({ data: [] }))
  mockRoute(workspaceRoutes.info, () => ({ data: user }))
  mockRoute(trackedListingsRoutes.settings, () => ({ data: wireTrackingSettings() }))
  mockRoute(trackedListingsRoutes.list, () => wireTracked())
  mockRoute(ordersRoutes.list, () => ({
    data: orders,
    meta: { total: 2, page: 1, per_page: 20, last_page: 1 },
  }))
  mockRoute(ordersRoutes.one, ({ params }) => {
    const order = orders.find(({ id }) => id === params['order_id'])
    return order
      ? { data: wireOrderDetail(order) }
      : errorReply(404, 'There is no such order', 'order.not_found')
  })
})

const orderLinks = () =>
  screen.getAllByRole('link').filter((link) => link.getAttribute('href')?.includes('order='))
const openOrder = () => screen.findByRole('region', { name: /^Order/ })

test('[ROUTE-11] /profile shows the logged-in user and their team', async () => {
  await renderRoute('/profile')
  expect(await screen.findByRole('heading', { name: 'My account', level: 1 })).toBeTruthy()
  expect((await screen.findByText('Name')).nextSibling?.textContent).toBe('Jane Miller')
  expect(screen.getByText('Phone').nextSibling?.textContent).toBe('+44 20 7946 0123')
  expect(screen.getByText('Base currency').nextSibling?.textContent).toBe('GBP')
})

test('[SESSION-07] home stores the current user in local storage as userInfo', async () => {
  await renderRoute('/')
  await waitFor(() =>
    expect(JSON.parse(localStorage.getItem('userInfo') ?? 'null')).toMatchObject({ id: 'acc_1' }),
  )
})

test('[SESSION-07] [SESSION-08] [SESSION-09] the current user is stored in local storage as userInfo', async () => {
  await renderRoute('/profile')
  await screen.findByText('Base currency')
  const stored: unknown = JSON.parse(localStorage.getItem('userInfo') ?? 'null')
  expect(stored).toMatchObject({
    id: 'acc_1',
    account_info: user.account_info,
    team_data: user.team_data,
    trade_user: true,
    intercom_hash: '',
    order_count: 0,
    quote_count: 0,
  })
})

test('[X-PROFILE-01] the open tab is kept in the URL', async () => {
  const router = await renderRoute('/profile')
  const nav = within(await screen.findByRole('navigation', { name: 'Profile' }))
  expect(nav.getByRole('link', { name: 'My account' }).getAttribute('aria-current')).toBe('page')
  await userEvent.click(nav.getByRole('link', { name: 'Purchases' }))
  expect(await screen.findByRole('heading', { name: 'Purchases', level: 1 })).toBeTruthy()
  expect(router.state.location.href).toBe('/profile?tab=purchases')
  expect(nav.getByRole('link', { name: 'Purchases' }).getAttribute('aria-current')).toBe('page')
  expect(nav.getByRole('link', { name: 'My account' }).getAttribute('aria-current')).toBeNull()
})

test.each([
  ['Quotes', 'No quotes yet', 'tab=quotes'],
  ['Tracked listings', 'No tracked listings', 'tab=tracked'],
])('"%s" shows an empty state', async (name, text, query) => {
  const router = await renderRoute('/profile')
  const nav = within(await screen.findByRole('navigation', { name: 'Profile' }))
  await userEvent.click(nav.getByRole('link', { name }))
  expect(await screen.findByText(text)).toBeTruthy()
  expect(router.state.location.href).toBe(`/profile?${query}`)
  expect(document.title).toBe(`${name} · Terrace`)
})

test('[ORDER-02] [ORDER-04] purchases show number, event, quantity, total and status of each order', async () => {
  await renderRoute('/profile?tab=purchases')
  await screen.findByText('T-100483')
  const texts = orderLinks().map((link) => link.closest('[role=row]')?.textContent ?? '')
  expect(texts).toHaveLength(2)
  for (const part of ['Arsenal v Chelsea', 'T-100483', '5', '£3,457.15', 'Fulfilled']) {
    expect(texts[0]).toContain(part)
  }
  expect(texts[1]).toContain('Confirmed')
  expect(texts.join(' ')).not.toContain('Fullfilled')
})

test('an order opens next to the list, is kept in the URL and closes with Escape', async () => {
  const router = await renderRoute('/profile?tab=purchases')
  await screen.findByText('T-100483')
  const [first] = orderLinks()
  if (first) await userEvent.click(first)
  const panel = await openOrder()
  expect(await within(panel).findByRole('heading', { name: 'Order T-100483' })).toBeTruthy()
  expect(router.state.location.href).toBe('/profile?tab=purchases&order=ord_2')
  expect(orderLinks()).toHaveLength(2)
  expect(orderLinks()[0]?.getAttribute('aria-current')).toBe('page')
  expect(orderLinks()[1]?.getAttribute('aria-current')).toBeNull()
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(router.state.location.href).toBe('/profile?tab=purchases'))
  expect(screen.queryByRole('region', { name: /^Order/ })).toBeNull()
})

test('focus moves to an opened order and back to its row on close', async () => {
  await renderRoute('/profile?tab=purchases')
  await screen.findByText('T-100483')
  const [first, second] = orderLinks()
  first?.focus()
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('heading', { name: 'Order T-100483' })).toBe(document.activeElement)
  await userEvent.click(screen.getByRole('button', { name: 'Close the order' }))
  await vi.waitFor(() => expect(document.activeElement).toBe(first))
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(second)
})

test('opening an order by URL does not move focus; closing it shows the list', async () => {
  const router = await renderRoute('/profile?order=ord_2')
  await openOrder()
  expect(document.activeElement).toBe(document.body)
  await userEvent.click(screen.getByRole('button', { name: 'Back to all purchases' }))
  await vi.waitFor(() => expect(router.state.location.href).toBe('/profile?tab=purchases'))
})

test('[ORDER-03] an order shows its lines by seller, prices, fee, total and contact details', async () => {
  await renderRoute('/profile?order=ord_2')
  const panel = within(await openOrder())
  const northgate = await panel.findByRole('region', { name: 'Tickets from Northgate Tickets' })
  const kopRow = panel.getByRole('region', { name: 'Tickets from Kop Row Trading' })
  expect(within(northgate).getAllByRole('listitem')).toHaveLength(1)
  expect(northgate.textContent).toContain('Lower tier · Block 25 · Row 7 · Seats 401–402')
  expect(northgate.textContent).toContain('External Transfer, in hand 01-03-2031')
  expect(northgate.textContent).toContain('2 tickets, each £118.50 + £5.93 fee')
  expect(kopRow.textContent).toContain('£3,208.29')
  expect(kopRow.textContent).toContain('Cancelled')
  expect(panel.getByText('Total').nextSibling?.textContent).toBe('£3,457.15')
  expect(panel.getByText('Fee').nextSibling?.textContent).toBe('£11.86')
  expect(panel.getByText('jane@harbour.example')).toBeTruthy()
  expect(panel.getByText('Visa ending in 4242')).toBeTruthy()
})

test('the multiple-sellers notice shows only with several sellers', async () => {
  const notice = /Your order may contain tickets from multiple sellers\./
  await renderRoute('/profile?tab=purchases&order=ord_2')
  expect(await screen.findByText(notice)).toBeTruthy()
  // The list may load after the order next to it.
  await userEvent.click(await screen.findByRole('link', { name: /T-100482/ }))
  expect(await screen.findByRole('heading', { name: 'Order T-100482' })).toBeTruthy()
  expect(screen.queryByText(notice)).toBeNull()
})

test('a missing order shows "not found" in place', async () => {
  await renderRoute('/profile?tab=purchases&order=ord_9')
  expect(await within(await openOrder()).findByText('Order not found')).toBeTruthy()
})

test('an empty purchase list links to events', async () => {
  mockRoute(ordersRoutes.list, () => ({ data: [], meta: { total: 0, page: 1, per_page: 20, last_page: 1 } }))
  await renderRoute('/profile?tab=purchases')
  expect(await screen.findByText('No purchases yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Find an event' }).getAttribute('href')).toBe('/search')
})

test('more orders load below the list', async () => {
  mockRoute(ordersRoutes.list, ({ query }) => {
    const page = Number(query.get('page'))
    return {
      data: [wireOrder({ id: `ord_${page}`, number: `T-${page}` })],
      meta: { total: 21, page, per_page: 20, last_page: 2 },
    }
  })
  await renderRoute('/profile?tab=purchases')
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('T-2')).toBeTruthy()
  expect(screen.getByText('T-1')).toBeTruthy()
})

test('a list that fails to load shows the reason and can be retried', async () => {
  let isUp = false
  mockRoute(ordersRoutes.list, () =>
    isUp
      ? { data: orders, meta: { total: 2, page: 1, per_page: 20, last_page: 1 } }
      : errorReply(400, 'Not just now'),
  )
  await renderRoute('/profile?tab=purchases')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Not just now')
  isUp = true
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('T-100483')).toBeTruthy()
})
