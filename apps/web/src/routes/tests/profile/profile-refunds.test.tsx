import type { WireOrder } from '@terrace/contracts/order-shapes'
import { ordersRoutes } from '@terrace/contracts/orders'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mockRoute } from '#web/test/mock-api.ts'
import { gbp, wireOrder, wireOrderLine, wireOrderDetail, wireRefund } from '#web/test/factories.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { wireCurrentUser } from '#web/test/user-factory.ts'

beforeEach(() => {
  mockShell()
  mockRoute(workspaceRoutes.info, () => ({ data: wireCurrentUser() }))
})

function listOrders(data: WireOrder[]) {
  const meta = { total: data.length, page: 1, per_page: 20, last_page: 1 }
  mockRoute(ordersRoutes.list, () => ({ data, meta }))
}

async function openOrder(order: WireOrder) {
  listOrders([order])
  mockRoute(ordersRoutes.one, () => ({ data: wireOrderDetail(order) }))
  await renderRoute('/profile?tab=purchases&order=ord_1')
  return within(await screen.findByRole('region', { name: /^Order T-/ }))
}

test.each([
  ['pending', '£248.86 refund pending'],
  ['succeeded', '£248.86 refunded'],
] as const)('[X-PROFILE-03] a row shows the refund in its column (%s)', async (status, text) => {
  const orderFields = {
    status: 'Cancelled' as const,
    refunds: [wireRefund({ status })],
    total_refunded: gbp('248.86'),
  }
  listOrders([wireOrder(orderFields), wireOrder({ id: 'ord_2', number: 'T-2' })])
  await renderRoute('/profile?tab=purchases&cols=refund')
  const [cancelled, other] = (await screen.findAllByRole('link', { name: /T-/ })).map((link) =>
    link.closest('[role=row]'),
  )
  expect(cancelled?.textContent).toContain(text)
  expect(other?.textContent).not.toMatch(/refunded|refund pending/)
})

test('a cancelled line shows its refund, and the totals show the net amount paid', async () => {
  const keptLine = wireOrderLine({ id: 'orl_2' })
  const lines = [wireOrderLine({ status: 'Cancelled' }), keptLine]
  const panel = await openOrder(
    wireOrder({ lines, total: gbp('497.72'), refunds: [wireRefund()], total_refunded: gbp('248.86') }),
  )
  expect(await panel.findByText('£248.86 is being refunded to your card')).toBeTruthy()
  expect(panel.getByText('Refund pending').nextSibling?.textContent).toBe('−£248.86')
  expect(panel.getByText('Total after refunds').nextSibling?.textContent).toBe('£248.86')
})

test('[X-PROFILE-03] an order with a failed payment shows no amount as paid', async () => {
  const lines = [wireOrderLine({ status: 'Cancelled' })]
  const panel = await openOrder(
    wireOrder({ status: 'Cancelled', lines, refunds: [], total_refunded: gbp('248.86') }),
  )
  expect(await panel.findByText('Not charged')).toBeTruthy()
  expect(panel.getByText('Total charged').nextSibling?.textContent).toBe('£0.00')
})

test('an order without refunds shows no refund totals', async () => {
  const panel = await openOrder(wireOrder())
  expect(await panel.findByText('Total')).toBeTruthy()
  expect(panel.queryByText('Total after refunds')).toBeNull()
})

test('a fully cancelled order hides the multiple-sellers notice', async () => {
  const lines = ['tm_1', 'tm_2'].map((id) =>
    wireOrderLine({ id: `orl_${id}`, status: 'Cancelled', seller: { id, name: `Seller ${id}` } }),
  )
  const panel = await openOrder(wireOrder({ status: 'Cancelled', lines }))
  expect(await panel.findByText('From Seller tm_2')).toBeTruthy()
  expect(panel.queryByText(/delivered at separate times/)).toBeNull()
})
