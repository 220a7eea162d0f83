import { quoteEvents, quotePageRoutes, type WireClientQuote } from '@terrace/contracts/quote-page'
import type { BodyInputOf } from '@terrace/contracts/route'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { mockRoute, errorReply, type ApiRequest } from '#web/test/mock-api.ts'
import { subscribedChannels, fakeChannel } from '#web/test/fakes/fake-realtime.ts'
import {
  quoteDetailsResponse,
  threeOffers,
  wireAlternative,
  wireOffer,
  wireClientQuote,
} from '#web/test/quote-page-factories.ts'
import { renderRoute } from '#web/test/render-route.tsx'

let quote: WireClientQuote
let requests: ApiRequest<BodyInputOf<typeof quotePageRoutes.details>>[]

beforeEach(() => {
  quote = wireClientQuote()
  requests = mockRoute(quotePageRoutes.details, () => quoteDetailsResponse(quote))
})

async function open() {
  await renderRoute('/quote/k3J9', { user: null })
  await screen.findByRole('heading', { level: 1, name: /^Arsenal/ })
}

/** Changes the quote on the server and notifies the page. */
const updateQuote = (values: Partial<WireClientQuote>) =>
  act(() => {
    quote = { ...quote, ...values }
    fakeChannel('quote-news').onEvent(quoteEvents.changed, {})
  })

function setVisibility(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
}

const twelve = wireAlternative({ id: 'off_a', section: 'Block 12', row: '20' })
const [first, second, third] = threeOffers
const firstUnavailable = [
  { ...(first ?? wireOffer()), state: 'unavailable' as const, quantities: [], alternatives: [twelve] },
  ...[second, third].filter((offer) => offer !== undefined),
]

test('[X-QUOTE-16] [X-QUOTE-17] an offer that becomes unavailable is announced, and its alternative can be selected', async () => {
  await open()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Block 25, Lower tier' }))
  updateQuote({ offers: firstUnavailable })
  expect(await screen.findByText('No longer available')).toBeTruthy()
  const announced = screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(announced).toContain('Block 25, row 18 is no longer available.')
  expect(
    screen.getByText('Block 25, row 18 is no longer available and was removed from your selection.'),
  ).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Block 12, Lower tier' }))
  expect(screen.getByRole('region', { name: 'Your response' }).textContent).toContain('2 tickets£272.00')
  // The alternative stays under the original offer.
  expect(within(screen.getByRole('list', { name: 'Offers' })).getByText('Block 25, Lower tier')).toBeTruthy()
})

test('an offer that becomes available again is not reselected', async () => {
  await open()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Block 25, Lower tier' }))
  updateQuote({ offers: firstUnavailable })
  await screen.findByText('No longer available')
  updateQuote({ offers: threeOffers })
  await waitFor(() => expect(screen.queryByText('No longer available')).toBeNull())
  expect(screen.getByRole('checkbox', { name: 'Block 25, Lower tier' })).toHaveProperty('checked', false)
})

test('a price change is shown and announced', async () => {
  await open()
  const pricier = threeOffers.map((offer) =>
    offer.id === 'off_1' ? { ...offer, price: { amount: '140.00', currency: 'GBP' } } : offer,
  )
  updateQuote({ offers: pricier })
  expect(await screen.findByText('£140.00')).toBeTruthy()
  expect(screen.getByText('Block 25, row 18 is now £140.00 each.')).toBeTruthy()
})

test('a quote withdrawn while open shows the broker’s contact page in their colours', async () => {
  await open()
  const { brand: broker } = quote
  mockRoute(quotePageRoutes.details, () =>
    errorReply(410, 'Over', 'quote.ended', { status: 'Withdrawn', broker }),
  )
  updateQuote({})
  expect(await screen.findByRole('heading', { name: 'This quote was withdrawn' })).toBeTruthy()
  expect(document.documentElement.style.getPropertyValue('--brand')).toBe('#7a1f5c')
  // An open page shows the quote again when the broker reopens it.
  mockRoute(quotePageRoutes.details, () => quoteDetailsResponse(quote))
  updateQuote({})
  expect(await screen.findByRole('heading', { level: 1, name: /^Arsenal/ })).toBeTruthy()
})

test('[X-QUOTE-15] at expiry, by the server’s clock, the page shows the expired quote', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  quote = wireClientQuote({ expires_at: new Date(Date.now() + 600_000).toISOString() })
  await open()
  await act(() => vi.advanceTimersByTimeAsync(601_000))
  expect(await screen.findByRole('heading', { name: 'This quote has expired' })).toBeTruthy()
})

test('an accepted quote stays accepted after expiry and can’t be changed', async () => {
  const clientResponse: WireClientQuote['response'] = {
    kind: 'accepted',
    at: '2026-01-01T00:00:00Z',
    name: 'Jane',
    offers: [],
    held_until: null,
  }
  quote = wireClientQuote({
    status: 'Accepted',
    response: clientResponse,
    expires_at: new Date(Date.now() + 600_000).toISOString(),
  })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await open()
  expect(screen.getByRole('button', { name: 'Change my response' })).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(601_000))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Change my response' })).toBeNull())
  expect(screen.getByRole('heading', { name: 'Accepted' })).toBeTruthy()
})

test('the quote is polled every 20 seconds only while realtime is unavailable', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await open()
  await act(() => vi.advanceTimersByTimeAsync(20_500))
  await waitFor(() => expect(requests).toHaveLength(2))
  act(() => fakeChannel('quote-news').onLive?.(true))
  // One request covers changes from before the subscription.
  await waitFor(() => expect(requests).toHaveLength(3))
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(requests).toHaveLength(3)
  act(() => fakeChannel('quote-news').onLive?.(false))
  await act(() => vi.advanceTimersByTimeAsync(20_500))
  await waitFor(() => expect(requests).toHaveLength(4))
})

test('a hidden page neither subscribes nor polls, and refreshes when visible', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await open()
  expect(subscribedChannels()).toContain('quote-news')
  setVisibility('hidden')
  expect(subscribedChannels()).not.toContain('quote-news')
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(requests).toHaveLength(1)
  setVisibility('visible')
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(subscribedChannels()).toContain('quote-news')
})

test('[X-QUOTE-21] the first request of a visible page counts as one opening', async () => {
  await open()
  updateQuote({})
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(requests.map(({ body }) => body.is_opening)).toEqual([true, false])
})

test('a page opened in the background counts as opened when it becomes visible', async () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await open()
  setVisibility('visible')
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(requests.map(({ body }) => body.is_opening)).toEqual([false, true])
})
