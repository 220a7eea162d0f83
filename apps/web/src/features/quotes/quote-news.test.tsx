import { quotesRoutes } from '@terrace/contracts/quotes'
import type { QuoteNews } from '@terrace/contracts/realtime'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { answer, fail } from '#web/test/api-server.ts'
import { playRealtime } from '#web/test/fake-realtime.ts'
import { wireQuote, wireQuotes, wireQuoteWhole } from '#web/test/quote-factories.ts'
import { answerShell, renderRoute } from '#web/test/render-route.tsx'
import { toastQueue } from '#web/ui/toast-queue.ts'

const user = { firstname: 'Jane', lastname: 'Miller', team_data: { id: 'tm_1', name: 'Harbour Box Office' } }
const at = '2031-02-01T14:31:00.000Z'

beforeEach(() => {
  act(() => toastQueue.clear())
  answerShell()
  answer(catalogueRoutes.hotEvents, () => ({ data: [] }))
})

const hear = (kind: QuoteNews['kind']) =>
  act(() => playRealtime('private-team-tm_1').onEvent('quotes-changed', { quote_id: 'qt_1', kind }))

async function openHome() {
  await renderRoute('/', { user })
  await screen.findByRole('button', { name: /Your account/ })
}

test('[X-QUOTE-19] that a client has accepted is said at once, on whatever page is open', async () => {
  const answered = { kind: 'accepted', at, name: 'Lee Park', email: null, reason: null } as const
  answer(quotesRoutes.one, () => ({ data: wireQuoteWhole({ status: 'Accepted', answer: answered }) }))
  await openHome()
  hear('accepted')
  expect((await screen.findByText(/^Client accepted/)).textContent).toBe(
    'Client accepted “Two by the halfway line”\nLee Park, 2 tickets for £260.70',
  )
})

test('[X-QUOTE-19] that a client has declined is said with the reason', async () => {
  const answered = { kind: 'declined', at, name: null, email: null, reason: 'Too dear' } as const
  answer(quotesRoutes.one, () => ({ data: wireQuoteWhole({ status: 'Declined', answer: answered }) }))
  await openHome()
  hear('declined')
  expect((await screen.findByText(/^Client declined/)).textContent).toBe(
    'Client declined “Two by the halfway line”\nAda Wong, Too dear',
  )
})

test('[X-QUOTE-21] that a client looks at a quote is said', async () => {
  answer(quotesRoutes.one, () => ({ data: wireQuoteWhole() }))
  await openHome()
  hear('viewed')
  expect((await screen.findByText(/^Client opened/)).textContent).toContain('Two by the halfway line')
})

test('[X-PROFILE-05] the open tab and the badge follow, and what a colleague changes is no notice', async () => {
  let status: 'Active' | 'Withdrawn' = 'Active'
  let count = 1
  answer(workspaceRoutes.counts, () => ({ data: { order_count: 0, quote_count: count } }))
  answer(quotesRoutes.list, () => wireQuotes(wireQuote({ status })))
  const asked = answer(quotesRoutes.one, () => ({ data: wireQuoteWhole() }))
  await renderRoute('/profile?tab=quotes', { user })
  expect((await screen.findByRole('link', { name: /Ada Wong/ })).textContent).toContain('Active')
  status = 'Withdrawn'
  count = 0
  hear('changed')
  act(() => playRealtime('private-team-tm_1').onEvent('counts-changed', {}))
  await vi.waitFor(() =>
    expect(screen.getByRole('link', { name: /Ada Wong/ }).textContent).toContain('Withdrawn'),
  )
  await vi.waitFor(() => expect(screen.queryByText('1 orders and quotes')).toBeNull())
  expect(asked).toEqual([])
  expect(screen.queryByText(/^Client (opened|accepted|declined)/)).toBeNull()
})

test('news of a quote that cannot be had is logged, and disturbs nobody', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  answer(quotesRoutes.one, () => fail(404, 'This quote does not exist'))
  await openHome()
  hear('accepted')
  await vi.waitFor(() => expect(logged).toHaveBeenCalled())
  expect(screen.queryByText(/^Client (opened|accepted|declined)/)).toBeNull()
})
