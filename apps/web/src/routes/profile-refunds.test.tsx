import { ordersRoutes, type WireOrder } from '@terrace/contracts/orders'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer } from '#web/test/api-server.ts'
import { gbp, wireOrder, wireOrderLine, wireOrderWhole, wireRefund } from '#web/test/factories.ts'
import { answerShell, renderRoute } from '#web/test/render-route.tsx'
import { wireCurrentUser } from '#web/test/user-factory.ts'

beforeEach(() => {
  answerShell()
  answer(workspaceRoutes.info, () => ({ data: wireCurrentUser() }))
})

function listOrders(data: WireOrder[]) {
  const meta = { total: data.length, page: 1, per_page: 20, last_page: 1 }
  answer(ordersRoutes.list, () => ({ data, meta }))
}

async function openOrder(order: WireOrder) {
  listOrders([order])
  answer(ordersRoutes.one, () => ({ data: wireOrderWhole(order) }))
  await renderRoute('/profile?tab=purchases&order=ord_1')
  return within(await screen.findByRole('region', { name: /^Order T-/ }))
}

test.each([
  ['pending', '£248.86 going back'],
  ['succeeded', '£248.86 refunded'],
] as const)('[X-PROFILE-03] a row says of its total what went back (%s)', async (status, text) => {
  const given = {
    status: 'Cancelled' as const,
    refunds: [wireRefund({ status })],
    total_refunded: gbp('248.86'),
  }
  listOrders([wireOrder(given), wireOrder({ id: 'ord_2', number: 'T-2' })])
  await renderRoute('/profile?tab=purchases')
  const [cancelled, other] = await screen.findAllByRole('link', { name: /T-/ })
  expect(cancelled?.textContent).toContain(text)
  expect(other?.textContent).not.toMatch(/refunded|going back/)
})

test('a cancelled line says what became of its money, and the sums what is paid in the end', async () => {
  const kept = wireOrderLine({ id: 'orl_2' })
  const lines = [wireOrderLine({ status: 'Cancelled' }), kept]
  const panel = await openOrder(
    wireOrder({ lines, total: gbp('497.72'), refunds: [wireRefund()], total_refunded: gbp('248.86') }),
  )
  expect(await panel.findByText('£248.86 is on its way back to your card')).toBeTruthy()
  expect(panel.getByText('Going back').nextSibling?.textContent).toBe('−£248.86')
  expect(panel.getByText('Total after refunds').nextSibling?.textContent).toBe('£248.86')
})

test('[X-PROFILE-03] of an order whose payment could not be taken nobody is said to have paid anything', async () => {
  const lines = [wireOrderLine({ status: 'Cancelled' })]
  const panel = await openOrder(
    wireOrder({ status: 'Cancelled', lines, refunds: [], total_refunded: gbp('248.86') }),
  )
  expect(await panel.findByText('Not charged')).toBeTruthy()
  expect(panel.getByText('Total charged').nextSibling?.textContent).toBe('£0.00')
  expect((await screen.findByRole('link', { name: /T-/ })).textContent).toContain('£248.86 not charged')
})

test('no sum speaks of refunds where nothing went back', async () => {
  const panel = await openOrder(wireOrder())
  expect(await panel.findByText('Total')).toBeTruthy()
  expect(panel.queryByText('Total after refunds')).toBeNull()
})

test('what is cancelled whole says nothing of deliveries by several sellers', async () => {
  const lines = ['tm_1', 'tm_2'].map((id) =>
    wireOrderLine({ id: `orl_${id}`, status: 'Cancelled', seller: { id, name: `Seller ${id}` } }),
  )
  const panel = await openOrder(wireOrder({ status: 'Cancelled', lines }))
  expect(await panel.findByText('From Seller tm_2')).toBeTruthy()
  expect(panel.queryByText(/delivered at separate times/)).toBeNull()
})
