import { checkoutRoutes, type WireAttempt } from '@terrace/contracts/checkout'
import { holdsRoutes } from '@terrace/contracts/holds'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { idempotencyKeyFor } from '#web/features/checkout/payment/checkout-idempotency.ts'
import { checkoutPayload } from '#web/features/checkout/payment/payload.ts'
import { redirectTo } from '#web/lib/url/navigation.ts'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { fakeCardFrame } from '#web/test/fakes/fake-card-frame.ts'
import { mockCheckout, mockPaymentAtBank, confirmed, type CheckoutServer } from '#web/test/mock-checkout.ts'
import { gbp } from '#web/test/factories.ts'
import { renderRoute } from '#web/test/render-route.tsx'
import { wireBasket, wireHold } from '#web/test/stock-factories.ts'

vi.mock('#web/lib/url/navigation.ts', () => ({ redirectTo: vi.fn<(path: string) => void>() }))

let team: CheckoutServer
const declined: WireAttempt = {
  status: 'declined',
  attempt_id: 'att_1',
  reason: 'Your card has insufficient funds',
}

beforeEach(() => {
  vi.mocked(redirectTo).mockReset()
  team = mockCheckout()
})

async function openCheckout(
  respond: () => { token: string } | { error: string } = () => ({ token: 'pm_card_visa' }),
) {
  const router = await renderRoute('/checkout')
  const card = await fakeCardFrame(respond)
  return { router, card, pay: await screen.findByRole('button', { name: /^Pay £/ }) }
}

test('the total of converted prices shows each rate with its date', async () => {
  const conversion = {
    original_price: { amount: '137.12', currency: 'EUR' },
    rate: '0.8642000001',
    rate_date: '2031-02-03',
  }
  team.held = [
    wireHold({ conversion }),
    wireHold({ hold_id: 'hld_2', conversion }),
    wireHold({ hold_id: 'hld_3' }),
  ]
  await openCheckout()
  const rates = within(screen.getByRole('list', { name: 'Exchange rates' })).getAllByRole('listitem')
  expect(rates.map(({ textContent }) => textContent)).toEqual(['€1 = £0.8642, ECB rate from 03-02-2031'])
})

test('[ROUTE-07] [CHECKOUT-12] [CHECKOUT-13] [CHECKOUT-14] paying sends the payload of spec §3 and goes to the confirmation', async () => {
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
  const bought = mockRoute(checkoutRoutes.buy, () => ({ data: confirmed }))
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

test('[X-CHECKOUT-02] a double click sends one request', async () => {
  const bought = mockRoute(checkoutRoutes.buy, () => ({ data: confirmed }))
  const { router, pay } = await openCheckout()
  await userEvent.dblClick(pay)
  await waitFor(() => expect(router.state.location.pathname).toBe('/checkout/confirm'))
  expect(bought).toHaveLength(1)
})

test('a declined card shows why, keeps input and holds, and retries as a new purchase', async () => {
  const bought = mockRoute(checkoutRoutes.buy, () => ({ data: declined }))
  const { router, pay } = await openCheckout()
  await userEvent.click(screen.getByRole('button', { name: 'Change contact' }))
  const email = screen.getByRole('textbox', { name: /Email address/ })
  await userEvent.clear(email)
  await userEvent.type(email, 'joan@harbour.example')
  await userEvent.click(pay)
  const problem = await within(screen.getByRole('region', { name: 'Card' })).findByRole('alert')
  expect(problem.textContent).toContain('Your card has insufficient funds')
  expect(problem.textContent).toContain('You weren’t charged and your tickets are still held.')
  expect(email).toHaveProperty('value', 'joan@harbour.example')
  await userEvent.click(pay)
  await waitFor(() => expect(bought).toHaveLength(2))
  expect(bought[0]?.headers.get('idempotency-key')).not.toBe(bought[1]?.headers.get('idempotency-key'))
  expect(router.state.location.pathname).toBe('/checkout')
})

test('errors inside the card frame are not repeated by the page, and nothing is sent', async () => {
  const bought = mockRoute(checkoutRoutes.buy, () => ({ data: confirmed }))
  const { card, pay } = await openCheckout(() => ({ error: 'The card number is not complete' }))
  await userEvent.click(pay)
  await waitFor(() => expect(card.sentToFrame).toContainEqual({ type: 'terrace-card:tokenise' }))
  // The button is enabled again.
  expect(await screen.findByRole('button', { name: /^Pay £/ })).toHaveProperty('disabled', false)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(bought).toHaveLength(0)
})

test('Enter in the card frame pays once, like the button', async () => {
  const bought = mockRoute(checkoutRoutes.buy, () => ({ data: confirmed }))
  const { router, card } = await openCheckout()
  card.emit({ type: 'terrace-card:submit' })
  card.emit({ type: 'terrace-card:submit' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/checkout/confirm'))
  expect(bought).toHaveLength(1)
})

test('the page accepts messages only from the card frame’s window and origin', async () => {
  const { card } = await openCheckout()
  const height = card.frame.style.height
  card.emit({ type: 'terrace-card:height', height: 321 }, 'https://evil.example')
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
  card.emit({ type: 'terrace-card:height', height: 321 })
  expect(card.frame.style.height).toBe('321px')
})

test('invalid contact details show errors at their fields and nothing is sent', async () => {
  const bought = mockRoute(checkoutRoutes.buy, () => ({ data: confirmed }))
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

test('a card that needs authentication redirects to the bank', async () => {
  const requiresAction: WireAttempt = {
    status: 'requires_action',
    attempt_id: 'att_1',
    next_action: { type: 'redirect_to_url', url: 'https://bank.example/confirm' },
  }
  mockRoute(checkoutRoutes.buy, () => ({ data: requiresAction }))
  const { pay } = await openCheckout()
  await userEvent.click(pay)
  await waitFor(() => expect(redirectTo).toHaveBeenCalledExactlyOnceWith('https://bank.example/confirm'))
})

test('changed totals are shown and must be confirmed before the purchase', async () => {
  const bought = mockRoute(checkoutRoutes.buy, () => {
    team.held = [wireHold({ price: gbp('120.00'), service_fee: gbp('6.00') })]
    return errorReply(409, 'The totals differ', 'checkout.totals_differ')
  })
  const { pay } = await openCheckout()
  await userEvent.click(pay)
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The total changed and you weren’t charged.',
  )
  expect((await screen.findByRole('button', { name: 'Pay £252.00' })).textContent).toBeTruthy()
  expect(bought).toHaveLength(1)
})

test('a payment already running for these tickets is followed', async () => {
  mockRoute(checkoutRoutes.buy, () =>
    errorReply(409, 'These tickets are being paid for', 'checkout.in_progress', { attempt_id: 'att_7' }),
  )
  const { router, pay } = await openCheckout()
  await userEvent.click(pay)
  await waitFor(() => expect(router.state.location.href).toBe('/checkout/confirm?attempt=att_7'))
})

test('[X-CHECKOUT-02] without a response the same call is retried with the same key and the buyer is informed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  let losses = 2
  const bought = mockRoute(checkoutRoutes.buy, () => {
    losses -= 1
    return losses >= 0 ? errorReply(502, 'Bad gateway') : { data: confirmed }
  })
  const { router, pay } = await openCheckout()
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(pay)
  expect(await screen.findByText(/Connection lost\. Checking your payment/)).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(1000))
  await waitFor(() => expect(bought).toHaveLength(2))
  await act(() => vi.advanceTimersByTimeAsync(2000))
  await waitFor(() => expect(router.state.location.pathname).toBe('/checkout/confirm'))
  expect(new Set(bought.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
  expect(new Set(bought.map(({ body }) => JSON.stringify(body))).size).toBe(1)
})

test('what the bank asks after the connection was lost reaches the page, without another Pay', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const bought = mockRoute(checkoutRoutes.buy, () => {
    // The server has started the payment, and is lost for the page from here on.
    team.held = [wireHold({ state: 'paying' })]
    mockPaymentAtBank()
    return errorReply(503, 'Try again shortly', 'server.unavailable')
  })
  const { router, pay } = await openCheckout()
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(pay)
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  await waitFor(() => expect(router.state.location.href).toBe('/checkout/confirm?attempt=att_7'))
  expect(bought).toHaveLength(5)
})

/** A payload sent by a page that closed before the response arrived. */
function unansweredPayload() {
  const contact = { email: 'jane@harbour.example', phone: '+44 20 7946 0123' }
  return checkoutPayload(
    { holds: team.held, contact, attendees: new Map() },
    { token: 'pm_1', shouldSaveCard: false },
  )
}

test('after a reload the page checks whether a sent purchase reached the server', async () => {
  const key = idempotencyKeyFor(unansweredPayload())
  team.held = []
  const bought = mockRoute(checkoutRoutes.buy, () => ({ data: confirmed }))
  const router = await renderRoute('/checkout')
  await waitFor(() => expect(router.state.location.href).toBe('/checkout/confirm?attempt=att_1'))
  expect(bought.map(({ headers }) => headers.get('idempotency-key'))).toEqual([key])
})

test('a reload does not create a purchase that never reached the server', async () => {
  idempotencyKeyFor(unansweredPayload())
  const bought = mockRoute(checkoutRoutes.buy, () => ({ data: confirmed }))
  await openCheckout()
  expect(bought).toHaveLength(0)
})

test('[HEAD-12] the header shows countdown and "Cancel purchase", which releases every hold', async () => {
  team.held = [wireHold(), wireHold({ hold_id: 'hld_2', quantity: 3 })]
  const released = mockRoute(holdsRoutes.release, () => ({ data: [] }))
  await openCheckout()
  const header = within(screen.getByRole('banner'))
  expect(header.getByRole('timer').textContent).toMatch(/^2[45]:\d\d$/)
  expect(header.queryByRole('button', { name: /Your account/ })).toBeNull()
  await userEvent.click(header.getByRole('button', { name: 'Cancel purchase' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Cancel this purchase?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel purchase' }))
  await waitFor(() => expect(redirectTo).toHaveBeenCalledExactlyOnceWith('/'))
  expect(released[0]?.body).toEqual([
    { hold_id: 'hld_1', quantity: 2 },
    { hold_id: 'hld_2', quantity: 3 },
  ])
})

test('at zero the page goes home with a full load', async () => {
  team.held = [wireHold({ expires_at: new Date(Date.now() + 400).toISOString() })]
  await openCheckout()
  await waitFor(() => expect(redirectTo).toHaveBeenCalledExactlyOnceWith('/'))
})

test('a running payment can’t be cancelled', async () => {
  const gate = Promise.withResolvers<void>()
  mockRoute(checkoutRoutes.buy, async () => {
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

test('[CHECKOUT-01] several sellers show the notice of spec §1', async () => {
  team.held = [wireHold(), wireHold({ hold_id: 'hld_2', listing: { seller_name: 'Blue Door' } })]
  await openCheckout()
  expect(
    screen.getByText(
      'Your order may contain tickets from multiple sellers. The tickets may be delivered at separate times and you will need to manage the final handover to the end customer.',
    ),
  ).toBeTruthy()
})

test('one seller shows no notice', async () => {
  await openCheckout()
  expect(screen.queryByText(/multiple sellers/)).toBeNull()
})

test('a checkout without holds shows an empty state', async () => {
  team.held = []
  await renderRoute('/checkout')
  expect(await screen.findByText('No tickets held')).toBeTruthy()
})

test('every checkout state shows below a heading', async () => {
  const late = Promise.withResolvers<void>()
  mockRoute(holdsRoutes.list, async () => {
    await late.promise
    return errorReply(403, 'Not now')
  })
  await renderRoute('/checkout')
  expect(await screen.findByText('Loading checkout')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Checkout')
  late.resolve()
  const retry = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Checkout')
  mockRoute(holdsRoutes.list, () => wireBasket())
  await userEvent.click(retry)
  expect(await screen.findByText('No tickets held')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Checkout')
})
