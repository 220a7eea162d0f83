import { cardsRoutes } from '@terrace/contracts/cards'
import { checkoutRoutes } from '@terrace/contracts/checkout'
import { checkoutDraftRoutes } from '@terrace/contracts/checkout-draft'
import { holdsRoutes } from '@terrace/contracts/holds'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { fakeCardFrame } from '#web/test/fakes/fake-card-frame.ts'
import {
  mockPaymentAtBank,
  mockCheckout,
  confirmed,
  wireCard,
  type CheckoutServer,
} from '#web/test/mock-checkout.ts'
import { fakeChannel } from '#web/test/fakes/fake-realtime.ts'
import { renderRoute } from '#web/test/render-route.tsx'
import { wireBasket, wireHold } from '#web/test/stock-factories.ts'

vi.mock('#web/lib/url/navigation.ts', () => ({ redirectTo: vi.fn<(path: string) => void>() }))

let team: CheckoutServer

beforeEach(() => {
  team = mockCheckout()
})

const cardStep = () => screen.findByRole('region', { name: 'Card' })

test('the card form stays hidden until the saved cards are known', async () => {
  const gate = Promise.withResolvers<void>()
  mockRoute(cardsRoutes.list, async () => {
    await gate.promise
    return { data: [wireCard()] }
  })
  await renderRoute('/checkout')
  expect(within(await cardStep()).getByText('Loading your cards')).toBeTruthy()
  expect(screen.queryByTitle('Card details')).toBeNull()
  gate.resolve()
  expect(await within(await cardStep()).findByRole('button', { name: 'Change card' })).toBeTruthy()
  expect(screen.queryByTitle('Card details')).toBeNull()
})

test('a card entered while saved cards failed to load still pays after they load', async () => {
  let canRead = false
  mockRoute(cardsRoutes.list, () =>
    canRead ? { data: [wireCard()] } : errorReply(403, 'Something went wrong'),
  )
  const bought = mockRoute(checkoutRoutes.buy, () => ({ data: confirmed }))
  await renderRoute('/checkout')
  const { frame } = await fakeCardFrame(() => ({ token: 'pm_card_mastercard' }))
  canRead = true
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  expect(await screen.findByRole('radio', { name: /Visa ending in 4242/ })).toBeTruthy()
  expect(screen.getByTitle('Card details')).toBe(frame)
  await userEvent.click(await screen.findByRole('button', { name: /^Pay £/ }))
  await waitFor(() => expect(bought).toHaveLength(1))
  expect(bought[0]?.body).toMatchObject({ use_existing_card: 0, card_token: 'pm_card_mastercard' })
})

test('a failed save is retried even after another field was saved', async () => {
  team.held = [wireHold({ quantity: 1, listing: { attendee_identification_details_required: true } })]
  const gate = Promise.withResolvers<void>()
  let isFirst = true
  const saved = mockRoute(checkoutDraftRoutes.save, async () => {
    if (!isFirst) return { data: { listings: [] } }
    isFirst = false
    await gate.promise
    return errorReply(500, 'Something went wrong')
  })
  await renderRoute('/checkout')
  await userEvent.type(await screen.findByLabelText('First name'), 'Ada')
  await waitFor(() => expect(saved).toHaveLength(1))
  await userEvent.click(screen.getByRole('button', { name: 'Change contact' }))
  await userEvent.type(screen.getByRole('textbox', { name: /Email address/ }), 'x')
  gate.resolve()
  const names = { listings: [{ listing_id: 'lst_1', attendees: [{ first_name: 'Ada' }] }] }
  await waitFor(() =>
    expect(saved.slice(1).map(({ body }) => body)).toContainEqual(expect.objectContaining(names)),
  )
})

test('tickets can be bought while another payment waits for its bank, which is linked', async () => {
  team.held = [
    wireHold({ state: 'paying' }),
    wireHold({ hold_id: 'hld_2', listing_id: 'lst_2', quantity: 1 }),
  ]
  team.cards = [wireCard()]
  mockPaymentAtBank()
  const bought = mockRoute(checkoutRoutes.buy, () => ({ data: confirmed }))
  await renderRoute('/checkout')
  const running = await screen.findByRole('link', { name: 'View payment' })
  expect(running.getAttribute('href')).toBe('/checkout/confirm?attempt=att_7')
  await userEvent.click(await screen.findByRole('button', { name: 'Pay £124.43' }))
  await waitFor(() => expect(bought).toHaveLength(1))
  expect(bought[0]?.body).toMatchObject({ listings_to_buy: [{ hold_id: 'hld_2' }] })
  expect(bought[0]?.body).not.toHaveProperty('listings_to_buy.1')
})

test('a decline shows at the card even while another payment waits for its bank', async () => {
  const other = wireHold({ state: 'paying' })
  const ours = wireHold({ hold_id: 'hld_2', listing_id: 'lst_2', quantity: 1 })
  team.held = [other, ours]
  team.cards = [wireCard()]
  const held = mockRoute(holdsRoutes.list, () => wireBasket(...team.held))
  mockPaymentAtBank()
  const gate = Promise.withResolvers<void>()
  mockRoute(checkoutRoutes.buy, async () => {
    await gate.promise
    return { data: { status: 'declined' as const, attempt_id: 'att_8', reason: 'The card has expired.' } }
  })
  const router = await renderRoute('/checkout', {
    user: { firstname: 'Jane', team_data: { id: 'tm_1', name: 'Harbour Box Office' } },
  })
  await screen.findByRole('link', { name: 'View payment' })
  await userEvent.click(screen.getByRole('button', { name: 'Pay £124.43' }))
  // The update arrives during the payment, when both holds are `paying`.
  team.held = [other, { ...ours, state: 'paying' }]
  const requestCount = held.length
  act(() => fakeChannel('private-team-tm_1').onEvent('holds-changed', {}))
  await waitFor(() => expect(held.length).toBeGreaterThan(requestCount))
  team.held = [other, ours]
  gate.resolve()
  const card = within(await cardStep())
  expect((await card.findByRole('alert')).textContent).toContain('The card has expired.')
  expect(router.state.location.pathname).toBe('/checkout')
})

test('[X-CHECKOUT-06] a hold in payment keeps its attendees; other holds of the listing need their own', async () => {
  const identificationRequired = { attendee_identification_details_required: true }
  team.held = [
    wireHold({ quantity: 1, state: 'paying', listing: identificationRequired }),
    wireHold({ hold_id: 'hld_2', quantity: 1, listing: identificationRequired }),
  ]
  const attendees = [{ first_name: 'Ada' }, { first_name: 'Grace' }]
  mockRoute(checkoutDraftRoutes.read, () => ({ data: { listings: [{ listing_id: 'lst_1', attendees }] } }))
  await renderRoute('/checkout')
  expect((await screen.findByLabelText<HTMLInputElement>('First name')).value).toBe('Grace')
})

/** Fake timers that also advance in real time. */
function setupFakeTimers() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  return userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
}

test('a save that failed before the purchase is not retried after it', async () => {
  const user = setupFakeTimers()
  team.held = [wireHold({ quantity: 1 })]
  team.cards = [wireCard()]
  const calls: string[] = []
  mockRoute(checkoutDraftRoutes.save, () => {
    calls.push('save')
    return errorReply(500, 'Something went wrong')
  })
  mockRoute(checkoutRoutes.buy, () => {
    calls.push('buy')
    return { data: confirmed }
  })
  const router = await renderRoute('/checkout')
  const pay = await screen.findByRole('button', { name: /^Pay £/ })
  await user.click(screen.getByRole('button', { name: 'Change contact' }))
  await user.type(screen.getByRole('textbox', { name: /Email address/ }), 'x')
  await user.click(pay)
  await waitFor(() => expect(router.state.location.pathname).toBe('/checkout/confirm'))
  // Longer than the retry delay of a failed save.
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(calls.at(-1)).toBe('buy')
})

test('a save waiting for an earlier one is dropped once the purchase completes', async () => {
  const user = setupFakeTimers()
  team.held = [wireHold({ quantity: 1 })]
  team.cards = [wireCard()]
  const gate = Promise.withResolvers<void>()
  const saved = mockRoute(checkoutDraftRoutes.save, async () => {
    await gate.promise
    return { data: { listings: [] } }
  })
  mockRoute(checkoutRoutes.buy, () => ({ data: confirmed }))
  const router = await renderRoute('/checkout')
  const pay = await screen.findByRole('button', { name: /^Pay £/ })
  await user.click(screen.getByRole('button', { name: 'Change contact' }))
  const email = screen.getByRole('textbox', { name: /Email address/ })
  await user.type(email, 'x')
  await act(() => vi.advanceTimersByTimeAsync(1000))
  await waitFor(() => expect(saved).toHaveLength(1))
  await user.type(email, 'y')
  await user.click(pay)
  // The purchase waits at most this long for a pending save.
  await act(() => vi.advanceTimersByTimeAsync(3000))
  await waitFor(() => expect(router.state.location.pathname).toBe('/checkout/confirm'))
  gate.resolve()
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(saved).toHaveLength(1)
})

test('the last edit is saved before the purchase, never after it', async () => {
  team.held = [wireHold({ quantity: 1 })]
  team.cards = [wireCard()]
  const calls: string[] = []
  mockRoute(checkoutDraftRoutes.save, () => {
    calls.push('save')
    return { data: { listings: [] } }
  })
  mockRoute(checkoutRoutes.buy, () => {
    calls.push('buy')
    return { data: confirmed }
  })
  const router = await renderRoute('/checkout')
  const pay = await screen.findByRole('button', { name: /^Pay £/ })
  await userEvent.click(screen.getByRole('button', { name: 'Change contact' }))
  await userEvent.type(screen.getByRole('textbox', { name: /Email address/ }), 'x')
  await userEvent.click(pay)
  await waitFor(() => expect(router.state.location.pathname).toBe('/checkout/confirm'))
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(calls).toEqual(['save', 'buy'])
})

test('a payment waiting for the bank shows until when the tickets stay held', async () => {
  const heldUntil = '2031-02-03T12:10:00.000Z'
  mockRoute(checkoutRoutes.attempt, () => ({
    data: {
      status: 'requires_action' as const,
      attempt_id: 'att_1',
      next_action: { type: 'redirect_to_url' as const, url: 'https://bank.example' },
      held_until: heldUntil,
    },
  }))
  await renderRoute('/checkout/confirm?attempt=att_1')
  expect(
    await screen.findByText(
      `Confirm the payment to complete your purchase. Your tickets stay held until ${inViewerTimeZone(heldUntil)}.`,
    ),
  ).toBeTruthy()
})
