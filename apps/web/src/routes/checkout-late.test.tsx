import { cardsRoutes } from '@terrace/contracts/cards'
import { checkoutRoutes } from '@terrace/contracts/checkout'
import { checkoutDraftRoutes } from '@terrace/contracts/checkout-draft'
import { holdsRoutes } from '@terrace/contracts/holds'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { onOwnClock } from '#web/lib/own-clock.ts'
import { answer, fail } from '#web/test/api-server.ts'
import { playCardFrame } from '#web/test/card-frame.ts'
import {
  answerPaymentAtBank,
  answerCheckout,
  confirmed,
  wireCard,
  type CheckoutServer,
} from '#web/test/checkout-server.ts'
import { playRealtime } from '#web/test/fake-realtime.ts'
import { renderRoute } from '#web/test/render-route.tsx'
import { wireBasket, wireHold } from '#web/test/stock-factories.ts'

vi.mock('#web/lib/navigation.ts', () => ({ leaveTo: vi.fn<(path: string) => void>() }))

let team: CheckoutServer

beforeEach(() => {
  team = answerCheckout()
})

const cardStep = () => screen.findByRole('region', { name: 'Card' })

test('no card can be typed before it is known whether one is saved', async () => {
  const gate = Promise.withResolvers<void>()
  answer(cardsRoutes.list, async () => {
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

test('a card that is typed since the saved ones could not be read still pays when they come after all', async () => {
  let canRead = false
  answer(cardsRoutes.list, () => (canRead ? { data: [wireCard()] } : fail(403, 'Something went wrong')))
  const bought = answer(checkoutRoutes.buy, () => ({ data: confirmed }))
  await renderRoute('/checkout')
  const { frame } = await playCardFrame(() => ({ token: 'pm_card_mastercard' }))
  canRead = true
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  expect(await screen.findByRole('radio', { name: /Visa ending in 4242/ })).toBeTruthy()
  expect(screen.getByTitle('Card details')).toBe(frame)
  await userEvent.click(await screen.findByRole('button', { name: /^Pay £/ }))
  await waitFor(() => expect(bought).toHaveLength(1))
  expect(bought[0]?.body).toMatchObject({ use_existing_card: 0, card_token: 'pm_card_mastercard' })
})

test('what could not be kept is sent again, also where something else was kept since', async () => {
  team.held = [wireHold({ quantity: 1, listing: { attendee_identification_details_required: true } })]
  const gate = Promise.withResolvers<void>()
  let isFirst = true
  const kept = answer(checkoutDraftRoutes.keep, async () => {
    if (!isFirst) return { data: { listings: [] } }
    isFirst = false
    await gate.promise
    return fail(500, 'Something went wrong')
  })
  await renderRoute('/checkout')
  await userEvent.type(await screen.findByLabelText('First name'), 'Ada')
  await waitFor(() => expect(kept).toHaveLength(1))
  await userEvent.click(screen.getByRole('button', { name: 'Change contact' }))
  await userEvent.type(screen.getByRole('textbox', { name: /Email address/ }), 'x')
  gate.resolve()
  const names = { listings: [{ listing_id: 'lst_1', attendees: [{ first_name: 'Ada' }] }] }
  await waitFor(() =>
    expect(kept.slice(1).map(({ body }) => body)).toContainEqual(expect.objectContaining(names)),
  )
})

test('what is held can be bought while a payment for other tickets waits for its bank, and the way to that one is shown', async () => {
  team.held = [
    wireHold({ state: 'paying' }),
    wireHold({ hold_id: 'hld_2', listing_id: 'lst_2', quantity: 1 }),
  ]
  team.cards = [wireCard()]
  answerPaymentAtBank()
  const bought = answer(checkoutRoutes.buy, () => ({ data: confirmed }))
  await renderRoute('/checkout')
  const running = await screen.findByRole('link', { name: 'See that payment' })
  expect(running.getAttribute('href')).toBe('/checkout/confirm?attempt=att_7')
  await userEvent.click(await screen.findByRole('button', { name: 'Pay £124.43' }))
  await waitFor(() => expect(bought).toHaveLength(1))
  expect(bought[0]?.body).toMatchObject({ listings_to_buy: [{ hold_id: 'hld_2' }] })
  expect(bought[0]?.body).not.toHaveProperty('listings_to_buy.1')
})

test('a decline is said where the card is, also while a payment for other tickets waits for its bank', async () => {
  const other = wireHold({ state: 'paying' })
  const ours = wireHold({ hold_id: 'hld_2', listing_id: 'lst_2', quantity: 1 })
  team.held = [other, ours]
  team.cards = [wireCard()]
  const held = answer(holdsRoutes.list, () => wireBasket(...team.held))
  answerPaymentAtBank()
  const gate = Promise.withResolvers<void>()
  answer(checkoutRoutes.buy, async () => {
    await gate.promise
    return { data: { status: 'declined' as const, attempt_id: 'att_8', reason: 'The card has expired.' } }
  })
  const router = await renderRoute('/checkout', {
    user: { firstname: 'Jane', team_data: { id: 'tm_1', name: 'Harbour Box Office' } },
  })
  await screen.findByRole('link', { name: 'See that payment' })
  await userEvent.click(screen.getByRole('button', { name: 'Pay £124.43' }))
  // Told of while it is being paid for: then all that the team holds is.
  team.held = [other, { ...ours, state: 'paying' }]
  const asked = held.length
  act(() => playRealtime('private-team-tm_1').onEvent('holds-changed', {}))
  await waitFor(() => expect(held.length).toBeGreaterThan(asked))
  team.held = [other, ours]
  gate.resolve()
  const card = within(await cardStep())
  expect((await card.findByRole('alert')).textContent).toContain('The card has expired.')
  expect(router.state.location.pathname).toBe('/checkout')
})

test('[X-CHECKOUT-06] while one hold of a listing is being paid for, the other one asks for its own people', async () => {
  const asking = { attendee_identification_details_required: true }
  team.held = [
    wireHold({ quantity: 1, state: 'paying', listing: asking }),
    wireHold({ hold_id: 'hld_2', quantity: 1, listing: asking }),
  ]
  const attendees = [{ first_name: 'Ada' }, { first_name: 'Grace' }]
  answer(checkoutDraftRoutes.read, () => ({ data: { listings: [{ listing_id: 'lst_1', attendees }] } }))
  await renderRoute('/checkout')
  expect((await screen.findByLabelText<HTMLInputElement>('First name')).value).toBe('Grace')
})

/** Time that passes only as the tests say, beside the time that passes anyway. */
function playTime() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  return userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
}

test('what could not be kept before it was bought is not kept after it either', async () => {
  const user = playTime()
  team.held = [wireHold({ quantity: 1 })]
  team.cards = [wireCard()]
  const calls: string[] = []
  answer(checkoutDraftRoutes.keep, () => {
    calls.push('keep')
    return fail(500, 'Something went wrong')
  })
  answer(checkoutRoutes.buy, () => {
    calls.push('buy')
    return { data: confirmed }
  })
  const router = await renderRoute('/checkout')
  const press = await screen.findByRole('button', { name: /^Pay £/ })
  await user.click(screen.getByRole('button', { name: 'Change contact' }))
  await user.type(screen.getByRole('textbox', { name: /Email address/ }), 'x')
  await user.click(press)
  await waitFor(() => expect(router.state.location.pathname).toBe('/checkout/confirm'))
  // Longer than the pause after which a failed one is sent again.
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(calls.at(-1)).toBe('buy')
})

test('what waits for an earlier save is not kept after the purchase that was faster', async () => {
  const user = playTime()
  team.held = [wireHold({ quantity: 1 })]
  team.cards = [wireCard()]
  const gate = Promise.withResolvers<void>()
  const kept = answer(checkoutDraftRoutes.keep, async () => {
    await gate.promise
    return { data: { listings: [] } }
  })
  answer(checkoutRoutes.buy, () => ({ data: confirmed }))
  const router = await renderRoute('/checkout')
  const press = await screen.findByRole('button', { name: /^Pay £/ })
  await user.click(screen.getByRole('button', { name: 'Change contact' }))
  const email = screen.getByRole('textbox', { name: /Email address/ })
  await user.type(email, 'x')
  await act(() => vi.advanceTimersByTimeAsync(1000))
  await waitFor(() => expect(kept).toHaveLength(1))
  await user.type(email, 'y')
  await user.click(press)
  // The patience of the purchase with a save.
  await act(() => vi.advanceTimersByTimeAsync(3000))
  await waitFor(() => expect(router.state.location.pathname).toBe('/checkout/confirm'))
  gate.resolve()
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(kept).toHaveLength(1)
})

test('what was typed last is kept before it is bought, never after: the purchase has nothing left to forget', async () => {
  team.held = [wireHold({ quantity: 1 })]
  team.cards = [wireCard()]
  const calls: string[] = []
  answer(checkoutDraftRoutes.keep, () => {
    calls.push('keep')
    return { data: { listings: [] } }
  })
  answer(checkoutRoutes.buy, () => {
    calls.push('buy')
    return { data: confirmed }
  })
  const router = await renderRoute('/checkout')
  const press = await screen.findByRole('button', { name: /^Pay £/ })
  await userEvent.click(screen.getByRole('button', { name: 'Change contact' }))
  await userEvent.type(screen.getByRole('textbox', { name: /Email address/ }), 'x')
  await userEvent.click(press)
  await waitFor(() => expect(router.state.location.pathname).toBe('/checkout/confirm'))
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(calls).toEqual(['keep', 'buy'])
})

test('a bank that asks is waited for until a moment that is named', async () => {
  const heldUntil = '2031-02-03T12:10:00.000Z'
  answer(checkoutRoutes.attempt, () => ({
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
      `The payment goes on once you have confirmed it. Your tickets stay held until ${onOwnClock(heldUntil)}.`,
    ),
  ).toBeTruthy()
})
