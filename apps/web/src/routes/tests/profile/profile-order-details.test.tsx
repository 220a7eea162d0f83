import { ordersRoutes } from '@terrace/contracts/orders'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { wireOrder, wireOrderDetail } from '#web/test/factories.ts'
import { mockRoute } from '#web/test/mock-api.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

beforeEach(() => {
  mockShell()
  mockRoute(ordersRoutes.list, () => ({
    data: [wireOrder()],
    meta: { total: 1, page: 1, per_page: 50, last_page: 1 },
  }))
})

test('the panel shows the client and edits the team’s reference and note', async () => {
  let order = wireOrderDetail(
    wireOrder({ client: { id: 'clt_1', name: 'Harbour Travel' }, reference: 'PO 4711' }),
  )
  mockRoute(ordersRoutes.one, () => ({ data: order }))
  const saved = mockRoute(ordersRoutes.changeDetails, ({ body }) => {
    const { reference = null, internal_note = null } = body
    order = { ...order, reference, internal_note }
    return { data: order }
  })
  await renderRoute('/profile?tab=purchases&order=ord_1')
  const details = within(await screen.findByRole('region', { name: 'For your team' }))
  expect(details.getByRole('link', { name: 'Harbour Travel' }).getAttribute('href')).toContain('client=clt_1')
  await userEvent.click(details.getByRole('button', { name: 'Edit reference and note' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reference and note' }))
  const reference = dialog.getByLabelText('Your reference')
  await userEvent.clear(reference)
  await userEvent.type(reference, 'PO 4712')
  await userEvent.type(dialog.getByLabelText('Internal note'), 'Pays late')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await details.findByText('PO 4712')).toBeTruthy()
  expect(details.getByText('Pays late')).toBeTruthy()
  expect(saved[0]?.body).toEqual({ reference: 'PO 4712', internal_note: 'Pays late' })
})
