import { ordersRoutes, type WireOrderDetail } from '@terrace/contracts/orders'
import { ticketsRoutes } from '@terrace/contracts/tickets'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { redirectTo } from '#web/lib/url/navigation.ts'
import { mockRoute, errorReply, server } from '#web/test/mock-api.ts'
import { gbp, wireOrder, wireOrderDetail, wireTicketDelivery } from '#web/test/factories.ts'
import { fakeObjectUrls, watchDownloads } from '#web/test/fakes/fake-downloads.ts'
import { fakeChannel } from '#web/test/fakes/fake-realtime.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { testEnv } from '#web/test/test-env.ts'
import { wireCurrentUser } from '#web/test/user-factory.ts'

vi.mock('#web/lib/url/navigation.ts', () => ({ redirectTo: vi.fn<(path: string) => void>() }))

const tab = { closed: false, close: () => undefined, location: { replace: vi.fn<(url: string) => void>() } }
let order: WireOrderDetail
let blobs: Blob[]

beforeEach(() => {
  vi.clearAllMocks()
  mockShell()
  mockRoute(workspaceRoutes.info, () => ({ data: wireCurrentUser() }))
  order = wireOrderDetail(wireOrder())
  mockRoute(ordersRoutes.one, () => ({ data: order }))
  listOrders()
  blobs = fakeObjectUrls()
  // jsdom has no tabs.
  vi.stubGlobal('open', () => tab)
})

function listOrders() {
  return mockRoute(ordersRoutes.list, ({ query }) => {
    const isNone = query.get('search') === 'nothing'
    const data = isNone ? [] : [wireOrder()]
    return { data, meta: { total: data.length, page: 1, per_page: 20, last_page: 1 } }
  })
}

/** The order of these tests with a changed line. */
function orderWithLine(line: Partial<WireOrderDetail['lines'][number]>): WireOrderDetail {
  const fullOrder = wireOrderDetail(wireOrder())
  return { ...fullOrder, lines: fullOrder.lines.map((known) => ({ ...known, ...line })) }
}

function mockTicketUrl() {
  mockRoute(ticketsRoutes.downloadLink, () => ({
    data: { path: '/ticket-files/signed', expires_at: '2031-03-01T09:01:00Z' },
  }))
}

async function openOrder() {
  const router = await renderRoute('/profile?tab=purchases&order=ord_1')
  const panel = within(await screen.findByRole('region', { name: /^Order T-/ }))
  return { router, panel }
}

test('"Clear" disappears when pressed and moves focus to the search field', async () => {
  await renderRoute('/profile?tab=purchases&status=Cancelled')
  await screen.findByText('T-100482')
  act(() => screen.getByRole('button', { name: 'Clear' }).focus())
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull())
  expect(document.activeElement).toBe(await screen.findByRole('searchbox', { name: 'Search purchases' }))
})

test('[X-PROFILE-03] search text, status and dates filter the list and are kept in the URL', async () => {
  const requests = listOrders()
  const router = await renderRoute('/profile?tab=purchases&startDate=2031-01-01&endDate=2031-02-28')
  await screen.findByText('T-100482')
  expect(requests[0]?.query.toString()).toBe('placed_from=2031-01-01&placed_to=2031-02-28&per_page=50&page=1')
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search purchases' }), 'emirates')
  await waitFor(() => expect(requests.at(-1)?.query.get('search')).toBe('emirates'))
  const filters = within(screen.getByRole('region', { name: 'Filters' }))
  await userEvent.click(filters.getByRole('button', { name: /^(?!Clear).*Status/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Fulfilled' }))
  await waitFor(() => expect(requests.at(-1)?.query.get('status')).toBe('Fullfilled'))
  expect(router.state.location.search).toEqual({
    tab: 'purchases',
    q: 'emirates',
    status: 'Fullfilled',
    startDate: '2031-01-01',
    endDate: '2031-02-28',
  })
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  await waitFor(() => expect(router.state.location.href).toBe('/profile?tab=purchases'))
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search purchases' }).value).toBe('')
})

test('[ORDER-02] [ORDER-03] [ORDER-04] each status has its own colour in the dropdown', async () => {
  await renderRoute('/profile?tab=purchases')
  await userEvent.click(await screen.findByRole('button', { name: /^(?!Clear).*Status/ }))
  const colours = ['Confirmed', 'Fulfilled', 'Cancelled'].map(
    (name) => /text-(info|ok|danger)/.exec(screen.getByRole('option', { name }).className)?.[1],
  )
  expect(colours).toEqual(['info', 'ok', 'danger'])
})

test('invalid URL parameters are ignored', async () => {
  const requests = listOrders()
  await renderRoute('/profile?tab=purchases&status=Lost&startDate=2031-02-30&endDate=soon')
  await screen.findByText('T-100482')
  expect(requests[0]?.query.toString()).toBe('per_page=50&page=1')
})

test('an empty result offers to show all purchases', async () => {
  const router = await renderRoute('/profile?tab=purchases&q=nothing')
  expect(await screen.findByText('No purchases match')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show all purchases' }))
  expect(await screen.findByText('T-100482')).toBeTruthy()
  expect(router.state.location.href).toBe('/profile?tab=purchases')
  // The button is removed, so focus moves to the first result.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: /T-100482/ })))
})

test('no empty state shows while all purchases load', async () => {
  let isLate = false
  const late = Promise.withResolvers<void>()
  mockRoute(ordersRoutes.list, async ({ query }) => {
    if (query.get('search') === 'nothing')
      return { data: [], meta: { total: 0, page: 1, per_page: 20, last_page: 1 } }
    isLate = true
    await late.promise
    return { data: [wireOrder()], meta: { total: 1, page: 1, per_page: 20, last_page: 1 } }
  })
  await renderRoute('/profile?tab=purchases&q=nothing')
  await userEvent.click(await screen.findByRole('button', { name: 'Show all purchases' }))
  await waitFor(() => expect(isLate).toBe(true))
  expect(screen.queryByText('No purchases yet')).toBeNull()
  late.resolve()
  expect(await screen.findByText('T-100482')).toBeTruthy()
})

test('opening and closing an order keeps the filters', async () => {
  const router = await renderRoute('/profile?tab=purchases&q=emirates')
  await userEvent.click(await screen.findByRole('link', { name: /T-100482/ }))
  expect(router.state.location.href).toBe('/profile?tab=purchases&q=emirates&order=ord_1')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(router.state.location.href).toBe('/profile?tab=purchases&q=emirates'))
})

test('[X-PROFILE-04] an order shows its lines, attendees, delivery deadline and history', async () => {
  order = orderWithLine({
    attendees: [
      {
        ticket: 1,
        details: [
          { field: 'first_name', value: 'Ada' },
          { field: 'document_number', value: '••••• 4821' },
        ],
      },
    ],
  })
  const { panel } = await openOrder()
  expect(await panel.findByText(/usually delivered within 48 hours/)).toBeTruthy()
  await userEvent.click(panel.getByText('1 attendee'))
  expect((await panel.findByText('Document number')).nextSibling?.textContent).toBe('••••• 4821')
  await userEvent.click(panel.getByText('History'))
  expect(await panel.findByText('Jane Harbour: Paid')).toBeTruthy()
})

test('[X-ORDER-08] delivered tickets are files or links per ticket; a PDF opens in its own tab', async () => {
  order = orderWithLine({
    status: 'Fullfilled',
    tickets: [
      wireTicketDelivery(),
      wireTicketDelivery({
        id: 'tkt_2',
        ticket: 2,
        kind: 'mobile_link',
        name: null,
        content_type: null,
        size: null,
        site: 'tickets.example',
      }),
    ],
  })
  mockRoute(ticketsRoutes.file, () => ({
    data: { filename: 'arsenal-1.pdf', content_type: 'application/pdf', base64: btoa('%PDF-1.7') },
  }))
  const { panel } = await openOrder()
  const tickets = within(await panel.findByRole('list', { name: 'Tickets' }))
  expect(tickets.getByText('arsenal-1.pdf · 84 kB · not downloaded yet')).toBeTruthy()
  expect(tickets.getByText('Mobile link · tickets.example · not opened yet')).toBeTruthy()
  await userEvent.click(tickets.getByRole('button', { name: 'Open ticket 1' }))
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith('blob:file-1'))
  expect(blobs[0]?.type).toBe('application/pdf')
})

test('a mobile ticket opens in its own tab; if the browser blocks the tab, its link is shown', async () => {
  const mobile = { kind: 'mobile_link', name: null, content_type: null, size: null } as const
  order = orderWithLine({ tickets: [wireTicketDelivery({ ...mobile, site: 'tickets.example' })] })
  mockRoute(ticketsRoutes.openLink, () => ({ data: { url: 'https://tickets.example/a1' } }))
  const { panel } = await openOrder()
  const open = await panel.findByRole('button', { name: 'Open link of ticket 1' })
  await userEvent.click(open)
  await waitFor(() =>
    expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith('https://tickets.example/a1'),
  )
  expect(panel.queryByRole('link', { name: 'Open tickets.example' })).toBeNull()
  vi.stubGlobal('open', () => null)
  await userEvent.click(open)
  const link = await panel.findByRole('link', { name: 'Open tickets.example' })
  expect(link.getAttribute('href')).toBe('https://tickets.example/a1')
  expect(link.getAttribute('rel')).toContain('noopener')
})

test.each([
  ['Download', 'arsenal-1.pdf', 'application/pdf'],
  ['Wallet pass', 'seat.pkpass', 'application/vnd.apple.pkpass'],
] as const)(
  '[X-ORDER-08] "%s" saves the file with its name and type, keeps the page and updates the count',
  async (press, name, type) => {
    order = orderWithLine({ tickets: [wireTicketDelivery({ name, content_type: type })] })
    mockTicketUrl()
    server.use(
      http.get(`${testEnv.api_base}/ticket-files/signed`, () => {
        order = orderWithLine({ tickets: [wireTicketDelivery({ name, content_type: type, downloads: 1 })] })
        return HttpResponse.arrayBuffer(new Uint8Array([1, 2, 3]).buffer, {
          headers: { 'content-type': type },
        })
      }),
    )
    const saved = watchDownloads()
    const { panel } = await openOrder()
    await userEvent.click(await panel.findByRole('button', { name: `${press} ticket 1` }))
    expect(await panel.findByText(`${name} · 84 kB · downloaded once`)).toBeTruthy()
    expect(saved).toEqual([['blob:file-1', name]])
    expect(blobs.map(({ type, size }) => [type, size])).toEqual([[type, 3]])
    expect(redirectTo).not.toHaveBeenCalled()
  },
)

test('a file whose link expired shows the reason and keeps the page', async () => {
  order = orderWithLine({ tickets: [wireTicketDelivery()] })
  mockTicketUrl()
  server.use(
    http.get(`${testEnv.api_base}/ticket-files/signed`, () =>
      HttpResponse.json(
        { errors: { title: 'This address is over' }, code: 'ticket.download_link_expired' },
        { status: 410 },
      ),
    ),
  )
  const saved = watchDownloads()
  const { panel } = await openOrder()
  await userEvent.click(await panel.findByRole('button', { name: 'Download ticket 1' }))
  expect((await panel.findByRole('alert')).textContent).toBe('This address is over')
  expect(saved).toEqual([])
  expect(redirectTo).not.toHaveBeenCalled()
})

test('a wallet pass does not open in a tab; transfers and parcels show their references', async () => {
  const withoutFile = { name: null, content_type: null, size: null }
  order = orderWithLine({
    tickets: [
      wireTicketDelivery({ name: 'seat.pkpass', content_type: 'application/vnd.apple.pkpass' }),
      wireTicketDelivery({ id: 'tkt_2', ticket: null, kind: 'transfer', reference: 'TR-99', ...withoutFile }),
      wireTicketDelivery({ id: 'tkt_3', ticket: null, kind: 'tracking', reference: '1Z-77', ...withoutFile }),
    ],
  })
  const { panel } = await openOrder()
  expect(await panel.findByText('Transfer reference TR-99')).toBeTruthy()
  expect(panel.getByText('Tracking number 1Z-77')).toBeTruthy()
  expect(panel.queryByRole('button', { name: 'Open ticket 1' })).toBeNull()
})

test('a ticket that fails to load shows the reason in place', async () => {
  order = orderWithLine({ tickets: [wireTicketDelivery()] })
  mockRoute(ticketsRoutes.file, () =>
    errorReply(503, 'The file cannot be read just now', 'ticket.file_unavailable'),
  )
  const { panel } = await openOrder()
  await userEvent.click(await panel.findByRole('button', { name: 'Open ticket 1' }))
  expect((await panel.findByRole('alert')).textContent).toBe('The file cannot be read just now')
})

test('[X-ORDER-10] [X-ORDER-11] invoice and order summary open as PDF', async () => {
  const pdf = (filename: string) => ({ data: { filename, base64: btoa('%PDF-1.7') } })
  const invoices = mockRoute(ordersRoutes.invoice, () => pdf('invoice.pdf'))
  const summaries = mockRoute(ordersRoutes.summary, () => pdf('summary.pdf'))
  const { panel } = await openOrder()
  await userEvent.click(await panel.findByRole('button', { name: 'Invoice' }))
  await userEvent.click(panel.getByRole('button', { name: 'Order summary' }))
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledTimes(2))
  expect([invoices, summaries].map((requests) => requests[0]?.params['order_id'])).toEqual(['ord_1', 'ord_1'])
})

test('a ticket delivered while the page is open appears without a reload', async () => {
  const user = { firstname: 'Jane', team_data: { id: 'tm_1', name: 'Harbour Box Office' } }
  await renderRoute('/profile?tab=purchases&order=ord_1', { user })
  const panel = within(await screen.findByRole('region', { name: /^Order T-/ }))
  await panel.findByText(/usually delivered/)
  order = orderWithLine({ status: 'Fullfilled', tickets: [wireTicketDelivery()] })
  act(() => fakeChannel('private-team-tm_1').onEvent('orders-changed', {}))
  expect(await panel.findByRole('button', { name: 'Open ticket 1' })).toBeTruthy()
})

test('an issue report validates before sending and keeps the input', async () => {
  let isDown = true
  const sent = mockRoute(ordersRoutes.reportIssue, () =>
    isDown
      ? errorReply(503, 'Please try again in a moment')
      : {
          data: {
            id: 'rep_1',
            kind: 'wrong_seats' as const,
            text: 'Row 9',
            reported_at: '2031-03-02T10:00:00Z',
            reported_by: 'Jane',
          },
        },
  )
  const { panel } = await openOrder()
  await userEvent.click(await panel.findByRole('button', { name: 'Report an issue' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Report an issue' }))
  const send = dialog.getByRole('button', { name: 'Send report' })
  await userEvent.click(send)
  expect(dialog.getByText('Describe the issue')).toBeTruthy()
  expect(sent).toHaveLength(0)
  await userEvent.click(dialog.getByRole('button', { name: /Issue/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Wrong seats' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Details' }), 'Row 9')
  await userEvent.click(send)
  expect((await dialog.findByRole('alert')).textContent).toContain('Please try again in a moment')
  isDown = false
  await userEvent.click(send)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent[1]).toMatchObject({
    params: { line_id: 'orl_1' },
    body: { kind: 'wrong_seats', text: 'Row 9' },
  })
  // A retry with the same text is the same report.
  expect(sent[1]?.headers.get('idempotency-key')).toBe(sent[0]?.headers.get('idempotency-key'))
})

test('the delivery date never wraps', async () => {
  const { panel } = await openOrder()
  expect((await panel.findAllByText('03-03-2031'))[0]?.className).toContain('whitespace-nowrap')
})

test.each([
  ['open', '£248.86 of this payment is disputed. Your bank is reviewing it.'],
  ['won', 'Your bank reviewed the dispute over £248.86. The payment remains valid.'],
  ['lost', 'Your bank reversed £248.86 of this payment. The amount is due. Contact us.'],
] as const)('an order with a disputed payment (%s) says so in plain words', async (status, sentence) => {
  const dispute = { id: 'dp_1', amount: gbp('248.86'), status, opened_at: '2031-02-02T12:00:00Z' }
  order = { ...wireOrderDetail(), disputes: [dispute] }
  const { panel } = await openOrder()
  expect(await panel.findByText(sentence)).toBeTruthy()
})
