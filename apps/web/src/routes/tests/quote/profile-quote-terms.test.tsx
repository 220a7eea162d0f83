import type { WireQuoteDetail } from '@terrace/contracts/quote-shapes'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { gbp } from '#web/test/factories.ts'
import { mockRoute } from '#web/test/mock-api.ts'
import { wireOfferPart, wireQuoteDetail, wireQuoteOffer, wireQuotes } from '#web/test/quote-factories.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

/** Alternatives, exchange rates, the broker's own reference and copying offers, in the broker's list and detail. */

let quote: WireQuoteDetail
beforeEach(() => {
  quote = wireQuoteDetail({
    offer_choice: 'one',
    totals: null,
    totals_range: {
      lowest: { quantity: 2, client_total: gbp('412.00'), net_commission: gbp('-3.00') },
      highest: { quantity: 4, client_total: gbp('640.00'), net_commission: gbp('58.00') },
    },
    exchange_rates: [{ currency: 'EUR', rate: '0.8437', date: '2031-02-28' }],
    reference: 'PO 4711',
    internal_note: 'Pays late',
    offers: [wireQuoteOffer(), wireQuoteOffer({ id: 'off_2', listing_id: 'lst_2', section: 'Block 26' })],
  })
  mockShell()
  mockRoute(quotesRoutes.list, () => wireQuotes(quote))
  mockRoute(quotesRoutes.one, () => ({ data: quote }))
})

const panel = async () => {
  await renderRoute('/profile?tab=quotes&quote=qt_1')
  return within(await screen.findByRole('region', { name: quote.title }))
}

test('alternatives show a range in the list and in the detail', async () => {
  await renderRoute('/profile?tab=quotes')
  const listed = (await screen.findByRole('row', { name: /Ada Wong/ })).textContent
  expect(listed).toContain('£412.00–£640.00, one offer')
  expect(listed).toContain('2–4')
  expect(listed).toContain('-£3.00 to £58.00')
})

test('the detail shows rates with their dates, the reference and the internal note', async () => {
  const detail = await panel()
  const total = await detail.findByText('Client pays for one of 2 offers')
  expect(total.nextSibling?.textContent).toBe('£412.00–£640.00€1 = £0.8437, ECB rate from 28-02-2031')
  expect(detail.getByText('Margin', { selector: 'dt' }).nextSibling?.textContent).toBe('-£3.00 to £58.00')
  expect(detail.getByText('Your reference').nextSibling?.textContent).toBe('PO 4711')
  expect(detail.getByText(/^Internal note/).nextSibling?.textContent).toBe('Pays late')
})

test('the reference and the internal note can be changed', async () => {
  const sent = mockRoute(quotesRoutes.changeDetails, ({ body }) => {
    quote = { ...quote, ...Object(body) }
    return { data: quote }
  })
  const detail = await panel()
  await userEvent.click(await detail.findByRole('button', { name: 'Reference and note' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reference and note' }))
  const reference = dialog.getByRole('textbox', { name: 'Your reference' })
  await userEvent.clear(reference)
  await userEvent.type(reference, 'PO 4712')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await detail.findByText('PO 4712')).toBeTruthy()
  expect(sent[0]?.body).toEqual({ reference: 'PO 4712', expected: { reference: 'PO 4711' } })
})

test('a commission below the fee names the loss and asks before it is saved', async () => {
  const sent = mockRoute(quotesRoutes.changeCommission, () => ({ data: quote }))
  const detail = await panel()
  await userEvent.click(await detail.findByRole('button', { name: 'Edit commission' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit commission' }))
  const amount = dialog.getByRole('textbox', { name: /^Commission/ })
  await userEvent.clear(amount)
  await userEvent.type(amount, '4')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Quote below cost?' }))
  // 4 % of 118.50 is 4.74, and the fee 5.93: two tickets of one of the alternatives.
  expect(question.getByText(/You’d lose up to £2\.38\./)).toBeTruthy()
  expect(sent).toEqual([])
  await userEvent.click(question.getByRole('button', { name: 'Save at a loss' }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
})

/** A commission of 4 %, while the fee is 5 %. */
const atALoss = { commission_amount: '4', status: 'Expired' as const }

test.each([
  ['Reopen', 'Reopen quote', 'Reopen', quotesRoutes.reopen],
  ['Copy quote', 'Copy quote', 'Create copy', quotesRoutes.copy],
])('"%s" asks before it offers tickets below cost', async (name, title, confirm, route) => {
  quote = { ...quote, ...atALoss, can: { ...quote.can, reopen: true } }
  const sent = mockRoute(route, () => ({ data: quote }))
  const detail = await panel()
  await userEvent.click(await detail.findByRole('button', { name }))
  const dialog = within(await screen.findByRole('dialog', { name: title }))
  await userEvent.click(dialog.getByRole('button', { name: confirm }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Quote below cost?' }))
  expect(question.getByText(/You’d lose up to £2\.38\./)).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: 'Go back' }))
  expect(sent).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: confirm }))
  await userEvent.click(await screen.findByRole('button', { name: 'Quote at a loss' }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
})

test('a copy is checked at the costs of now, not at those when the panel was opened', async () => {
  const sent = mockRoute(quotesRoutes.copy, () => ({ data: wireQuoteDetail() }))
  quote = { ...quote, price_mode: 'locked' }
  const detail = await panel()
  await userEvent.click(await detail.findByRole('button', { name: 'Copy quote' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Copy quote' }))
  const parts = [wireOfferPart({ quantity: 2, cost: gbp('150.00'), service_fee: gbp('7.50') })]
  quote = { ...quote, offers: [wireQuoteOffer({ parts })] }
  await userEvent.click(dialog.getByRole('button', { name: 'Create copy' }))
  expect(await screen.findByRole('alertdialog', { name: 'Quote below cost?' })).toBeTruthy()
  expect(sent).toEqual([])
})

test('an offer is copied for the client without its cost, and for colleagues with it', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
  const detail = await panel()
  await detail.findByRole('button', { name: 'Copy for client, Block 25 · R 18' })
  vi.stubGlobal('navigator', { userAgent: navigator.userAgent, onLine: true, clipboard: { writeText } })
  await userEvent.click(await detail.findByRole('button', { name: 'Copy for client, Block 25 · R 18' }))
  expect(await detail.findByText('Copied without cost')).toBeTruthy()
  const forClient = writeText.mock.lastCall?.[0]
  expect(forClient).toBe(
    'Arsenal v Chelsea, Sat 08 Mar 31, 17:30, Emirates Stadium, London. Block 25, row 18, Lower tier side, Mobile. 2 tickets at £130.35 each, £260.70 in total.',
  )
  // 118.50 per ticket and 5.93 on it, and the margin.
  for (const amount of ['118.50', '5.93', '5.92']) expect(forClient).not.toContain(amount)
  await userEvent.click(detail.getByRole('button', { name: 'Copy listing with cost, Block 25 · R 18' }))
  expect(await detail.findByText('Copied with cost. Not for clients.')).toBeTruthy()
  expect(writeText.mock.lastCall?.[0]).toContain('cost £118.50, fee £5.93 each')
})
