import { quoteEvents, quotePageRoutes, type WireVisitorQuote } from '@terrace/contracts/quote-page'
import type { BodyInputOf } from '@terrace/contracts/route'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer, fail, type ApiRequest } from '#web/test/api-server.ts'
import { listenedChannels, playRealtime } from '#web/test/fake-realtime.ts'
import {
  quoteAnswer,
  threeOffers,
  wireAlternative,
  wireOffer,
  wireVisitorQuote,
} from '#web/test/quote-page-factories.ts'
import { renderRoute } from '#web/test/render-route.tsx'

let quote: WireVisitorQuote
let asked: ApiRequest<BodyInputOf<typeof quotePageRoutes.details>>[]

beforeEach(() => {
  quote = wireVisitorQuote()
  asked = answer(quotePageRoutes.details, () => quoteAnswer(quote))
})

async function open() {
  await renderRoute('/quote/k3J9', { user: null })
  await screen.findByRole('heading', { level: 1, name: /^Arsenal/ })
}

/** As the server would tell it. */
const tell = (values: Partial<WireVisitorQuote>) =>
  act(() => {
    quote = { ...quote, ...values }
    playRealtime('quote-news').onEvent(quoteEvents.changed, {})
  })

function turn(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
}

const twelve = wireAlternative({ id: 'off_a', section: 'Block 12', row: '20' })
const [first, second, third] = threeOffers
const goneFirst = [
  { ...(first ?? wireOffer()), state: 'gone' as const, quantities: [], alternatives: [twelve] },
  ...[second, third].filter((offer) => offer !== undefined),
]

test('[X-QUOTE-16] [X-QUOTE-17] an offer that goes shows so at once and is told to the ear; its alternative can be picked', async () => {
  await open()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Block 25, Lower tier' }))
  tell({ offers: goneFirst })
  expect(await screen.findByText('No longer available')).toBeTruthy()
  const told = screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(told).toContain('Block 25, row 18 is no longer available.')
  expect(screen.getByText('Block 25, row 18 has gone and is no longer chosen.')).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Block 12, Lower tier' }))
  expect(screen.getByRole('region', { name: 'Your answer' }).textContent).toContain('2 tickets£272.00')
  // It stays where it was, for what was there.
  expect(within(screen.getByRole('list', { name: 'Offers' })).getByText('Block 25, Lower tier')).toBeTruthy()
})

test('an offer that comes back is not chosen by itself again', async () => {
  await open()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Block 25, Lower tier' }))
  tell({ offers: goneFirst })
  await screen.findByText('No longer available')
  tell({ offers: threeOffers })
  await waitFor(() => expect(screen.queryByText('No longer available')).toBeNull())
  expect(screen.getByRole('checkbox', { name: 'Block 25, Lower tier' })).toHaveProperty('checked', false)
})

test('a price that changes is shown and told', async () => {
  await open()
  const dearer = threeOffers.map((offer) =>
    offer.id === 'off_1' ? { ...offer, price: { amount: '140.00', currency: 'GBP' } } : offer,
  )
  tell({ offers: dearer })
  expect(await screen.findByText('£140.00')).toBeTruthy()
  expect(screen.getByText('Block 25, row 18 is now £140.00 each.')).toBeTruthy()
})

test('a quote that is withdrawn while it is open becomes the page that names the broker, in their colours', async () => {
  await open()
  const { brand: broker } = quote
  answer(quotePageRoutes.details, () => fail(410, 'Over', 'quote.ended', { status: 'Withdrawn', broker }))
  tell({})
  expect(await screen.findByRole('heading', { name: 'This quote was withdrawn' })).toBeTruthy()
  expect(document.documentElement.style.getPropertyValue('--brand')).toBe('#7a1f5c')
  // Who looks on sees it open again where the broker revives it.
  answer(quotePageRoutes.details, () => quoteAnswer(quote))
  tell({})
  expect(await screen.findByRole('heading', { level: 1, name: /^Arsenal/ })).toBeTruthy()
})

test('[X-QUOTE-15] when its time is up, by the server’s clock, the page is that of an expired quote', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  quote = wireVisitorQuote({ expires_at: new Date(Date.now() + 600_000).toISOString() })
  await open()
  await act(() => vi.advanceTimersByTimeAsync(601_000))
  expect(await screen.findByRole('heading', { name: 'This quote has expired' })).toBeTruthy()
})

test('what was accepted in time stays accepted when the time is up, and can no longer be changed', async () => {
  const answered: WireVisitorQuote['answer'] = {
    kind: 'accepted',
    at: '2026-01-01T00:00:00Z',
    name: 'Jane',
    offers: [],
    held_until: null,
  }
  quote = wireVisitorQuote({
    status: 'Accepted',
    answer: answered,
    expires_at: new Date(Date.now() + 600_000).toISOString(),
  })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await open()
  expect(screen.getByRole('button', { name: 'Change my answer' })).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(601_000))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Change my answer' })).toBeNull())
  expect(screen.getByRole('heading', { name: 'Accepted' })).toBeTruthy()
})

test('where no news comes through the quote is asked for every 20 seconds; where it does, it is not', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await open()
  await act(() => vi.advanceTimersByTimeAsync(20_500))
  await waitFor(() => expect(asked).toHaveLength(2))
  act(() => playRealtime('quote-news').onLive?.(true))
  // Once for what happened before it was heard.
  await waitFor(() => expect(asked).toHaveLength(3))
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(asked).toHaveLength(3)
  act(() => playRealtime('quote-news').onLive?.(false))
  await act(() => vi.advanceTimersByTimeAsync(20_500))
  await waitFor(() => expect(asked).toHaveLength(4))
})

test('a page that nobody looks at neither listens nor asks; who comes back sees it as it is', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await open()
  expect(listenedChannels()).toContain('quote-news')
  turn('hidden')
  expect(listenedChannels()).not.toContain('quote-news')
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(asked).toHaveLength(1)
  turn('visible')
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(listenedChannels()).toContain('quote-news')
})

test('[X-QUOTE-21] the first question of a page that somebody looks at says so, once', async () => {
  await open()
  tell({})
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked.map(({ body }) => body.is_opening)).toEqual([true, false])
})

test('a page that was opened behind another one counts as seen when it is', async () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await open()
  turn('visible')
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked.map(({ body }) => body.is_opening)).toEqual([false, true])
})
