import { checkoutRoutes } from '@terrace/contracts/checkout'
import { clientsRoutes } from '@terrace/contracts/clients'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { clearPurchaseDetails } from '#web/features/checkout/purchase-details.ts'
import { wireClient } from '#web/test/client-factories.ts'
import { fakeCardFrame } from '#web/test/fakes/fake-card-frame.ts'
import { mockRoute } from '#web/test/mock-api.ts'
import { confirmed, mockCheckout, type CheckoutServer } from '#web/test/mock-checkout.ts'
import { wireQuoteDetail } from '#web/test/quote-factories.ts'
import { renderRoute } from '#web/test/render-route.tsx'
import { wireHold } from '#web/test/stock-factories.ts'

vi.mock('#web/lib/url/navigation.ts', () => ({ redirectTo: vi.fn<(path: string) => void>() }))
// The list of clients loads after the first keys are typed.
const list = vi.hoisted(() => Promise.withResolvers<void>())
vi.mock('#web/features/clients/client-picker.tsx', async (load) => {
  await list.promise
  return load()
})

/** Client, reference and note at checkout. */

let team: CheckoutServer
let bought: ReturnType<typeof mockRoute>
beforeEach(() => {
  clearPurchaseDetails()
  team = mockCheckout()
  bought = mockRoute(checkoutRoutes.buy, () => ({ data: confirmed }))
  mockRoute(clientsRoutes.list, () => ({
    data: [wireClient()],
    meta: { total: 1, page: 1, per_page: 8, last_page: 1, unused: 0, is_owner: true },
  }))
})

async function open(path = '/checkout') {
  const router = await renderRoute(path)
  await fakeCardFrame(() => ({ token: 'pm_card_visa' }))
  return router
}

const step = async () => within(await screen.findByRole('region', { name: 'Client and reference' }))

async function pay() {
  await userEvent.click(await screen.findByRole('button', { name: /^Pay £/ }))
  await waitFor(() => expect(bought).toHaveLength(1))
  return bought[0]?.body
}

test('a chosen client, a reference and a note are sent with the purchase and then forgotten', async () => {
  await open()
  expect((await step()).getByText('None')).toBeTruthy()
  await userEvent.click((await step()).getByRole('button', { name: 'Change client and reference' }))
  await userEvent.type((await step()).getByRole('combobox', { name: 'Client' }), 'ada')
  list.resolve()
  await userEvent.click(await screen.findByRole('option', { name: /Ada Lovelace/ }))
  await userEvent.type((await step()).getByLabelText('Your reference'), 'PO 4711')
  await userEvent.type((await step()).getByLabelText('Internal note'), 'Pays late')
  await userEvent.click((await step()).getByRole('button', { name: /^Continue/ }))
  expect((await step()).getByText('Ada Lovelace · PO 4711 · with a note')).toBeTruthy()
  expect(await pay()).toMatchObject({
    client_id: wireClient().id,
    reference: 'PO 4711',
    internal_note: 'Pays late',
  })
  await waitFor(() => expect(sessionStorage.getItem('checkout-details')).toBeNull())
})

test('typed details survive a reload, and a name that is not in the client book is sent as typed', async () => {
  await open()
  await userEvent.click((await step()).getByRole('button', { name: 'Change client and reference' }))
  await userEvent.type((await step()).getByRole('combobox', { name: 'Client' }), 'Grace Hopper')
  cleanup()
  await open()
  expect((await step()).getByText('Grace Hopper')).toBeTruthy()
  expect(await pay()).toMatchObject({ client_name: 'Grace Hopper' })
})

test('client and reference come from the quote', async () => {
  team.held = [wireHold({ quote_ref: 'qt_1' })]
  const quote = wireQuoteDetail({ id: 'qt_1', client_name: 'Harbour Travel', reference: 'PO 12' })
  mockRoute(quotesRoutes.one, () => ({ data: quote }))
  await open('/checkout?quote=qt_1')
  expect((await step()).getByText('Harbour Travel · PO 12')).toBeTruthy()
  const body = await pay()
  expect(body).toMatchObject({ reference: 'PO 12' })
  // The server takes the quote's client.
  expect(body).not.toHaveProperty('client_name')
})

test('a reference that is too long opens its step instead of paying', async () => {
  await open()
  await userEvent.click((await step()).getByRole('button', { name: 'Change client and reference' }))
  await userEvent.type((await step()).getByLabelText('Your reference'), 'x'.repeat(61))
  await userEvent.click(await screen.findByRole('button', { name: /^Pay £/ }))
  expect((await step()).getByText('Must be at most 60 characters')).toBeTruthy()
  expect(bought).toHaveLength(0)
})
