import { listingsRoutes } from '@terrace/contracts/listings'
import { quoteSettingsRoutes } from '@terrace/contracts/quote-settings'
import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeObjectUrls } from '#web/test/fakes/fake-downloads.ts'
import { wireFacets } from '#web/test/feed-facets.ts'
import { errorReply, mockRoute } from '#web/test/mock-api.ts'
import { cheap, expensive, findRow, mockEventPage, openEventPage } from '#web/test/mock-event-page.ts'
import { wireQuoteDefaults, wireQuoteSettings } from '#web/test/quote-factories.ts'
import { wireFeed } from '#web/test/stock-factories.ts'

const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
const seats =
  'Arsenal v Chelsea, Sat 08 Mar 31, 17:30, Emirates Stadium, London. Block 25, row 18, Lower tier side, Mobile.'

beforeEach(() => {
  writeText.mockClear()
  mockEventPage()
})

function mockDefaultCommission(amount: string) {
  mockRoute(quoteSettingsRoutes.read, () =>
    wireQuoteSettings({ defaults: wireQuoteDefaults({ commission_amount: amount }) }),
  )
}

async function openDetails() {
  await openEventPage()
  const row = await findRow('Block 25')
  act(() => row.focus())
  await userEvent.keyboard('{Enter}')
  await within(row).findByRole('button', { name: /^Copy for client/ })
  vi.stubGlobal('navigator', { userAgent: navigator.userAgent, onLine: true, clipboard: { writeText } })
  return within(row)
}

test('an opened row is copied for the client at the default commission, and for colleagues with its cost', async () => {
  mockDefaultCommission('10')
  const row = await openDetails()
  await userEvent.click(row.getByRole('button', { name: 'Copy for client, Block 25, row 18' }))
  expect(await row.findByText('Copied without cost')).toBeTruthy()
  expect(writeText.mock.lastCall?.[0]).toBe(`${seats} 2 tickets at £130.35 each, £260.70 in total.`)
  await userEvent.click(row.getByRole('button', { name: 'Copy listing with cost, Block 25, row 18' }))
  expect(await row.findByText('Copied with cost. Not for clients.')).toBeTruthy()
  expect(writeText.mock.lastCall?.[0]).toBe(
    `${seats} 2 tickets: cost £118.50, fee £5.93 each. Contains cost, not for clients.`,
  )
})

test.each([
  ['without a default commission', '', /no default commission/],
  ['when the commission does not cover the fee', '4', /does not cover the fee/],
])('nothing is copied for the client %s', async (_, amount, reason) => {
  mockDefaultCommission(amount)
  const row = await openDetails()
  await userEvent.click(row.getByRole('button', { name: /^Copy for client/ }))
  expect(await row.findByText(reason)).toBeTruthy()
  expect(writeText).not.toHaveBeenCalled()
})

test('the list is exported with its filters, order and columns, over all pages', async () => {
  const requests = mockRoute(listingsRoutes.feed, ({ query }) => {
    if (query.get('per_page') !== '500') {
      return wireFeed([cheap, expensive], { facets: wireFacets([cheap, expensive]) })
    }
    return wireFeed([query.get('page') === '1' ? cheap : expensive], { last_page: 2 })
  })
  const blobs = fakeObjectUrls()
  await openEventPage('?quantity=2&order=seller')
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
  await vi.waitFor(() => expect(blobs).toHaveLength(1))
  const lines = (await blobs[0]?.text())?.trim().split('\r\n') ?? []
  expect(lines.map((line) => line.replace('\uFEFF', ''))).toEqual([
    'Section,Row,Seats,Quantity,Delivery,In hand,Restrictions,Seller,Listed,Price,All-in',
    'Block 25,18,401–404,4,Mobile,2031-03-01,,Northgate Tickets,2031-02-01T09:00:00.000Z,118.50 GBP,124.43 GBP',
    'Block 26,18,401–404,4,E-ticket,2031-03-01,,Kop Stock,2031-02-01T09:00:00.000Z,240.00 GBP,252.00 GBP',
  ])
  const exported = requests.filter(({ query }) => query.get('per_page') === '500')
  expect(
    exported.map(({ query }) => [query.get('page'), query.get('min_quantity'), query.get('order_by')]),
  ).toEqual([
    ['1', '2', 'seller'],
    ['2', '2', 'seller'],
  ])
})

test('a failed export says so and can be repeated', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  mockRoute(listingsRoutes.feed, ({ query }) =>
    query.get('per_page') === '500'
      ? errorReply(503, 'Unavailable')
      : wireFeed([cheap, expensive], { facets: wireFacets([cheap, expensive]) }),
  )
  await openEventPage()
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
  expect((await screen.findByText('Export failed. Try again.')).getAttribute('role')).toBe('alert')
  expect(screen.getByRole('button', { name: 'Export CSV' })).toHaveProperty('disabled', false)
})
