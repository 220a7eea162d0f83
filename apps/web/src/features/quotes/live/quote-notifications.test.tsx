import { quotesRoutes } from '@terrace/contracts/quotes'
import type { QuoteUpdate } from '@terrace/contracts/realtime'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { fakeChannel } from '#web/test/fakes/fake-realtime.ts'
import { wireQuote, wireQuotes, wireQuoteDetail } from '#web/test/quote-factories.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { toastQueue } from '#web/ui/overlay/toast-queue.ts'

const user = { firstname: 'Jane', lastname: 'Miller', team_data: { id: 'tm_1', name: 'Harbour Box Office' } }
const at = '2031-02-01T14:31:00.000Z'

beforeEach(() => {
  act(() => toastQueue.clear())
  mockShell()
  mockRoute(catalogueRoutes.hotEvents, () => ({ data: [] }))
})

const receiveUpdate = (kind: QuoteUpdate['kind']) =>
  act(() => fakeChannel('private-team-tm_1').onEvent('quotes-changed', { quote_id: 'qt_1', kind }))

async function openHome() {
  await renderRoute('/', { user })
  await screen.findByRole('button', { name: /Your account/ })
}

test('[X-QUOTE-19] an acceptance shows a toast on any page', async () => {
  const clientResponse = { kind: 'accepted', at, name: 'Lee Park', email: null, reason: null } as const
  mockRoute(quotesRoutes.one, () => ({
    data: wireQuoteDetail({ status: 'Accepted', response: clientResponse }),
  }))
  await openHome()
  receiveUpdate('accepted')
  expect((await screen.findByText(/^Client accepted/)).textContent).toBe(
    'Client accepted “Two by the halfway line”\nLee Park, 2 tickets for £260.70',
  )
})

test('[X-QUOTE-19] a decline shows a toast with the client’s reason', async () => {
  const clientResponse = { kind: 'declined', at, name: null, email: null, reason: 'Too expensive' } as const
  mockRoute(quotesRoutes.one, () => ({
    data: wireQuoteDetail({ status: 'Declined', response: clientResponse }),
  }))
  await openHome()
  receiveUpdate('declined')
  expect((await screen.findByText(/^Client declined/)).textContent).toBe(
    'Client declined “Two by the halfway line”\nAda Wong, Too expensive',
  )
})

test('[X-QUOTE-21] a view shows a toast', async () => {
  mockRoute(quotesRoutes.one, () => ({ data: wireQuoteDetail() }))
  await openHome()
  receiveUpdate('viewed')
  expect((await screen.findByText(/^Client opened/)).textContent).toContain('Two by the halfway line')
})

test('[X-PROFILE-05] a colleague’s change updates list and badge without a toast', async () => {
  let status: 'Active' | 'Withdrawn' = 'Active'
  let count = 1
  mockRoute(workspaceRoutes.counts, () => ({ data: { order_count: 0, quote_count: count } }))
  mockRoute(quotesRoutes.list, () => wireQuotes(wireQuote({ status })))
  const requests = mockRoute(quotesRoutes.one, () => ({ data: wireQuoteDetail() }))
  await renderRoute('/profile?tab=quotes', { user })
  expect((await screen.findByRole('row', { name: /Ada Wong/ })).textContent).toContain('Active')
  status = 'Withdrawn'
  count = 0
  receiveUpdate('changed')
  act(() => fakeChannel('private-team-tm_1').onEvent('counts-changed', {}))
  await vi.waitFor(() =>
    expect(screen.getByRole('row', { name: /Ada Wong/ }).textContent).toContain('Withdrawn'),
  )
  const account = screen.getByRole('button', { name: /Your account/ })
  await vi.waitFor(() => expect(account.textContent).not.toContain('1 quote'))
  expect(requests).toEqual([])
  expect(screen.queryByText(/^Client (opened|accepted|declined)/)).toBeNull()
})

test('an update of a quote that cannot be loaded is logged and shows no toast', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  mockRoute(quotesRoutes.one, () => errorReply(404, 'Quote not found'))
  await openHome()
  receiveUpdate('accepted')
  await vi.waitFor(() => expect(logged).toHaveBeenCalled())
  expect(screen.queryByText(/^Client (opened|accepted|declined)/)).toBeNull()
})
