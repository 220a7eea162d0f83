import { checkoutRoutes, type WireAttempt } from '@terrace/contracts/checkout'
import { listingsRoutes } from '@terrace/contracts/listings'
import { cleanup, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { toggleSelected } from '#web/features/holds/basket/selection.ts'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { wireOrder, wireOrderLine } from '#web/test/factories.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { selectedLine } from '#web/test/selection-factory.ts'
import { wireFeed, wireListing } from '#web/test/stock-factories.ts'

const address = '/checkout/confirm?attempt=att_1'

function mockAttempt(attempt: Omit<WireAttempt, 'attempt_id'>) {
  return mockRoute(checkoutRoutes.attempt, () => ({ data: { attempt_id: 'att_1', ...attempt } }))
}

beforeEach(mockShell)

test('[ROUTE-08] /checkout/confirm shows the order number and the next step of each line', async () => {
  const requests = mockAttempt({
    status: 'confirmed',
    order: wireOrder({
      lines: [wireOrderLine(), wireOrderLine({ id: 'orl_2', section: 'Block 26', ticket_type: 'eTicket' })],
    }),
  })
  await renderRoute(address)
  expect(await screen.findByRole('heading', { level: 1, name: 'Order T-100482 is confirmed' })).toBeTruthy()
  expect(requests[0]?.params['attempt_id']).toBe('att_1')
  expect(screen.getByText(/2 tickets for £248.86, paid with Visa ending in 4242/)).toBeTruthy()
  expect(screen.getByText('External Transfer')).toBeTruthy()
  expect(screen.getByText('E-ticket / Mobile Screenshot')).toBeTruthy()
  expect(screen.getAllByText('01-03-2031')).toHaveLength(2)
  expect(screen.getByRole('link', { name: 'Go to Purchases' }).getAttribute('href')).toBe(
    '/profile?tab=purchases&order=ord_1',
  )
})

test('the confirmation page offers no Hold button for selected listings', async () => {
  mockRoute(listingsRoutes.feed, () => wireFeed([wireListing()]))
  toggleSelected(selectedLine())
  mockAttempt({ status: 'confirmed', order: wireOrder() })
  await renderRoute(address)
  await screen.findByRole('heading', { level: 1, name: 'Order T-100482 is confirmed' })
  expect(screen.queryByRole('button', { name: /^Hold / })).toBeNull()
})

test('a later visit shows the current state of each line and of a cancelled order', async () => {
  const cancelled = wireOrderLine({ status: 'Cancelled' })
  const delivered = wireOrderLine({ id: 'orl_2', status: 'Fullfilled' })
  mockAttempt({ status: 'confirmed', order: wireOrder({ lines: [cancelled, delivered] }) })
  await renderRoute(address)
  expect(await screen.findByText('Cancelled. Refund to your card pending.')).toBeTruthy()
  expect(screen.getByText('Delivered. Find your tickets in Purchases.')).toBeTruthy()
  cleanup()
  mockAttempt({ status: 'confirmed', order: wireOrder({ status: 'Cancelled', lines: [cancelled] }) })
  await renderRoute(address)
  expect(await screen.findByRole('heading', { level: 1, name: 'Order T-100482 was cancelled' })).toBeTruthy()
})

test('an order with several sellers shows the multiple-sellers notice', async () => {
  const lines = [wireOrderLine(), wireOrderLine({ id: 'orl_2', seller: { id: 'tm_9', name: 'Blue Door' } })]
  mockAttempt({ status: 'confirmed', order: wireOrder({ lines }) })
  await renderRoute(address)
  expect(await screen.findByText(/tickets from multiple sellers/)).toBeTruthy()
})

test.each([
  ['processing', 'Processing your payment', null],
  ['requires_action', 'Confirm with your bank', 'Continue with your bank'],
  ['declined', 'Your card was declined', 'Back to checkout'],
  ['refunded', 'Payment reversed in full', 'Find other tickets'],
  ['cancelled', 'Purchase cancelled', 'Find other tickets'],
] as const)('a purchase that is %s shows its state and the next step', async (status, title, nextStep) => {
  mockAttempt({
    status,
    reason: 'The tickets were gone.',
    next_action: { type: 'redirect_to_url', url: 'https://bank.example' },
  })
  await renderRoute(address)
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
  if (nextStep !== null) expect(screen.getByRole('link', { name: nextStep })).toBeTruthy()
})

test('a purchase that expired links back to the tickets still held', async () => {
  mockAttempt({ status: 'cancelled', reason: 'The payment wasn’t completed in time. Nothing was charged.' })
  await renderRoute(address)
  const back = await screen.findByRole('link', { name: 'Back to checkout' })
  expect(back.getAttribute('href')).toBe('/checkout')
  expect(screen.getByText(/Your tickets stay in your basket until the hold expires/)).toBeTruthy()
  expect(screen.getAllByText(/charged/)).toHaveLength(1)
})

test('another team’s purchase shows "not found" in place', async () => {
  mockRoute(checkoutRoutes.attempt, () =>
    errorReply(404, 'There is no such purchase', 'checkout.attempt_not_found'),
  )
  await renderRoute(address)
  expect(await screen.findByText('Page not found')).toBeTruthy()
})

test('a missing attempt id shows "not found"', async () => {
  await renderRoute('/checkout/confirm')
  expect(await screen.findByText('Purchase not found')).toBeTruthy()
})

test('every purchase state shows below a heading', async () => {
  const late = Promise.withResolvers<void>()
  mockRoute(checkoutRoutes.attempt, async () => {
    await late.promise
    return errorReply(403, 'Not now')
  })
  await renderRoute(address)
  expect(await screen.findByText('Loading your purchase')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your purchase')
  late.resolve()
  expect(await screen.findByText('Couldn’t load your purchase')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your purchase')
  cleanup()
  await renderRoute('/checkout/confirm')
  expect(await screen.findByText('Purchase not found')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your purchase')
})
