import { checkoutRoutes, type WireAttempt } from '@terrace/contracts/checkout'
import { listingsRoutes } from '@terrace/contracts/listings'
import { cleanup, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { toggleSelected } from '#web/features/holds/selection.ts'
import { answer, fail } from '#web/test/api-server.ts'
import { wireOrder, wireOrderLine } from '#web/test/factories.ts'
import { answerShell, renderRoute } from '#web/test/render-route.tsx'
import { selectedLine } from '#web/test/selection-factory.ts'
import { wireFeed, wireListing } from '#web/test/stock-factories.ts'

const address = '/checkout/confirm?attempt=att_1'

function settle(attempt: Omit<WireAttempt, 'attempt_id'>) {
  return answer(checkoutRoutes.attempt, () => ({ data: { attempt_id: 'att_1', ...attempt } }))
}

beforeEach(answerShell)

test('[ROUTE-08] /checkout/confirm shows the order number and what happens next with each line', async () => {
  const asked = settle({
    status: 'confirmed',
    order: wireOrder({
      lines: [wireOrderLine(), wireOrderLine({ id: 'orl_2', section: 'Block 26', ticket_type: 'eTicket' })],
    }),
  })
  await renderRoute(address)
  expect(await screen.findByRole('heading', { level: 1, name: 'Order T-100482 is confirmed' })).toBeTruthy()
  expect(asked[0]?.params['attempt_id']).toBe('att_1')
  expect(screen.getByText(/2 tickets for £248.86, paid with Visa ending in 4242/)).toBeTruthy()
  expect(screen.getByText('External Transfer')).toBeTruthy()
  expect(screen.getByText('E-ticket / Mobile Screenshot')).toBeTruthy()
  expect(screen.getAllByText('01-03-2031')).toHaveLength(2)
  expect(screen.getByRole('link', { name: 'Go to Purchases' }).getAttribute('href')).toBe(
    '/profile?tab=purchases&order=ord_1',
  )
})

test('what else is selected waits elsewhere: here no purchase is begun', async () => {
  answer(listingsRoutes.feed, () => wireFeed([wireListing()]))
  toggleSelected(selectedLine())
  settle({ status: 'confirmed', order: wireOrder() })
  await renderRoute(address)
  await screen.findByRole('heading', { level: 1, name: 'Order T-100482 is confirmed' })
  expect(screen.queryByRole('button', { name: /^Hold / })).toBeNull()
})

test('who comes back to it is told what became of each line, and of an order that was cancelled', async () => {
  const cancelled = wireOrderLine({ status: 'Cancelled' })
  const delivered = wireOrderLine({ id: 'orl_2', status: 'Fullfilled' })
  settle({ status: 'confirmed', order: wireOrder({ lines: [cancelled, delivered] }) })
  await renderRoute(address)
  expect(await screen.findByText('Cancelled: what it cost goes back to your card.')).toBeTruthy()
  expect(screen.getByText('Delivered: your tickets are under Purchases.')).toBeTruthy()
  cleanup()
  settle({ status: 'confirmed', order: wireOrder({ status: 'Cancelled', lines: [cancelled] }) })
  await renderRoute(address)
  expect(await screen.findByRole('heading', { level: 1, name: 'Order T-100482 was cancelled' })).toBeTruthy()
})

test('an order of several sellers carries their notice', async () => {
  const lines = [wireOrderLine(), wireOrderLine({ id: 'orl_2', seller: { id: 'tm_9', name: 'Blue Door' } })]
  settle({ status: 'confirmed', order: wireOrder({ lines }) })
  await renderRoute(address)
  expect(await screen.findByText(/tickets from multiple sellers/)).toBeTruthy()
})

test.each([
  ['processing', 'Your payment is being settled', null],
  ['requires_action', 'Your bank wants a confirmation', 'Continue at your bank'],
  ['declined', 'The card was declined', 'Back to checkout'],
  ['refunded', 'Your payment was refunded in full', 'Find other tickets'],
  ['cancelled', 'The purchase was cancelled', 'Find other tickets'],
] as const)('a purchase that is %s says so and shows the way on', async (status, title, wayOn) => {
  settle({
    status,
    reason: 'The tickets were gone.',
    next_action: { type: 'redirect_to_url', url: 'https://bank.example' },
  })
  await renderRoute(address)
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
  if (wayOn !== null) expect(screen.getByRole('link', { name: wayOn })).toBeTruthy()
})

test('a purchase that came to nothing in time leads back to what is still held', async () => {
  settle({ status: 'cancelled', reason: 'The payment was not completed in time. Nothing was charged.' })
  await renderRoute(address)
  const back = await screen.findByRole('link', { name: 'Back to checkout' })
  expect(back.getAttribute('href')).toBe('/checkout')
  expect(screen.getByText(/What you held is still in your basket until its time runs out/)).toBeTruthy()
  expect(screen.getAllByText(/Nothing was charged/)).toHaveLength(1)
})

test('a purchase of nobody here is not found, in place', async () => {
  answer(checkoutRoutes.attempt, () => fail(404, 'There is no such purchase', 'checkout.attempt_not_found'))
  await renderRoute(address)
  expect(await screen.findByText('There is nothing here')).toBeTruthy()
})

test('without an attempt there is nothing to show', async () => {
  await renderRoute('/checkout/confirm')
  expect(await screen.findByText('There is no purchase here')).toBeTruthy()
})

test('whatever becomes known of a purchase stands below a heading', async () => {
  const late = Promise.withResolvers<void>()
  answer(checkoutRoutes.attempt, async () => {
    await late.promise
    return fail(403, 'Not now')
  })
  await renderRoute(address)
  expect(await screen.findByText('Loading the purchase')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your purchase')
  late.resolve()
  expect(await screen.findByText('We could not learn what became of the purchase')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your purchase')
  cleanup()
  await renderRoute('/checkout/confirm')
  expect(await screen.findByText('There is no purchase here')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your purchase')
})
