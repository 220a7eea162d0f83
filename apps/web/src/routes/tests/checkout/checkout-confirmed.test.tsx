import { checkoutRoutes } from '@terrace/contracts/checkout'
import type { WireOrder } from '@terrace/contracts/order-shapes'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mockRoute } from '#web/test/mock-api.ts'
import { gbp, wireOrder, wireOrderLine, wireRefund } from '#web/test/factories.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

beforeEach(mockShell)

/** Opens the confirmation page of a purchase that created this order. */
async function confirm(order: WireOrder) {
  mockRoute(checkoutRoutes.attempt, () => ({
    data: { attempt_id: 'att_1', status: 'confirmed' as const, order },
  }))
  await renderRoute('/checkout/confirm?attempt=att_1')
}

test('the lines without service fee, the fee and the total add up', async () => {
  const lines = [
    wireOrderLine({ quantity: 2, price: gbp('33.33'), service_fee: gbp('1.67'), line_total: gbp('70.00') }),
    wireOrderLine({ id: 'orl_2', quantity: 1, price: gbp('50.00'), service_fee: gbp('2.50') }),
  ]
  const totals = { total_tickets_price: gbp('116.66'), total_service_fee: gbp('5.84'), total: gbp('122.50') }
  await confirm(wireOrder({ lines, ...totals }))
  expect((await screen.findByText('2 tickets × £33.33')).closest('li')?.textContent).toContain('£66.66')
  expect(screen.getByText('1 ticket × £50.00').closest('li')?.textContent).toMatch(/£50\.00$/)
  expect(screen.getByText('Cost').nextSibling?.textContent).toBe('£116.66')
  expect(screen.getByText('Fee').nextSibling?.textContent).toBe('£5.84')
  expect(screen.getByText('Total').nextSibling?.textContent).toBe('£122.50')
  expect(screen.queryByText('£70.00')).toBeNull()
})

test('a cancelled order shows its refund and no delivery', async () => {
  const cancelled = wireOrderLine({ status: 'Cancelled' })
  const order = wireOrder({
    status: 'Cancelled',
    lines: [cancelled],
    refunds: [wireRefund({ status: 'succeeded', refunded_at: '2031-02-03T12:00:00Z' })],
    total_refunded: gbp('248.86'),
  })
  await confirm(order)
  expect(
    await screen.findByText(/^Cancelled\. The fee is refunded too\. £248\.86 refunded 03 Feb 31/),
  ).toBeTruthy()
  expect(screen.getByRole('heading', { level: 2, name: 'Your refund' })).toBeTruthy()
  expect(screen.queryByText(/deliver to/)).toBeNull()
  expect(screen.getByText('Refunded').nextSibling?.textContent).toBe('−£248.86')
  expect(screen.getByText('Total after refunds').nextSibling?.textContent).toBe('£0.00')
  await waitFor(() => expect(document.title).toContain('Order cancelled'))
})

test('a partly cancelled order shows the remaining deliveries and the refund of its line', async () => {
  const lines = [wireOrderLine({ status: 'Cancelled' }), wireOrderLine({ id: 'orl_2' })]
  const order = wireOrder({ lines, refunds: [wireRefund()], total_refunded: gbp('248.86') })
  await confirm(order)
  expect(
    await screen.findByText('Cancelled. The fee is refunded too. £248.86 is being refunded to your card.'),
  ).toBeTruthy()
  expect(screen.getByText(/deliver to/)).toBeTruthy()
  expect(screen.getByText('Refund pending').nextSibling?.textContent).toBe('−£248.86')
})

test('a fully cancelled order hides the multiple-sellers notice', async () => {
  const lines = ['tm_1', 'tm_2'].map((id) =>
    wireOrderLine({ id: `orl_${id}`, status: 'Cancelled', seller: { id, name: `Seller ${id}` } }),
  )
  await confirm(wireOrder({ status: 'Cancelled', lines }))
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
  expect(screen.queryByText(/delivered at separate times/)).toBeNull()
})

test('a delivered order lists no further steps', async () => {
  await confirm(wireOrder({ status: 'Fullfilled', lines: [wireOrderLine({ status: 'Fullfilled' })] }))
  expect(await screen.findByRole('heading', { level: 2, name: 'Your tickets are ready' })).toBeTruthy()
  expect(screen.queryByText(/deliver to/)).toBeNull()
})
