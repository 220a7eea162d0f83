import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { holdsRoutes } from '@terrace/contracts/holds'
import { listingsRoutes } from '@terrace/contracts/listings'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { quoteDurations } from '@terrace/domain/quote-durations'
import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { selectedLines } from '#web/features/holds/selection.ts'
import { answer, fail } from '#web/test/api-server.ts'
import { gbp, wireEvent } from '#web/test/factories.ts'
import { wireFacets } from '#web/test/feed-facets.ts'
import { wireQuoteWhole } from '#web/test/quote-factories.ts'
import { answerShell, renderRoute } from '#web/test/render-route.tsx'
import { wireBasket, wireFeed, wireHold, wireListing, wirePlan } from '#web/test/stock-factories.ts'

const address = '/tickets/arsenal-v-chelsea/17'
const cheap = wireListing()
const dear = wireListing({ id: 'lst_2', section: 'Block 26', row: '3', proceed_price: gbp('240.00') })
const perEuro = (amount: string) => ({ amount, currency: 'EUR' })

beforeEach(() => {
  answerShell()
  answer(catalogueRoutes.event, () => ({ data: wireEvent() }))
  answer(catalogueRoutes.seatingPlan, () => ({ data: wirePlan() }))
  answer(listingsRoutes.feed, ({ query }) => {
    const ids = query.getAll('listing_id[]')
    const found = [cheap, dear].filter(({ id }) => ids.length === 0 || ids.includes(id))
    if (query.get('target_currency') !== 'EUR') return wireFeed(found, { facets: wireFacets(found) })
    const euros = found.map((listing) => ({ ...listing, proceed_price: perEuro('140.00') }))
    return wireFeed(euros, { currency: 'EUR' })
  })
})

const row = (section: string) => screen.findByRole('row', { name: new RegExp(`^${section}`) })

/** The dialog as the key of a row opens it. */
async function quoteRow(section: string) {
  await renderRoute(address)
  const quoted = await row(section)
  quoted.focus()
  await userEvent.keyboard('q')
  return within(await screen.findByRole('dialog', { name: 'Quote Arsenal v Chelsea' }))
}

type Dialog = Awaited<ReturnType<typeof quoteRow>>
const amountOf = (dialog: Dialog) => dialog.getByRole('textbox', { name: /^Commission/ })
const make = (dialog: Dialog) => userEvent.click(dialog.getByRole('button', { name: 'Make the quote' }))

test('[QUOTE-02] [QUOTE-03] [QUOTE-04] [QUOTE-05] by keyboard alone a quote of a row is made: Q, client, commission, Enter', async () => {
  const sent = answer(quotesRoutes.generate, () => ({ data: wireQuoteWhole() }))
  const dialog = await quoteRow('Block 25')
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('client_name'))
  await userEvent.keyboard('Ada Wong')
  await userEvent.type(amountOf(dialog), '10')
  dialog.getByRole('button', { name: 'Make the quote' }).focus()
  await userEvent.keyboard('{Enter}')
  const ready = within(await screen.findByRole('dialog', { name: 'The quote is ready' }))
  expect(ready.getByRole<HTMLInputElement>('textbox').value).toBe(wireQuoteWhole().link)
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

test('the preview adds up what the client pays, cost, fee and net margin, and follows the quantity', async () => {
  const dialog = await quoteRow('Block 25')
  const preview = within(dialog.getByRole('region', { name: 'Preview' }))
  // Nothing typed yet is no commission.
  expect((await preview.findByRole('listitem')).textContent).toContain('Client pays£118.50')
  await userEvent.type(amountOf(dialog), '10')
  expect((await preview.findByRole('listitem')).textContent).toContain(
    'Client pays£130.35Cost£118.50Fee£5.93Net£5.92',
  )
  const sums = () => preview.getByLabelText('In sum').textContent
  expect(sums()).toBe('Cost of 2 tickets£237.00Service fee£11.86Net margin£11.84Client pays£260.70')
  // The same in short beside the buttons, for a phone.
  expect(dialog.getByText(/^Client pays/, { selector: 'p' }).textContent).toBe(
    'Client pays £260.70 · net £11.84',
  )
  await userEvent.click(preview.getByRole('radio', { name: '4' }))
  expect(sums()).toBe('Cost of 4 tickets£474.00Service fee£23.72Net margin£23.68Client pays£521.40')
})

test('a commission that does not cover the fee is warned of, and can be sent all the same', async () => {
  const sent = answer(quotesRoutes.generate, () => ({ data: wireQuoteWhole() }))
  const dialog = await quoteRow('Block 25')
  await userEvent.click(dialog.getByRole('radio', { name: 'A fixed amount a ticket' }))
  await dialog.findByText('Net margin')
  // Nothing is too low before it is said.
  expect(dialog.queryByText(/does not cover/)).toBeNull()
  await userEvent.type(amountOf(dialog), '5')
  expect(await dialog.findByText(/does not cover the service fee.*£0\.93 a ticket/)).toBeTruthy()
  await make(dialog)
  await screen.findByRole('dialog', { name: 'The quote is ready' })
  expect(sent[0]?.body).toMatchObject({ commission_method: 'fixed', commission_amount: '5' })
})

test('another currency is the feed’s own figure, not one reckoned here', async () => {
  const dialog = await quoteRow('Block 25')
  await userEvent.type(amountOf(dialog), '10')
  await userEvent.click(dialog.getByRole('button', { name: /Currency/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'EUR' }))
  const preview = within(dialog.getByRole('region', { name: 'Preview' }))
  expect(await preview.findByText('€154.00')).toBeTruthy()
  expect(preview.getByLabelText('In sum').textContent).toContain('Client pays€308.00')
})

test('[QUOTE-06] [QUOTE-07] twelve durations can be chosen, from "2 hours" to "24 hours"', async () => {
  const dialog = await quoteRow('Block 25')
  await userEvent.click(dialog.getByRole('button', { name: /Expires in/ }))
  const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(offered).toEqual(quoteDurations.map((hours) => `${hours} hours`))
  expect(offered).toHaveLength(12)
})

test('a double click makes one quote', async () => {
  const sent = answer(quotesRoutes.generate, async () => {
    await new Promise((resolve) => setTimeout(resolve, 50))
    return { data: wireQuoteWhole() }
  })
  const dialog = await quoteRow('Block 25')
  await userEvent.type(amountOf(dialog), '10')
  const button = dialog.getByRole('button', { name: 'Make the quote' })
  fireEvent.click(button)
  fireEvent.click(button)
  await screen.findByRole('dialog', { name: 'The quote is ready' })
  expect(sent).toHaveLength(1)
  expect(sent[0]?.headers.get('idempotency-key')).toBeTruthy()
})

test('a press that is repeated after a lost answer goes with the same key', async () => {
  let works = false
  const sent = answer(quotesRoutes.generate, () => (works ? { data: wireQuoteWhole() } : fail(502, 'Away')))
  const dialog = await quoteRow('Block 25')
  await userEvent.type(amountOf(dialog), '10')
  await make(dialog)
  expect((await dialog.findByRole('alert')).textContent).toBe('Away')
  works = true
  await make(dialog)
  await screen.findByRole('dialog', { name: 'The quote is ready' })
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
})

test('what is wrong stands at its field, before and after it was sent, and nothing typed is lost', async () => {
  const sent = answer(quotesRoutes.generate, () =>
    fail(422, 'Please check what you entered', 'validation.failed', {
      fields: { client_name: ['must be at most 100 characters'] },
    }),
  )
  const dialog = await quoteRow('Block 25')
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
  const client = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Client' })
  await userEvent.type(client, 'Ada')
  await userEvent.type(dialog.getByRole('textbox', { name: 'Note to the client' }), 'Side by side')
  await make(dialog)
  expect(await dialog.findByText('Must be at most 100 characters')).toBeTruthy()
  expect(dialog.queryByText('Please check what you entered')).toBeNull()
  expect(client.value).toBe('Ada')
  expect(dialog.getByDisplayValue('Side by side')).toBeTruthy()
})

test('closed and asked for again, the dialog goes on with what was typed', async () => {
  const dialog = await quoteRow('Block 25')
  await userEvent.type(dialog.getByRole('textbox', { name: 'Client' }), 'Ada Wong')
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Quote, Block 25' }))
  expect(await screen.findByDisplayValue('Ada Wong')).toBeTruthy()
})

test('[X-QUOTE-03] [QUOTE-05] "Quote the event" offers all of it, or its hospitality only', async () => {
  const sent = answer(quotesRoutes.generate, () => ({
    data: wireQuoteWhole({ scope: 'event', totals: null }),
  }))
  await renderRoute(address)
  await userEvent.click(await screen.findByRole('button', { name: 'Quote the event' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(amountOf(dialog), '10')
  const preview = within(dialog.getByRole('region', { name: 'Preview' }))
  expect((await preview.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    'CheapestClient pays£130.35Cost£118.50Fee£5.93Net£5.92',
    'DearestClient pays£264.00Cost£240.00Fee£12.00Net£12.00',
  ])
  // It has no list of prices to lock.
  expect(dialog.queryByRole('radio', { name: 'Locked' })).toBeNull()
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Hospitality only' }))
  await make(dialog)
  await screen.findByRole('dialog', { name: 'The quote is ready' })
  expect(sent[0]?.body).toMatchObject({
    event_id: 17,
    is_vip_listings: 1,
    hold_ids: [],
    price_mode: 'floating',
  })
  expect(sent[0]?.body).not.toHaveProperty('listings')
})

test('[X-QUOTE-04] what is selected is quoted from the basket bar, less what is taken out', async () => {
  const sent = answer(quotesRoutes.generate, () => ({ data: wireQuoteWhole() }))
  await renderRoute(address)
  for (const section of ['Block 25', 'Block 26']) {
    await userEvent.click(within(await row(section)).getByRole('checkbox'))
  }
  const basket = within(screen.getByRole('region', { name: 'Basket' }))
  await userEvent.click(basket.getAllByRole('button', { name: 'Quote' })[0] ?? document.body)
  const dialog = within(await screen.findByRole('dialog', { name: 'Quote Arsenal v Chelsea' }))
  await userEvent.type(amountOf(dialog), '10')
  await userEvent.click(dialog.getByRole('button', { name: 'Take out Block 26 · R 3' }))
  await make(dialog)
  await screen.findByRole('dialog', { name: 'The quote is ready' })
  expect(sent[0]?.body).toMatchObject({ listings: [{ listing_id: 'lst_1', quantity: 2 }], hold_ids: [] })
  // What was offered is not selected any more; what was taken out is.
  expect(selectedLines().map(({ listing_id }) => listing_id)).toEqual(['lst_2'])
})

test('[X-QUOTE-05] [QUOTE-04] what is held is the offer, at its frozen price', async () => {
  answer(holdsRoutes.list, () => wireBasket(wireHold({ price: gbp('100.00'), service_fee: gbp('5.00') })))
  const sent = answer(quotesRoutes.generate, () => ({ data: wireQuoteWhole({ scope: 'holds' }) }))
  await renderRoute(address)
  const basket = within(await screen.findByRole('region', { name: 'Basket' }))
  await userEvent.click(basket.getAllByRole('button', { name: 'Quote' })[0] ?? document.body)
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(amountOf(dialog), '10')
  expect(dialog.getByLabelText('In sum').textContent).toContain('Client pays£220.00')
  await make(dialog)
  await screen.findByRole('dialog', { name: 'The quote is ready' })
  expect(sent[0]?.body).toMatchObject({ hold_ids: ['hld_1'] })
  expect(sent[0]?.body).not.toHaveProperty('listings')
})

test('[X-QUOTE-05] in another currency what is held is shown at what the quote will be made of, not at what the seller asks by now', async () => {
  answer(holdsRoutes.list, () => wireBasket(wireHold({ price: gbp('100.00'), service_fee: gbp('5.00') })))
  const asked = answer(quotesRoutes.heldCosts, () => ({
    data: [{ hold_id: 'hld_1', cost: perEuro('118.00'), service_fee: perEuro('5.90') }],
  }))
  await renderRoute(address)
  const basket = within(await screen.findByRole('region', { name: 'Basket' }))
  await userEvent.click(basket.getAllByRole('button', { name: 'Quote' })[0] ?? document.body)
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(amountOf(dialog), '10')
  await userEvent.click(dialog.getByRole('button', { name: /Currency/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'EUR' }))
  const preview = within(dialog.getByRole('region', { name: 'Preview' }))
  expect(await preview.findByText('€129.80')).toBeTruthy()
  expect(preview.getByLabelText('In sum').textContent).toContain('Client pays€259.60')
  expect(asked[0]?.query.get('currency_to_display')).toBe('EUR')
})

test('an offer that the server refuses is named where it stands', async () => {
  answer(quotesRoutes.generate, () =>
    fail(409, 'Some of these listings cannot be quoted', 'quote.listings_refused', {
      lines: [{ listing_id: 'lst_1', title: 'Only 1 ticket is left' }],
    }),
  )
  const dialog = await quoteRow('Block 25')
  await userEvent.type(amountOf(dialog), '10')
  await make(dialog)
  const offer = within(dialog.getByRole('region', { name: 'Preview' })).getByRole('listitem')
  expect((await within(offer).findByRole('alert')).textContent).toBe('Only 1 ticket is left')
})
