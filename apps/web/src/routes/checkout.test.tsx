import { checkoutRoutes, type WireAttempt } from '@terrace/contracts/checkout'
import { holdsRoutes } from '@terrace/contracts/holds'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { keyFor } from '#web/features/checkout/intention.ts'
import { checkoutPayload } from '#web/features/checkout/payload.ts'
import { leaveTo } from '#web/lib/navigation.ts'
import { answer, fail } from '#web/test/api-server.ts'
import { playCardFrame } from '#web/test/card-frame.ts'
import { answerCheckout, confirmed, type CheckoutServer } from '#web/test/checkout-server.ts'
import { gbp } from '#web/test/factories.ts'
import { renderRoute } from '#web/test/render-route.tsx'
import { wireBasket, wireHold } from '#web/test/stock-factories.ts'

vi.mock('#web/lib/navigation.ts', () => ({ leaveTo: vi.fn<(path: string) => void>() }))

let team: CheckoutServer
const declined: WireAttempt = {
  status: 'declined',
  attempt_id: 'att_1',
  reason: 'Your card has insufficient funds',
}

beforeEach(() => {
  vi.mocked(leaveTo).mockReset()
  team = answerCheckout()
})

async function openCheckout(
  answerTo: () => { token: string } | { error: string } = () => ({ token: 'pm_card_visa' }),
) {
  const router = await renderRoute('/checkout')
  const card = await playCardFrame(answerTo)
  return { router, card, pay: await screen.findByRole('button', { name: /^Pay £/ }) }
}

test('[ROUTE-07] [CHECKOUT-12] [CHECKOUT-13] [CHECKOUT-14] paying sends the payload of spec §3 and leads to the confirmation', async () => {
  team.held = [
    wireHold(),
    wireHold({
      hold_id: 'hld_2',
      listing_id: 'lst_2',
      quantity: 1,
      price: gbp('97.50'),
      service_fee: gbp('4.88'),
    }),
  ]
  const bought = answer(checkoutRoutes.buy, () => ({ data: confirmed }))
  const { router, pay } = await openCheckout()
  expect(pay.textContent).toContain('Pay £351.24')
  await userEvent.click(pay)
  await waitFor(() => expect(router.state.location.href).toBe('/checkout/confirm?attempt=att_1'))
  expect(bought).toHaveLength(1)
  expect(bought[0]?.body).toEqual({
    payment_method: 'Card',
    use_existing_card: 0,
    card_token: 'pm_card_visa',
    total_tickets_price: '334.50',
    total_service_fee: '16.74',
    email_address: 'jane@harbour.example',
    contact_number: '+44 20 7946 0123',
    listings_to_buy: [
      {
        listing_id: 'lst_1',
        hold_id: 'hld_1',
        ticket_price: '118.50',
        ticket_quantity: 2,
        service_fee: '5.93',
      },
      {
        listing_id: 'lst_2',
        hold_id: 'hld_2',
        ticket_price: '97.50',
        ticket_quantity: 1,
        service_fee: '4.88',
      },
    ],
  })
})

test('[X-CHECKOUT-02] a double click is one call', async () => {
  const bought = answer(checkoutRoutes.buy, () => ({ data: confirmed }))
  const { router, pay } = await openCheckout()
  await userEvent.dblClick(pay)
  await waitFor(() => expect(router.state.location.pathname).toBe('/checkout/confirm'))
  expect(bought).toHaveLength(1)
})

test('a declined card says why at the card, keeps what was typed and held, and is another purchase the next time', async () => {
  const bought = answer(checkoutRoutes.buy, () => ({ data: declined }))
  const { router, pay } = await openCheckout()
  await userEvent.click(screen.getByRole('button', { name: 'Change contact' }))
  const email = screen.getByRole('textbox', { name: /Email address/ })
  await userEvent.clear(email)
  await userEvent.type(email, 'joan@harbour.example')
  await userEvent.click(pay)
  const problem = await within(screen.getByRole('region', { name: 'Card' })).findByRole('alert')
  expect(problem.textContent).toContain('Your card has insufficient funds')
  expect(problem.textContent).toContain('Nothing was charged and your tickets are still held.')
  expect(email).toHaveProperty('value', 'joan@harbour.example')
  await userEvent.click(pay)
  await waitFor(() => expect(bought).toHaveLength(2))
  expect(bought[0]?.headers.get('idempotency-key')).not.toBe(bought[1]?.headers.get('idempotency-key'))
  expect(router.state.location.pathname).toBe('/checkout')
})

test('what the card frame finds wrong is said there and not once more by the page, and nothing is sent', async () => {
  const bought = answer(checkoutRoutes.buy, () => ({ data: confirmed }))
  const { card, pay } = await openCheckout(() => ({ error: 'The card number is not complete' }))
  await userEvent.click(pay)
  await waitFor(() => expect(card.told).toContainEqual({ type: 'terrace-card:tokenise' }))
  // It can be pressed again.
  expect(await screen.findByRole('button', { name: /^Pay £/ })).toHaveProperty('disabled', false)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(bought).toHaveLength(0)
})

test('Enter in the card frame pays as the button does, and once however often it is pressed', async () => {
  const bought = answer(checkoutRoutes.buy, () => ({ data: confirmed }))
  const { router, card } = await openCheckout()
  card.say({ type: 'terrace-card:submit' })
  card.say({ type: 'terrace-card:submit' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/checkout/confirm'))
  expect(bought).toHaveLength(1)
})

test('only the card frame’s own window and origin are heard', async () => {
  const { card } = await openCheckout()
  const height = card.frame.style.height
  card.say({ type: 'terrace-card:height', height: 321 }, 'https://evil.example')
  act(
    () =>
      void window.dispatchEvent(
        new MessageEvent('message', {
          data: { type: 'terrace-card:height', height: 321 },
          origin: location.origin,
          source: window,
        }),
      ),
  )
  expect(card.frame.style.height).toBe(height)
  card.say({ type: 'terrace-card:height', height: 321 })
  expect(card.frame.style.height).toBe('321px')
})

test('wrong contact details are told at their fields, and nothing is sent', async () => {
  const bought = answer(checkoutRoutes.buy, () => ({ data: confirmed }))
  const { pay } = await openCheckout()
  await userEvent.click(screen.getByRole('button', { name: 'Change contact' }))
  await userEvent.clear(screen.getByRole('textbox', { name: /Email address/ }))
  await userEvent.clear(screen.getByRole('textbox', { name: /Phone number/ }))
  await userEvent.type(screen.getByRole('textbox', { name: /Phone number/ }), '12')
  await userEvent.click(pay)
  expect(await screen.findByText('Email address is required')).toBeTruthy()
  expect(screen.getByText('Too short')).toBeTruthy()
  expect(bought).toHaveLength(0)
})

test('a card that needs the bank’s confirmation leaves for the bank', async () => {
  const asking: WireAttempt = {
    status: 'requires_action',
    attempt_id: 'att_1',
    next_action: { type: 'redirect_to_url', url: 'https://bank.example/confirm' },
  }
  answer(checkoutRoutes.buy, () => ({ data: asking }))
  const { pay } = await openCheckout()
  await userEvent.click(pay)
  await waitFor(() => expect(leaveTo).toHaveBeenCalledExactlyOnceWith('https://bank.example/confirm'))
})

test('totals that differ are shown right, and nothing is bought until they are confirmed', async () => {
  const bought = answer(checkoutRoutes.buy, () => {
    team.held = [wireHold({ price: gbp('120.00'), service_fee: gbp('6.00') })]
    return fail(409, 'The totals differ', 'checkout.totals_differ')
  })
  const { pay } = await openCheckout()
  await userEvent.click(pay)
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The total has changed and nothing was charged.',
  )
  expect((await screen.findByRole('button', { name: 'Pay £252.00' })).textContent).toBeTruthy()
  expect(bought).toHaveLength(1)
})

test('a payment that already runs for these tickets is followed', async () => {
  answer(checkoutRoutes.buy, () =>
    fail(409, 'These tickets are being paid for', 'checkout.in_progress', { attempt_id: 'att_7' }),
  )
  const { router, pay } = await openCheckout()
  await userEvent.click(pay)
  await waitFor(() => expect(router.state.location.href).toBe('/checkout/confirm?attempt=att_7'))
})

test('[X-CHECKOUT-02] without an answer the same call is made again with the same key, and the buyer is told', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  let losses = 2
  const bought = answer(checkoutRoutes.buy, () => {
    losses -= 1
    return losses >= 0 ? fail(502, 'Bad gateway') : { data: confirmed }
  })
  const { router, pay } = await openCheckout()
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(pay)
  expect(await screen.findByText(/The connection was lost\. Asking what became of the payment/)).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(1000))
  await waitFor(() => expect(bought).toHaveLength(2))
  await act(() => vi.advanceTimersByTimeAsync(2000))
  await waitFor(() => expect(router.state.location.pathname).toBe('/checkout/confirm'))
  expect(new Set(bought.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
  expect(new Set(bought.map(({ body }) => JSON.stringify(body))).size).toBe(1)
})

/** What was sent by a page that was closed before the answer came. */
function unansweredPayload() {
  const contact = { email: 'jane@harbour.example', phone: '+44 20 7946 0123' }
  return checkoutPayload(
    { holds: team.held, contact, attendees: new Map() },
    { token: 'pm_1', isToBeSaved: false },
  )
}

test('after a reload the purchase whose answer was lost is asked about once more', async () => {
  const key = keyFor(unansweredPayload())
  team.held = []
  const bought = answer(checkoutRoutes.buy, () => ({ data: confirmed }))
  const router = await renderRoute('/checkout')
  await waitFor(() => expect(router.state.location.href).toBe('/checkout/confirm?attempt=att_1'))
  expect(bought.map(({ headers }) => headers.get('idempotency-key'))).toEqual([key])
})

test('a purchase that never reached the server is not made by a reload', async () => {
  keyFor(unansweredPayload())
  const bought = answer(checkoutRoutes.buy, () => ({ data: confirmed }))
  await openCheckout()
  expect(bought).toHaveLength(0)
})

test('[HEAD-12] countdown and "Cancel purchase" stand in the header, and cancelling releases every hold', async () => {
  team.held = [wireHold(), wireHold({ hold_id: 'hld_2', quantity: 3 })]
  const released = answer(holdsRoutes.release, () => ({ data: [] }))
  await openCheckout()
  const header = within(screen.getByRole('banner'))
  expect(header.getByRole('timer').textContent).toMatch(/^2[45]:\d\d$/)
  expect(header.queryByRole('button', { name: /Your account/ })).toBeNull()
  await userEvent.click(header.getByRole('button', { name: 'Cancel purchase' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Cancel this purchase?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel purchase' }))
  await waitFor(() => expect(leaveTo).toHaveBeenCalledExactlyOnceWith('/'))
  expect(released[0]?.body).toEqual([
    { hold_id: 'hld_1', quantity: 2 },
    { hold_id: 'hld_2', quantity: 3 },
  ])
})

test('at zero the page goes to home by a full load', async () => {
  team.held = [wireHold({ expires_at: new Date(Date.now() + 400).toISOString() })]
  await openCheckout()
  await waitFor(() => expect(leaveTo).toHaveBeenCalledExactlyOnceWith('/'))
})

test('while a payment runs, nothing can be cancelled', async () => {
  const gate = Promise.withResolvers<void>()
  answer(checkoutRoutes.buy, async () => {
    await gate.promise
    return { data: declined }
  })
  const { pay } = await openCheckout()
  await userEvent.click(pay)
  const cancel = screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel purchase' })
  await waitFor(() => expect(cancel.disabled).toBe(true))
  gate.resolve()
  await waitFor(() => expect(cancel.disabled).toBe(false))
})

test('[CHECKOUT-01] with more than one seller the notice of spec §1 is shown, with one it is not', async () => {
  team.held = [wireHold(), wireHold({ hold_id: 'hld_2', listing: { seller_name: 'Blue Door' } })]
  await openCheckout()
  expect(
    screen.getByText(
      'Your order may contain tickets from multiple sellers. The tickets may be delivered at separate times and you will need to manage the final handover to the end customer.',
    ),
  ).toBeTruthy()
})

test('with one seller there is no notice', async () => {
  await openCheckout()
  expect(screen.queryByText(/multiple sellers/)).toBeNull()
})

test('with nothing held the page says so', async () => {
  team.held = []
  await renderRoute('/checkout')
  expect(await screen.findByText('Nothing is held')).toBeTruthy()
})

test('whatever there is to be seen of the checkout stands below its heading', async () => {
  const late = Promise.withResolvers<void>()
  answer(holdsRoutes.list, async () => {
    await late.promise
    return fail(403, 'Not now')
  })
  await renderRoute('/checkout')
  expect(await screen.findByText('Loading the checkout')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Checkout')
  late.resolve()
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Checkout')
  answer(holdsRoutes.list, () => wireBasket())
  await userEvent.click(again)
  expect(await screen.findByText('Nothing is held')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Checkout')
})
