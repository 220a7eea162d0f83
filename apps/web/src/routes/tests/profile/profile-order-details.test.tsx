import { clientsRoutes } from '@terrace/contracts/clients'
import type { WireOrder } from '@terrace/contracts/order-shapes'
import { ordersRoutes } from '@terrace/contracts/orders'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { wireClient } from '#web/test/client-factories.ts'
import { wireOrder, wireOrderDetail } from '#web/test/factories.ts'
import { errorReply, mockRoute, type ApiRequest } from '#web/test/mock-api.ts'
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
  await userEvent.click(details.getByRole('button', { name: 'Edit client, reference and note' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Client, reference and note' }))
  const reference = dialog.getByLabelText('Your reference')
  await userEvent.clear(reference)
  await userEvent.type(reference, 'PO 4712')
  await userEvent.type(dialog.getByLabelText('Internal note'), 'Pays late')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await details.findByText('PO 4712')).toBeTruthy()
  expect(details.getByText('Pays late')).toBeTruthy()
  expect(saved[0]?.body).toEqual({
    reference: 'PO 4712',
    internal_note: 'Pays late',
    expected: { reference: 'PO 4711', internal_note: null },
  })
})

test('an order with converted prices shows the rate and its date', async () => {
  const exchange_rates = [{ currency: 'EUR', rate: '0.8464285714', date: '2031-02-28' }]
  mockRoute(ordersRoutes.one, () => ({ data: { ...wireOrderDetail(wireOrder()), exchange_rates } }))
  await renderRoute('/profile?tab=purchases&order=ord_1')
  expect(await screen.findByText('€1 = £0.8464, ECB rate from 28-02-2031')).toBeTruthy()
})

test('the history shows who changed which detail, with the old and new values', async () => {
  const change = { field: 'reference', at: '2031-02-01T12:00:00.000Z', actor_name: 'Ada Wong' } as const
  const changes = [
    { ...change, from: null, to: 'PO 4711' },
    { ...change, field: 'client' as const, from: 'Harbour Travel', to: null, actor_name: 'Jo Marsh' },
  ]
  mockRoute(ordersRoutes.one, () => ({ data: { ...wireOrderDetail(wireOrder()), changes } }))
  await renderRoute('/profile?tab=purchases&order=ord_1')
  const details = within(await screen.findByRole('region', { name: 'For your team' }))
  await userEvent.click(details.getByText('History'))
  const entries = (await details.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(entries[0]).toMatch(/^Client · .*from Harbour Travel → {2}to NoneJo Marsh$/)
  expect(entries[1]).toMatch(/^Your reference · .*from None → {2}to PO 4711Ada Wong$/)
})

/** Opens the dialog of an order and returns its fields and the saved requests. */
async function openDialog(client: WireOrder['client']) {
  let order = wireOrderDetail(wireOrder({ client, reference: 'PO 4711' }))
  mockRoute(ordersRoutes.one, () => ({ data: order }))
  mockRoute(clientsRoutes.list, () => ({
    data: [wireClient()],
    meta: { total: 1, page: 1, per_page: 8, last_page: 1, unused: 0, is_owner: true },
  }))
  const saved = mockRoute(ordersRoutes.changeDetails, ({ body }) => {
    const { client_id: id, client_name: name } = body
    if (id !== undefined) order = { ...order, client: { id, name: wireClient().name } }
    else if (name !== undefined) order = { ...order, client: name === '' ? null : { id: null, name } }
    return { data: order }
  })
  await renderRoute('/profile?tab=purchases&order=ord_1')
  const details = within(await screen.findByRole('region', { name: 'For your team' }))
  await userEvent.click(details.getByRole('button', { name: 'Edit client, reference and note' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Client, reference and note' }))
  const save = () => userEvent.click(dialog.getByRole('button', { name: 'Save', hidden: true }))
  return { details, dialog, field: dialog.getByRole('combobox', { name: 'Client' }), save, saved }
}

const bodyOf = ({ body }: ApiRequest) => body

test('an order gets its client later, chosen from the client book', async () => {
  const { details, field, save, saved } = await openDialog(null)
  await userEvent.type(field, 'ada')
  await screen.findByRole('option', { name: /Ada Lovelace/ })
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(field).toHaveProperty('value', 'Ada Lovelace'))
  await save()
  const link = await details.findByRole('link', { name: 'Ada Lovelace' })
  expect(link.getAttribute('href')).toContain('client=clt_1')
  expect(saved.map(bodyOf)).toEqual([{ client_id: 'clt_1', expected: { client: null } }])
})

test('the client of an order can be removed, and stays when only the texts change', async () => {
  const { dialog, field, save, saved } = await openDialog({ id: 'clt_2', name: 'Harbour Travel' })
  expect(field).toHaveProperty('value', 'Harbour Travel')
  await userEvent.type(dialog.getByLabelText('Internal note'), 'Pays late')
  await save()
  await vi.waitFor(() =>
    expect(saved.map(bodyOf)).toEqual([{ internal_note: 'Pays late', expected: { internal_note: null } }]),
  )
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Edit client, reference and note' }))
  const again = within(await screen.findByRole('dialog', { name: 'Client, reference and note' }))
  await userEvent.clear(again.getByRole('combobox', { name: 'Client' }))
  await userEvent.click(again.getByRole('button', { name: 'Save', hidden: true }))
  await vi.waitFor(() =>
    expect(saved.map(bodyOf).at(-1)).toEqual({
      client_name: '',
      expected: { client: 'Harbour Travel' },
    }),
  )
  const details = within(screen.getByRole('region', { name: 'For your team' }))
  await vi.waitFor(() => expect(details.queryByText('Harbour Travel')).toBeNull())
})

test('choosing a client who was deleted in the meantime shows an error at the field', async () => {
  const { dialog, field, save } = await openDialog(null)
  mockRoute(ordersRoutes.changeDetails, () =>
    errorReply(422, 'This client is no longer in your client book. Choose another', 'client.unknown', {
      fields: { client_id: ['must be a client of your team'] },
    }),
  )
  await userEvent.type(field, 'ada')
  await screen.findByRole('option', { name: /Ada Lovelace/ })
  await userEvent.keyboard('{Enter}')
  await save()
  expect(await dialog.findByText('Must be a client of your team')).toBeTruthy()
})

test('what a colleague changed meanwhile is shown and replaced only by saving again', async () => {
  const { details, dialog, field, save } = await openDialog({ id: 'clt_2', name: 'Harbour Travel' })
  const current = { reference: 'PO 4713', client: 'Grace' }
  const sent = mockRoute(ordersRoutes.changeDetails, ({ body }) =>
    Object(body.expected).client === 'Grace'
      ? { data: wireOrder() }
      : errorReply(409, 'Someone else changed this', 'details.changed', { current }),
  )
  const reference = dialog.getByLabelText('Your reference')
  await userEvent.clear(reference)
  await userEvent.type(reference, 'PO 4712')
  await userEvent.clear(field)
  await userEvent.type(field, 'Alan')
  await save()
  expect(
    await dialog.findByText('Someone else changed this to “PO 4713”. Save again to replace it.'),
  ).toBeTruthy()
  expect(dialog.getByText('Someone else changed this to “Grace”. Save again to replace it.')).toBeTruthy()
  expect(reference).toHaveProperty('value', 'PO 4712')
  await save()
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.map(bodyOf).at(-1)).toEqual({
    reference: 'PO 4712',
    client_name: 'Alan',
    expected: { reference: 'PO 4713', client: 'Grace' },
  })
  expect(details.getByText('PO 4711')).toBeTruthy()
})
