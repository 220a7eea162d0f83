import type { WireOrder } from '@terrace/contracts/order-shapes'
import { ordersRoutes } from '@terrace/contracts/orders'
import { ticketsRoutes } from '@terrace/contracts/tickets'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { wireOrder, wireOrderDetail, wireOrderLine, wireTicketDelivery } from '#web/test/factories.ts'
import { fakeObjectUrls, watchDownloads } from '#web/test/fakes/fake-downloads.ts'
import { errorReply, mockRoute, server } from '#web/test/mock-api.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

let blobs: Blob[]

beforeEach(() => {
  vi.clearAllMocks()
  mockShell()
  listOrders(wireOrder())
  blobs = fakeObjectUrls()
})

function listOrders(...data: WireOrder[]) {
  return mockRoute(ordersRoutes.list, () => ({
    data,
    meta: { total: data.length, page: 1, per_page: 20, last_page: 1 },
  }))
}

test('the CSV has the columns, filters and order of the table', async () => {
  const saved = watchDownloads()
  const requests = listOrders(wireOrder())
  await renderRoute('/profile?tab=purchases&status=Confirmed&sort=-total&cols=seats,reference')
  await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(saved).toEqual([['blob:file-1', 'purchases.csv']]))
  expect(Object.fromEntries(requests[0]?.query ?? [])).toMatchObject({
    status: 'Confirmed',
    order_by: 'total',
    sort_order: 'desc',
  })
  const [titles] = (await blobs[0]?.text())?.split('\r\n') ?? []
  expect(titles).toContain('Your reference')
  expect(titles).not.toContain('Section · row · seats')
})

test('filters for event date and deadline narrow the list', async () => {
  const requests = listOrders(wireOrder())
  await renderRoute('/profile?tab=purchases&deadline=late&eventFrom=2031-03-01&eventTo=2031-03-31')
  await screen.findByRole('table', { name: 'Purchases' })
  expect(Object.fromEntries(requests[0]?.query ?? [])).toMatchObject({
    deadline: 'late',
    event_from: '2031-03-01',
    event_to: '2031-03-31',
  })
  expect(screen.getByRole('button', { name: /Late.*Deadline/ })).toBeTruthy()
})

test('the tickets of selected orders are downloaded together', async () => {
  const saved = watchDownloads()
  const delivered = wireOrderDetail(wireOrder({ lines: [wireOrderLine({ status: 'Fullfilled' })] }))
  listOrders(wireOrder({ status: 'Fullfilled', lines: delivered.lines }))
  const tickets = ['tkt_1', 'tkt_2'].map((id) => wireTicketDelivery({ id, name: `${id}.pdf` }))
  mockRoute(ordersRoutes.one, () => ({
    data: { ...delivered, lines: delivered.lines.map((line) => ({ ...line, tickets })) },
  }))
  mockRoute(ticketsRoutes.downloadLink, () => ({
    data: { path: '/api/file/tkt', expires_at: '2031-03-01T12:00:00Z' },
  }))
  server.use(http.get('*/api/file/tkt', () => HttpResponse.text('pdf')))
  await renderRoute('/profile?tab=purchases')
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Select order/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Download tickets' }))
  expect(await screen.findByText('2 files downloaded.')).toBeTruthy()
  expect(saved).toHaveLength(2)
})

test('client and reference of selected orders are set together, and notes stay', async () => {
  const changes = mockRoute(ordersRoutes.changeDetails, () => ({ data: wireOrder() }))
  listOrders(
    wireOrder({ internal_note: 'VIP' }),
    wireOrder({ id: 'ord_2', number: 'T-2', reference: 'PO-1' }),
  )
  await renderRoute('/profile?tab=purchases')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows shown' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Set client or reference' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Client and reference of 2 orders' }))
  await userEvent.type(dialog.getByLabelText('Your reference'), 'PO-7')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('2 orders changed')).toBeTruthy()
  // Only what was entered is sent, with what it replaces; a colleague's newer reference is not overwritten.
  expect(changes.map(({ body }) => body)).toEqual([
    { reference: 'PO-7', expected: { reference: wireOrder().reference } },
    { reference: 'PO-7', expected: { reference: 'PO-1' } },
  ])
})

test('an order that cannot be changed does not stop the others, and is tried again alone', async () => {
  let isGone = true
  const changes = mockRoute(ordersRoutes.changeDetails, ({ params }) =>
    isGone && params['order_id'] === 'ord_1'
      ? errorReply(404, 'Order not found', 'order.not_found')
      : { data: wireOrder() },
  )
  listOrders(wireOrder(), wireOrder({ id: 'ord_2', number: 'T-2' }))
  await renderRoute('/profile?tab=purchases')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows shown' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Set client or reference' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Client and reference of 2 orders' }))
  await userEvent.type(dialog.getByLabelText('Your reference'), 'PO-7')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Saved: T-2.')).toBeTruthy()
  expect(dialog.getByText('Not saved: T-100482. Order not found.')).toBeTruthy()
  isGone = false
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('2 orders changed')).toBeTruthy()
  expect(changes.map(({ params }) => params['order_id'])).toEqual(['ord_1', 'ord_2', 'ord_1'])
})
