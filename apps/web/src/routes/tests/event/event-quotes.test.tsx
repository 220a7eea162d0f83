import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { listingsRoutes } from '@terrace/contracts/listings'
import { quoteSettingsRoutes } from '@terrace/contracts/quote-settings'
import { quoteCreationRoutes } from '@terrace/contracts/quote-creation'
import { quoteDurations } from '@terrace/domain/time/quote-durations'
import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { selectedLines } from '#web/features/holds/basket/selection.ts'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { gbp, wireEvent } from '#web/test/factories.ts'
import { wireFacets } from '#web/test/feed-facets.ts'
import { wireQuoteDefaults, wireQuoteDetail, wireQuoteSettings } from '#web/test/quote-factories.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { wireFeed, wireListing, wirePlan } from '#web/test/stock-factories.ts'

const address = '/tickets/arsenal-v-chelsea/17'
const cheap = wireListing()
const expensive = wireListing({ id: 'lst_2', section: 'Block 26', row: '3', proceed_price: gbp('240.00') })
const perEuro = (amount: string) => ({ amount, currency: 'EUR' })

beforeEach(() => {
  mockShell()
  mockRoute(catalogueRoutes.event, () => ({ data: wireEvent() }))
  mockRoute(catalogueRoutes.seatingPlan, () => ({ data: wirePlan() }))
  mockRoute(listingsRoutes.feed, ({ query }) => {
    const ids = query.getAll('listing_id[]')
    const found = [cheap, expensive].filter(({ id }) => ids.length === 0 || ids.includes(id))
    if (query.get('target_currency') !== 'EUR') return wireFeed(found, { facets: wireFacets(found) })
    const euros = found.map((listing) => ({ ...listing, proceed_price: perEuro('140.00') }))
    return wireFeed(euros, { currency: 'EUR' })
  })
})

const row = (section: string) => screen.findByRole('row', { name: new RegExp(`^${section}`) })

/** Opens the quote dialog with the shortcut of a row. */
async function quoteFromRow(section: string) {
  await renderRoute(address)
  const generatedQuotes = await row(section)
  generatedQuotes.focus()
  await userEvent.keyboard('q')
  return within(await screen.findByRole('dialog', { name: 'Quote Arsenal v Chelsea' }))
}

async function selectBoth() {
  await renderRoute(address)
  for (const section of ['Block 25', 'Block 26']) {
    await userEvent.click(within(await row(section)).getByRole('checkbox'))
  }
}

/** Selects both listings and opens the quote dialog from the basket. */
async function quoteFromBasket() {
  await selectBoth()
  const basket = within(screen.getByRole('region', { name: 'Basket' }))
  await userEvent.click(basket.getAllByRole('button', { name: 'Quote' })[0] ?? document.body)
  return within(await screen.findByRole('dialog', { name: 'Quote Arsenal v Chelsea' }))
}

type Dialog = Awaited<ReturnType<typeof quoteFromRow>>
const amountOf = (dialog: Dialog) => dialog.getByRole('textbox', { name: /^Commission/ })
const make = (dialog: Dialog) => userEvent.click(dialog.getByRole('button', { name: 'Create quote' }))

test('[QUOTE-02] [QUOTE-03] [QUOTE-04] [QUOTE-05] a quote of a row can be created by keyboard: Q, client, commission, Enter', async () => {
  const sent = mockRoute(quoteCreationRoutes.generate, () => ({ data: wireQuoteDetail() }))
  const dialog = await quoteFromRow('Block 25')
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('client_name'))
  await userEvent.keyboard('Ada Wong{Tab}')
  await userEvent.type(amountOf(dialog), '10')
  dialog.getByRole('button', { name: 'Create quote' }).focus()
  await userEvent.keyboard('{Enter}')
  const ready = within(await screen.findByRole('dialog', { name: 'Quote ready' }))
  expect(ready.getByRole<HTMLInputElement>('textbox').value).toBe(wireQuoteDetail().link)
  expect(sent.map(({ body }) => body)).toEqual([
    {
      event_id: 17,
      title: 'Arsenal v Chelsea',
      quote_expiry: 24,
      currency_to_display: 'GBP',
      commission_method: 'percentage',
      commission_amount: '10',
      hold_ids: [],
      is_vip_listings: 0,
      price_mode: 'floating',
      listings: [{ listing_id: 'lst_1', quantity: 2 }],
      client_name: 'Ada Wong',
    },
  ])
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Copy'))
})

test('while listings are selected, Q quotes the selection and not only the row with the focus', async () => {
  await selectBoth()
  ;(await row('Block 26')).focus()
  await userEvent.keyboard('q')
  const dialog = within(await screen.findByRole('dialog', { name: 'Quote Arsenal v Chelsea' }))
  const preview = within(dialog.getByRole('region', { name: 'Preview' }))
  await vi.waitFor(() => expect(preview.getAllByRole('listitem')).toHaveLength(2))
})

test('the preview shows client price, cost, fee and margin for the selected quantity', async () => {
  const dialog = await quoteFromRow('Block 25')
  const preview = within(dialog.getByRole('region', { name: 'Preview' }))
  // Without a commission there is no margin to be wrong about.
  const totals = () => preview.getByLabelText('Totals').textContent
  expect((await preview.findByRole('listitem')).textContent).toMatch(/Cost£118\.50Fee£5\.93$/)
  expect(preview.getByRole('heading', { name: 'Total, 2 tickets' })).toBeTruthy()
  expect(totals()).toBe('Cost£237.00Fee£11.86Margin–Enter a commissionClient pays–Enter a commission')
  await userEvent.type(amountOf(dialog), '10')
  expect((await preview.findByRole('listitem')).textContent).toContain(
    'Client pays£130.35Cost£118.50Fee£5.93Margin£5.92',
  )
  expect(totals()).toBe('Cost£237.00Fee£11.86Margin£11.84Client pays£260.70')
  // Phones show this short form next to the buttons.
  expect(dialog.getByText(/^Client pays/, { selector: 'p' }).textContent).toBe(
    'Client pays £260.70 · Margin £11.84',
  )
  await userEvent.click(preview.getByRole('radio', { name: '4' }))
  expect(totals()).toBe('Cost£474.00Fee£23.72Margin£23.68Client pays£521.40')
})

test('a quote below cost names the loss and asks before it is created', async () => {
  const sent = mockRoute(quoteCreationRoutes.generate, () => ({ data: wireQuoteDetail() }))
  const dialog = await quoteFromRow('Block 25')
  await userEvent.click(dialog.getByRole('radio', { name: 'A fixed amount per ticket' }))
  await dialog.findByText('Margin')
  // No warning shows before a commission is entered.
  expect(dialog.queryByText(/doesn’t cover/)).toBeNull()
  await userEvent.type(amountOf(dialog), '5')
  expect(await dialog.findByText(/doesn’t cover the fee.*£0\.93 per ticket/)).toBeTruthy()
  await make(dialog)
  const question = within(await screen.findByRole('alertdialog', { name: 'Quote below cost?' }))
  expect(question.getByText(/You’d lose up to £1\.86\./)).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: 'Go back' }))
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent).toEqual([])
  await make(dialog)
  const again = within(await screen.findByRole('alertdialog'))
  await userEvent.click(again.getByRole('button', { name: 'Quote at a loss' }))
  await screen.findByRole('dialog', { name: 'Quote ready' })
  expect(sent[0]?.body).toMatchObject({ commission_method: 'fixed', commission_amount: '5' })
})

test('when the costs can’t be loaded, creating the quote asks instead of skipping the check', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  mockRoute(listingsRoutes.feed, ({ query }) =>
    query.has('listing_id[]') ? errorReply(400, 'Not just now') : wireFeed([cheap, expensive]),
  )
  const sent = mockRoute(quoteCreationRoutes.generate, () => ({ data: wireQuoteDetail() }))
  const dialog = await quoteFromRow('Block 25')
  await userEvent.type(amountOf(dialog), '10')
  await make(dialog)
  const question = within(await screen.findByRole('alertdialog', { name: 'Quote without a cost check?' }))
  expect(sent).toEqual([])
  await userEvent.click(question.getByRole('button', { name: 'Quote anyway' }))
  await screen.findByRole('dialog', { name: 'Quote ready' })
  expect(sent).toHaveLength(1)
})

test('a created quote in another currency shows the rate and its date', async () => {
  const rate = { currency: 'EUR', rate: '0.8464', date: '2031-02-28' }
  mockRoute(quoteCreationRoutes.generate, () => ({ data: wireQuoteDetail({ exchange_rates: [rate] }) }))
  const dialog = await quoteFromRow('Block 25')
  await userEvent.type(amountOf(dialog), '10')
  await make(dialog)
  const ready = within(await screen.findByRole('dialog', { name: 'Quote ready' }))
  expect(ready.getByRole('list', { name: 'Exchange rates' }).textContent).toBe(
    '€1 = £0.8464, ECB rate from 28-02-2031',
  )
})

test('prices in another currency come from the feed, with the rate and its date', async () => {
  const requests = mockRoute(quoteCreationRoutes.exchangeRates, () => ({
    data: [{ currency: 'GBP', rate: '1.1814159292', date: '2031-02-28' }],
  }))
  const dialog = await quoteFromRow('Block 25')
  await userEvent.type(amountOf(dialog), '10')
  await userEvent.click(dialog.getByRole('button', { name: /Currency/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'EUR' }))
  const preview = within(dialog.getByRole('region', { name: 'Preview' }))
  expect(await preview.findByText('€154.00')).toBeTruthy()
  expect(preview.getByLabelText('Totals').textContent).toContain('Client pays€308.00')
  expect((await preview.findByRole('list', { name: 'Exchange rates' })).textContent).toBe(
    '£1 = €1.1814, ECB rate from 28-02-2031',
  )
  expect(requests[0]?.query.get('from')).toBe('GBP')
})

test('offers that the client chooses between show a range and are sent as alternatives', async () => {
  const sent = mockRoute(quoteCreationRoutes.generate, () => ({ data: wireQuoteDetail() }))
  const dialog = await quoteFromBasket()
  await userEvent.type(amountOf(dialog), '10')
  const preview = within(dialog.getByRole('region', { name: 'Preview' }))
  const totals = () => preview.getByLabelText('Totals').textContent
  await vi.waitFor(() => expect(totals()).toBe('Cost£717.00Fee£35.86Margin£35.84Client pays£788.70'))
  await userEvent.click(dialog.getByRole('radio', { name: 'Client chooses one' }))
  expect(totals()).toBe('Cost£237.00–£480.00Fee£11.86–£24.00Margin£11.84–£24.00Client pays£260.70–£528.00')
  await make(dialog)
  await screen.findByRole('dialog', { name: 'Quote ready' })
  expect(sent[0]?.body).toMatchObject({ offer_choice: 'one' })
})

test('the dialog starts with the team’s terms and only needs a client’s name', async () => {
  const defaults = wireQuoteDefaults({
    commission_amount: '12.00',
    currency_to_display: 'EUR',
    quote_expiry: 8,
    price_mode: 'locked',
    offer_choice: 'one',
    note: 'Side by side.',
  })
  mockRoute(quoteSettingsRoutes.read, () => wireQuoteSettings({ defaults }))
  mockRoute(quoteCreationRoutes.exchangeRates, () => ({ data: [] }))
  const sent = mockRoute(quoteCreationRoutes.generate, () => ({ data: wireQuoteDetail() }))
  const dialog = await quoteFromBasket()
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('client_name'))
  await userEvent.keyboard('Ada Wong')
  // Leaves the field, which closes its suggestions.
  await userEvent.tab()
  await make(dialog)
  await screen.findByRole('dialog', { name: 'Quote ready' })
  expect(sent[0]?.body).toMatchObject({
    commission_method: 'percentage',
    commission_amount: '12.00',
    currency_to_display: 'EUR',
    quote_expiry: 8,
    price_mode: 'locked',
    offer_choice: 'one',
    note: 'Side by side.',
    client_name: 'Ada Wong',
  })
})

test('the reference and the internal note are sent apart from the note to the client', async () => {
  const sent = mockRoute(quoteCreationRoutes.generate, () => ({ data: wireQuoteDetail() }))
  const dialog = await quoteFromRow('Block 25')
  await userEvent.type(amountOf(dialog), '10')
  await userEvent.type(dialog.getByRole('textbox', { name: 'Your reference' }), 'PO 4711')
  await userEvent.type(dialog.getByRole('textbox', { name: 'Internal note' }), 'Pays late')
  await make(dialog)
  await screen.findByRole('dialog', { name: 'Quote ready' })
  expect(sent[0]?.body).toMatchObject({ reference: 'PO 4711', internal_note: 'Pays late' })
  expect(sent[0]?.body).not.toHaveProperty('note')
})

test('[QUOTE-06] [QUOTE-07] twelve durations are available, from "2 hours" to "24 hours"', async () => {
  const dialog = await quoteFromRow('Block 25')
  await userEvent.click(dialog.getByRole('button', { name: /Expires in/ }))
  const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(offered).toEqual(quoteDurations.map((hours) => `${hours} hours`))
  expect(offered).toHaveLength(12)
})

test('a double click creates one quote', async () => {
  const sent = mockRoute(quoteCreationRoutes.generate, async () => {
    await new Promise((resolve) => setTimeout(resolve, 50))
    return { data: wireQuoteDetail() }
  })
  const dialog = await quoteFromRow('Block 25')
  await userEvent.type(amountOf(dialog), '10')
  const button = dialog.getByRole('button', { name: 'Create quote' })
  fireEvent.click(button)
  fireEvent.click(button)
  await screen.findByRole('dialog', { name: 'Quote ready' })
  expect(sent).toHaveLength(1)
  expect(sent[0]?.headers.get('idempotency-key')).toBeTruthy()
})

test('a retry after a lost response uses the same key', async () => {
  let isUp = false
  const sent = mockRoute(quoteCreationRoutes.generate, () =>
    isUp ? { data: wireQuoteDetail() } : errorReply(502, 'Away'),
  )
  const dialog = await quoteFromRow('Block 25')
  await userEvent.type(amountOf(dialog), '10')
  await make(dialog)
  expect((await dialog.findByRole('alert')).textContent).toBe('Away')
  isUp = true
  await make(dialog)
  await screen.findByRole('dialog', { name: 'Quote ready' })
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
})

test('an error below a long form scrolls into view', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  mockRoute(quoteCreationRoutes.generate, () => errorReply(409, 'The event has ended.'))
  const dialog = await quoteFromRow('Block 25')
  await userEvent.type(amountOf(dialog), '10')
  await make(dialog)
  const error = await dialog.findByRole('alert')
  expect(scrolled.mock.contexts).toContain(error)
})

test('errors show at their fields before and after sending, and the input is kept', async () => {
  const sent = mockRoute(quoteCreationRoutes.generate, () =>
    errorReply(422, 'Please check what you entered', 'input.invalid', {
      fields: { client_name: ['must be at most 100 characters'] },
    }),
  )
  const dialog = await quoteFromRow('Block 25')
  await make(dialog)
  expect(dialog.getByText('Commission is required')).toBeTruthy()
  await userEvent.type(amountOf(dialog), '-4')
  expect(dialog.getByText('Must not be below zero')).toBeTruthy()
  await userEvent.clear(amountOf(dialog))
  await userEvent.type(amountOf(dialog), '4.125')
  expect(dialog.getByText('Must be an amount with at most two decimals, such as "150.00"')).toBeTruthy()
  await userEvent.clear(amountOf(dialog))
  await userEvent.type(amountOf(dialog), '1001')
  expect(dialog.getByText('Must be at most 1000 percent')).toBeTruthy()
  expect(sent).toEqual([])
  await userEvent.clear(amountOf(dialog))
  await userEvent.type(amountOf(dialog), '10')
  const client = dialog.getByRole<HTMLInputElement>('combobox', { name: 'Client' })
  await userEvent.type(client, 'Ada{Tab}')
  await userEvent.type(dialog.getByRole('textbox', { name: 'Note to the client' }), 'Side by side')
  await make(dialog)
  expect(await dialog.findByText('Must be at most 100 characters')).toBeTruthy()
  expect(dialog.queryByText('Please check what you entered')).toBeNull()
  expect(client.value).toBe('Ada')
  expect(dialog.getByDisplayValue('Side by side')).toBeTruthy()
})

test('an error that no field shows appears below the form', async () => {
  mockRoute(quoteCreationRoutes.generate, () =>
    errorReply(422, 'client_name: must be at most 100 characters', 'input.invalid', {
      fields: { client_name: ['must be at most 100 characters'], terms: ['must not change'] },
    }),
  )
  const dialog = await quoteFromRow('Block 25')
  await userEvent.type(amountOf(dialog), '10')
  await make(dialog)
  expect(await dialog.findByText('Must be at most 100 characters')).toBeTruthy()
  expect(dialog.getByText('terms: must not change')).toBeTruthy()
})

test('reopening the dialog restores the input', async () => {
  const dialog = await quoteFromRow('Block 25')
  await userEvent.type(dialog.getByRole('combobox', { name: 'Client' }), 'Ada Wong')
  // The first closes the client menu.
  await userEvent.keyboard('{Escape}{Escape}')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Quote, Block 25' }))
  expect(await screen.findByDisplayValue('Ada Wong')).toBeTruthy()
})

test('[X-QUOTE-03] [QUOTE-05] "Create quote" offers the whole event or only its hospitality', async () => {
  const sent = mockRoute(quoteCreationRoutes.generate, () => ({
    data: wireQuoteDetail({ scope: 'event', totals: null }),
  }))
  await renderRoute(address)
  await userEvent.click(await screen.findByRole('button', { name: 'Create quote' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(amountOf(dialog), '10')
  const preview = within(dialog.getByRole('region', { name: 'Preview' }))
  expect((await preview.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    'CheapestClient pays£130.35Cost£118.50Fee£5.93Margin£5.92',
    'Most expensiveClient pays£264.00Cost£240.00Fee£12.00Margin£12.00',
  ])
  // There is no price list to lock.
  expect(dialog.queryByRole('radio', { name: 'Locked' })).toBeNull()
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Hospitality only' }))
  await make(dialog)
  await screen.findByRole('dialog', { name: 'Quote ready' })
  expect(sent[0]?.body).toMatchObject({
    event_id: 17,
    is_vip_listings: 1,
    hold_ids: [],
    price_mode: 'floating',
  })
  expect(sent[0]?.body).not.toHaveProperty('listings')
})

test('[X-QUOTE-04] the basket bar quotes the selected listings except those removed', async () => {
  const sent = mockRoute(quoteCreationRoutes.generate, () => ({ data: wireQuoteDetail() }))
  const dialog = await quoteFromBasket()
  await userEvent.type(amountOf(dialog), '10')
  await userEvent.click(dialog.getByRole('button', { name: 'Remove Block 26 · R 3' }))
  await make(dialog)
  await screen.findByRole('dialog', { name: 'Quote ready' })
  expect(sent[0]?.body).toMatchObject({ listings: [{ listing_id: 'lst_1', quantity: 2 }], hold_ids: [] })
  // Quoted listings are deselected; removed ones stay selected.
  expect(selectedLines().map(({ listing_id }) => listing_id)).toEqual(['lst_2'])
})

test('a listing rejected by the server shows its error in the preview', async () => {
  mockRoute(quoteCreationRoutes.generate, () =>
    errorReply(409, 'Some of these listings cannot be quoted', 'quote.listings_invalid', {
      lines: [{ listing_id: 'lst_1', title: 'Only 1 ticket is left' }],
    }),
  )
  const dialog = await quoteFromRow('Block 25')
  await userEvent.type(amountOf(dialog), '10')
  await make(dialog)
  const offer = within(dialog.getByRole('region', { name: 'Preview' })).getByRole('listitem')
  expect((await within(offer).findByRole('alert')).textContent).toBe('Only 1 ticket is left')
})
