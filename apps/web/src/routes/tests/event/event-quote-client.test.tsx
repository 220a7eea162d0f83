import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { clientsRoutes } from '@terrace/contracts/clients'
import { listingsRoutes } from '@terrace/contracts/listings'
import { quoteCreationRoutes } from '@terrace/contracts/quote-creation'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { wireClient } from '#web/test/client-factories.ts'
import { wireEvent } from '#web/test/factories.ts'
import { wireFacets } from '#web/test/feed-facets.ts'
import { errorReply, mockRoute, server } from '#web/test/mock-api.ts'
import { wireQuoteDetail } from '#web/test/quote-factories.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { wireFeed, wireListing, wirePlan } from '#web/test/stock-factories.ts'

/** Choosing the client of a quote from the client book. */

const ada = wireClient()

beforeEach(() => {
  mockShell()
  mockRoute(catalogueRoutes.event, () => ({ data: wireEvent() }))
  mockRoute(catalogueRoutes.seatingPlan, () => ({ data: wirePlan() }))
  mockRoute(listingsRoutes.feed, ({ query }) => {
    if (query.get('target_currency') === 'EUR') {
      return wireFeed([wireListing({ proceed_price: { amount: '137.00', currency: 'EUR' } })], {
        currency: 'EUR',
      })
    }
    return wireFeed([wireListing()], { facets: wireFacets([wireListing()]) })
  })
  mockRoute(clientsRoutes.list, ({ query }) => {
    const search = query.get('search') ?? ''
    // The server also matches company and address.
    const data = `${ada.name} ${ada.email}`.toLowerCase().includes(search.toLowerCase()) ? [ada] : []
    return { data, meta: { total: 1, page: 1, per_page: 8, last_page: 1, unused: 0, is_owner: true } }
  })
})

async function openQuote() {
  await renderRoute('/tickets/arsenal-v-chelsea/17')
  const row = await screen.findByRole('row', { name: /^Block 25/ })
  row.focus()
  await userEvent.keyboard('q')
  const dialog = await screen.findByRole('dialog', { name: 'Quote Arsenal v Chelsea' })
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('client_name'))
  return dialog
}

const option = (name: RegExp) => screen.findByRole('option', { name })
const submit = (dialog: HTMLElement) =>
  userEvent.click(within(dialog).getByRole('button', { name: 'Create quote' }))

test('a client found by address brings their name, currency and commission', async () => {
  mockRoute(quoteCreationRoutes.exchangeRates, () => ({ data: [] }))
  const sent = mockRoute(quoteCreationRoutes.generate, () => ({ data: wireQuoteDetail() }))
  const dialog = await openQuote()
  await userEvent.keyboard('ada@ex')
  await option(/Ada Lovelace/)
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() =>
    expect(
      within(dialog).getByRole<HTMLInputElement>('combobox', { name: 'Client', hidden: true }).value,
    ).toBe('Ada Lovelace'),
  )
  await userEvent.tab()
  await submit(dialog)
  await screen.findByRole('dialog', { name: 'Quote ready' })
  expect(sent[0]?.body).toMatchObject({
    client_id: 'clt_1',
    client_name: 'Ada Lovelace',
    currency_to_display: 'EUR',
    commission_amount: '10',
  })
})

test.each([
  [
    'is converted when the currency changes',
    [{ currency: 'GBP', rate: '1.25', date: '2031-02-03' }],
    '12.50',
  ],
  ['is empty when there is no rate', [], ''],
])('a fixed commission %s', async (_, rates, amount) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  mockRoute(clientsRoutes.list, () => ({
    data: [wireClient({ commission_amount: '' })],
    meta: { total: 1, page: 1, per_page: 8, last_page: 1, unused: 0, is_owner: true },
  }))
  mockRoute(quoteCreationRoutes.exchangeRates, () => ({ data: rates }))
  const dialog = within(await openQuote())
  await userEvent.click(dialog.getByRole('radio', { name: /^A fixed amount/ }))
  const field = () => dialog.getByRole<HTMLInputElement>('textbox', { name: /^Commission/ })
  await userEvent.type(field(), '10')
  await userEvent.click(dialog.getByRole('combobox', { name: 'Client' }))
  await userEvent.keyboard('ada')
  await option(/Ada Lovelace/)
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(field().value).toBe(amount))
})

test('a quote that is sent while the rate of its fixed commission loads is created with the converted amount', async () => {
  mockRoute(clientsRoutes.list, () => ({
    data: [wireClient({ commission_amount: '' })],
    meta: { total: 1, page: 1, per_page: 8, last_page: 1, unused: 0, is_owner: true },
  }))
  const rate = Promise.withResolvers<void>()
  mockRoute(quoteCreationRoutes.exchangeRates, async () => {
    await rate.promise
    return { data: [{ currency: 'GBP', rate: '1.25', date: '2031-02-03' }] }
  })
  const sent = mockRoute(quoteCreationRoutes.generate, () => ({ data: wireQuoteDetail() }))
  const dialog = within(await openQuote())
  await userEvent.click(dialog.getByRole('radio', { name: /^A fixed amount/ }))
  const field = () => dialog.getByRole<HTMLInputElement>('textbox', { name: /^Commission/ })
  await userEvent.type(field(), '20')
  await userEvent.click(dialog.getByRole('combobox', { name: 'Client' }))
  await userEvent.keyboard('ada')
  await option(/Ada Lovelace/)
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(field().disabled).toBe(true))
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(dialog.queryByText('Commission is required')).toBeNull()
  rate.resolve()
  await screen.findByRole('dialog', { name: 'Quote ready' })
  expect(sent.map(({ body }) => body)).toMatchObject([
    { currency_to_display: 'EUR', commission_method: 'fixed', commission_amount: '25' },
  ])
})

test('Enter takes the first match, even before the list loads; Ctrl Enter creates the quote', async () => {
  mockRoute(quoteCreationRoutes.exchangeRates, () => ({ data: [] }))
  const sent = mockRoute(quoteCreationRoutes.generate, () => ({ data: wireQuoteDetail() }))
  const dialog = await openQuote()
  await userEvent.keyboard('love{Enter}')
  expect(sent).toHaveLength(0)
  await within(dialog).findByRole('img', { name: 'In your client book', hidden: true })
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByRole('dialog', { name: 'Quote ready' })
  expect(sent[0]?.body).toMatchObject({ client_id: 'clt_1', currency_to_display: 'EUR' })
})

function loadClientsLater() {
  const loaded = Promise.withResolvers<void>()
  mockRoute(clientsRoutes.list, async () => {
    await loaded.promise
    return { data: [ada], meta: { total: 1, page: 1, per_page: 8, last_page: 1, unused: 0, is_owner: true } }
  })
  return loaded
}

test.each([
  ['Enter and Ctrl Enter', '{Enter}{Control>}{Enter}{/Control}'],
  ['Ctrl Enter', '{Control>}{Enter}{/Control}'],
  ['Ctrl Enter twice', '{Control>}{Enter}{Enter}{/Control}'],
  ['Enter, Tab and Ctrl Enter in the next field', '{Enter}{Tab}{Control>}{Enter}{/Control}'],
  ['Ctrl Enter and Tab', '{Control>}{Enter}{/Control}{Tab}'],
])('%s, pressed before the clients load, create one quote for the first match', async (_, keys) => {
  mockRoute(quoteCreationRoutes.exchangeRates, () => ({ data: [] }))
  const loaded = loadClientsLater()
  const sent = mockRoute(quoteCreationRoutes.generate, () => ({ data: wireQuoteDetail() }))
  await openQuote()
  await userEvent.keyboard(`ada${keys}`)
  loaded.resolve()
  await screen.findByRole('dialog', { name: 'Quote ready' })
  expect(sent.map(({ body }) => body)).toMatchObject([{ client_id: 'clt_1', currency_to_display: 'EUR' }])
})

test('Create quote is busy while it waits for the client', async () => {
  mockRoute(quoteCreationRoutes.exchangeRates, () => ({ data: [] }))
  const loaded = loadClientsLater()
  mockRoute(quoteCreationRoutes.generate, () => ({ data: wireQuoteDetail() }))
  const dialog = within(await openQuote())
  const button = dialog.getByRole('button', { name: 'Create quote' })
  await userEvent.keyboard('ada{Control>}{Enter}{/Control}')
  await vi.waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
  // Another name has to be submitted again.
  await userEvent.keyboard('m')
  expect(button.getAttribute('aria-busy')).toBeNull()
  await userEvent.keyboard('{Backspace}{Control>}{Enter}{/Control}')
  await vi.waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
  loaded.resolve()
  await screen.findByRole('dialog', { name: 'Quote ready' })
})

test('Ctrl Enter before the clients fail to load creates no quote and says so; again, it quotes the typed name', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const lists = mockRoute(clientsRoutes.list, () => errorReply(409, 'The client book is closed.'))
  const sent = mockRoute(quoteCreationRoutes.generate, () => ({ data: wireQuoteDetail() }))
  const dialog = within(await openQuote())
  await userEvent.type(dialog.getByRole('textbox', { name: /^Commission/ }), '8')
  // The list without text has failed before.
  await vi.waitFor(() => expect(lists).toHaveLength(1))
  await userEvent.click(dialog.getByRole('combobox', { name: 'Client' }))
  await userEvent.keyboard('ada{Control>}{Enter}{/Control}')
  expect(await dialog.findByText('The client book is closed.')).toBeTruthy()
  expect(sent).toHaveLength(0)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByRole('dialog', { name: 'Quote ready' })
  expect(sent.map(({ body }) => body)).toMatchObject([{ client_name: 'ada' }])
})

test('Ctrl Enter with the menu open chooses the highlighted client and creates the quote', async () => {
  mockRoute(quoteCreationRoutes.exchangeRates, () => ({ data: [] }))
  const sent = mockRoute(quoteCreationRoutes.generate, () => ({ data: wireQuoteDetail() }))
  await openQuote()
  await userEvent.keyboard('ada')
  await option(/Ada Lovelace/)
  await userEvent.keyboard('{Control>}{Enter}{Enter}{/Control}')
  await screen.findByRole('dialog', { name: 'Quote ready' })
  expect(sent.map(({ body }) => body)).toMatchObject([{ client_id: 'clt_1', currency_to_display: 'EUR' }])
})

test('the full name of the only match chooses the client without Enter', async () => {
  mockRoute(quoteCreationRoutes.exchangeRates, () => ({ data: [] }))
  const sent = mockRoute(quoteCreationRoutes.generate, () => ({ data: wireQuoteDetail() }))
  const dialog = await openQuote()
  await userEvent.keyboard('ada lovelace')
  await within(dialog).findByRole('img', { name: 'In your client book', hidden: true })
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByRole('dialog', { name: 'Quote ready' })
  expect(sent[0]?.body).toMatchObject({ client_id: 'clt_1', currency_to_display: 'EUR' })
})

test('Tab keeps the typed name, even if a client’s name begins with it', async () => {
  const dialog = await openQuote()
  await userEvent.keyboard('Ada')
  await screen.findByRole('option', { name: /Ada Lovelace/ })
  await userEvent.tab()
  const client = within(dialog).getByRole<HTMLInputElement>('combobox', { name: 'Client', hidden: true })
  expect(client.value).toBe('Ada')
  expect(within(dialog).queryByRole('img', { name: 'In your client book', hidden: true })).toBeNull()
})

test('an unknown name stays as typed, and is added to the client book only on request', async () => {
  const added = mockRoute(clientsRoutes.create, () => ({
    data: wireClient({ id: 'clt_9', name: 'Grace', currency: '', commission_amount: '' }),
  }))
  const sent = mockRoute(quoteCreationRoutes.generate, () => ({ data: wireQuoteDetail() }))
  const dialog = await openQuote()
  await userEvent.keyboard('Grace')
  await option(/Add “Grace” to your clients/)
  await userEvent.tab()
  expect(added).toHaveLength(0)
  const client = within(dialog).getByRole<HTMLInputElement>('combobox', { name: 'Client', hidden: true })
  expect(client.value).toBe('Grace')
  client.focus()
  await userEvent.keyboard('{ArrowDown}')
  await userEvent.click(await option(/Add “Grace”/))
  await within(dialog).findByRole('img', { name: 'In your client book', hidden: true })
  expect(added.map(({ body }) => body)).toMatchObject([{ name: 'Grace' }])
  await userEvent.type(within(dialog).getByRole('textbox', { name: /^Commission/, hidden: true }), '8')
  await submit(dialog)
  await screen.findByRole('dialog', { name: 'Quote ready' })
  expect(sent[0]?.body).toMatchObject({ client_id: 'clt_9', client_name: 'Grace' })
})

test('a client who can’t be added is reported at the field, and the text stays', async () => {
  mockRoute(clientsRoutes.create, () => errorReply(409, 'Your client book is full.'))
  const dialog = await openQuote()
  await userEvent.keyboard('Grace')
  await userEvent.click(await option(/Add “Grace”/))
  expect(await within(dialog).findByText('Your client book is full.')).toBeTruthy()
  expect(within(dialog).getByRole<HTMLInputElement>('combobox', { name: 'Client', hidden: true }).value).toBe(
    'Grace',
  )
})

test('a lost connection is named, and what was entered is kept', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  server.use(http.post('*/generate-quote', () => HttpResponse.error()))
  const dialog = await openQuote()
  await userEvent.keyboard('Charles Babbage{Tab}')
  const commission = within(dialog).getByRole<HTMLInputElement>('textbox', { name: /^Commission/ })
  await userEvent.type(commission, '12')
  await submit(dialog)
  expect((await within(dialog).findByRole('alert')).textContent).toBe(
    'Connection lost. What you entered is kept: try again.',
  )
  expect([
    within(dialog).getByRole<HTMLInputElement>('combobox', { name: 'Client' }).value,
    commission.value,
  ]).toEqual(['Charles Babbage', '12'])
})

test('opening the client list shows why it could not be loaded', async () => {
  mockRoute(clientsRoutes.list, () => errorReply(409, 'The client book is closed.'))
  const dialog = await openQuote()
  await userEvent.click(await within(dialog).findByRole('button', { name: /^Show clients/ }))
  expect(await within(dialog).findByText('The client book is closed.')).toBeTruthy()
})
