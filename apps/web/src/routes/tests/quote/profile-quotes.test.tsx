import type { WireQuoteDetail } from '@terrace/contracts/quote-shapes'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeObjectUrls } from '#web/test/fakes/fake-downloads.ts'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { gbp } from '#web/test/factories.ts'
import {
  wireOfferPart,
  wireQuote,
  wireQuoteOffer,
  wireQuotes,
  wireQuoteDetail,
} from '#web/test/quote-factories.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

const accepted = wireQuote({
  id: 'qt_2',
  title: 'The whole day',
  client_name: null,
  status: 'Accepted',
  views: { count: 3, first_at: '2031-02-01T13:00:00.000Z', last_at: '2031-02-01T14:30:00.000Z' },
  response: {
    kind: 'accepted',
    at: '2031-02-01T14:31:00.000Z',
    name: 'Lee Park',
    email: 'lee@client.example',
    reason: null,
  },
  totals: { quantity: 4, client_total: gbp('1040.00'), net_commission: gbp('-4.00') },
})
const expired = wireQuote({
  id: 'qt_3',
  status: 'Expired',
  client_name: 'Kim',
  expires_at: '2031-02-01T15:00:00.000Z',
  can: { withdraw: false, reopen: true, extend: false, edit_commission: false, convert: false },
})

let quoteDetail: WireQuoteDetail
beforeEach(() => {
  quoteDetail = wireQuoteDetail()
  mockShell()
  mockRoute(quotesRoutes.list, () => wireQuotes(wireQuote(), accepted, expired))
  mockRoute(quotesRoutes.one, () => ({ data: quoteDetail }))
  mockRoute(quotesRoutes.recipients, () => ({ data: [] }))
})

const open = (rest = '') => renderRoute(`/profile?tab=quotes${rest}`)
const rowOf = async (name: RegExp) => (await screen.findByRole('row', { name })).textContent
const panel = async () => within(await screen.findByRole('region', { name: quoteDetail.title }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

test('[X-PROFILE-05] each quote shows client, event, total, margin, views and time left', async () => {
  await open()
  const first = await rowOf(/Ada Wong/)
  for (const text of ['Active', 'Two by the halfway line', 'Arsenal v Chelsea', '£260.70', '£11.84']) {
    expect(first).toContain(text)
  }
  expect(first).toContain('Not opened yet')
  expect(screen.getByRole('timer', { name: 'Time left for Two by the halfway line' }).textContent).toMatch(
    /^4:59:5\d$/,
  )
  const second = await rowOf(/The whole day/)
  expect(second).toContain('3 views')
  expect(second).toMatch(/first 01 Feb 31, \d\d:00, last 01 Feb 31, \d\d:30/)
  expect(second).toContain('-£4.00')
  expect(await rowOf(/Kim/)).toMatch(/Expired.*01 Feb 31, \d\d:00/)
})

test('[X-PROFILE-01] [X-PROFILE-05] search text and status filter the list and are kept in the URL', async () => {
  const requests = mockRoute(quotesRoutes.list, ({ query }) =>
    query.has('search') ? wireQuotes() : wireQuotes(accepted),
  )
  const router = await open('&status=Accepted')
  await rowOf(/The whole day/)
  expect(requests[0]?.query.get('status')).toBe('Accepted')
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search quotes' }), 'lee')
  expect(await screen.findByText('No quotes match')).toBeTruthy()
  expect(router.state.location.search).toEqual({ tab: 'quotes', status: 'Accepted', q: 'lee' })
  await userEvent.click(screen.getByRole('button', { name: 'Show all quotes' }))
  await rowOf(/The whole day/)
  expect(router.state.location.search).toEqual({ tab: 'quotes' })
  expect(requests.at(-1)?.query.has('status')).toBe(false)
})

test('[PROFILE-01] the status filter has the six quote statuses and highlights "Active" and "Declined"', async () => {
  await open()
  await userEvent.click(await screen.findByRole('button', { name: /^Any status/ }))
  const options = within(await screen.findByRole('listbox')).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Active',
    'Accepted',
    'Declined',
    'Expired',
    'Withdrawn',
    'Ordered',
  ])
  expect(options[0]?.className).toContain('text-ok')
  expect(options[2]?.className).toContain('text-danger')
})

test('invalid URL parameters are ignored', async () => {
  const requests = mockRoute(quotesRoutes.list, () => wireQuotes(accepted))
  await open('&status=Lost')
  await rowOf(/The whole day/)
  expect(requests[0]?.query.has('status')).toBe(false)
})

test('an empty quote list explains how to create one', async () => {
  mockRoute(quotesRoutes.list, () => wireQuotes())
  await open()
  expect(await screen.findByText('No quotes yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Find an event' })).toBeTruthy()
})

test('a list that fails to load shows an error in place', async () => {
  let isUp = false
  mockRoute(quotesRoutes.list, () => (isUp ? wireQuotes(accepted) : errorReply(400, 'Not just now')))
  await open()
  expect((await screen.findByRole('alert')).textContent).toContain('Not just now')
  isUp = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await rowOf(/The whole day/)
})

test('more quotes load page by page', async () => {
  mockRoute(quotesRoutes.list, ({ query }) => {
    const page = Number(query.get('page'))
    return {
      data: [wireQuote({ id: `qt_${page}`, client_name: `Client ${page}` })],
      meta: { total: 21, page, per_page: 20, last_page: 2 },
    }
  })
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  await rowOf(/Client 2/)
})

test('[X-QUOTE-27] a quote opens next to the list with its offers and history', async () => {
  quoteDetail = wireQuoteDetail({
    status: 'Declined',
    response: {
      kind: 'declined',
      at: '2031-02-01T13:00:00.000Z',
      name: 'Lee',
      email: null,
      reason: 'Too dear',
    },
    offers: [
      wireQuoteOffer(),
      wireQuoteOffer({
        id: 'off_2',
        section: 'Block 26',
        state: 'unavailable',
        parts: [wireOfferPart({ cost: null, net: null })],
      }),
      wireQuoteOffer({
        id: 'off_3',
        section: 'Block 27',
        parts: [wireOfferPart({ cost: gbp('120.00') })],
        price_increased: true,
      }),
    ],
    history: [
      { at: '2031-02-01T13:00:00.000Z', event: 'declined', actor_name: 'Lee', reason: 'Too dear' },
      { at: '2031-02-01T12:00:00.000Z', event: 'created', actor_name: 'Jane Miller', reason: null },
    ],
  })
  const router = await open()
  await userEvent.click(await screen.findByRole('link', { name: /Ada Wong/ }))
  expect(router.state.location.search).toMatchObject({ tab: 'quotes', quote: 'qt_1' })
  const shown = await panel()
  expect(shown.getByText(/^Declined by Lee, 01 Feb 31/)).toBeTruthy()
  const [first, unavailable, pricier] = within(shown.getByRole('region', { name: 'Offers' })).getAllByRole(
    'listitem',
  )
  expect(first?.textContent).toContain('£130.35each, to the client')
  expect(first?.textContent).toContain('Margin £5.92')
  expect(unavailable?.textContent).toContain('Unavailable')
  expect(pricier?.textContent).toContain('Price increasedCost £120.00, was £118.50')
  const history = within(shown.getByRole('region', { name: 'History' })).getAllByRole('listitem')
  expect(history.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^01 Feb 31, \d\d:00Declined by LeeToo dear$/),
    expect.stringMatching(/^01 Feb 31, \d\d:00Created by Jane Miller$/),
  ])
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(router.state.location.search).toEqual({ tab: 'quotes' }))
})

test('a missing quote shows "not found" in place', async () => {
  mockRoute(quotesRoutes.one, () => errorReply(404, 'Quote not found', 'quote.not_found'))
  await open('&quote=qt_9')
  expect(await screen.findByText('Quote not found')).toBeTruthy()
})

test('only actions the server allows are offered', async () => {
  quoteDetail = wireQuoteDetail({ ...expired, offers: [], history: [] })
  await open('&quote=qt_3')
  const shown = await panel()
  const actions = shown.getAllByRole('button').map(({ ariaLabel, textContent }) => ariaLabel ?? textContent)
  // The panel has two navigation buttons, one of them visible, and the quote’s actions.
  const always = ['Copy quote', 'Reference and note']
  expect(actions).toEqual(['Back to all quotes', 'Close the quote', 'Reopen', ...always])
})

test('[X-QUOTE-22] an expired quote can be reopened for a selected time', async () => {
  quoteDetail = wireQuoteDetail({ ...expired, offers: [], history: [] })
  const sent = mockRoute(quotesRoutes.reopen, () => {
    quoteDetail = wireQuoteDetail({ id: 'qt_3' })
    return { data: quoteDetail }
  })
  await open('&quote=qt_3')
  await userEvent.click((await panel()).getByRole('button', { name: 'Reopen' }))
  const openedDialog = await dialog('Reopen quote')
  await userEvent.click(openedDialog.getByRole('button', { name: /Expires in/ }))
  await userEvent.click(await screen.findByRole('option', { name: '6 hours' }))
  await userEvent.click(openedDialog.getByRole('button', { name: 'Reopen' }))
  await vi.waitFor(async () => expect((await panel()).getByText('Active')).toBeTruthy())
  expect(sent[0]?.body).toEqual({ quote_expiry: 6 })
  expect(sent[0]?.params['quote_id']).toBe('qt_3')
})

test('a rejected extension shows the reason in its dialog', async () => {
  mockRoute(quotesRoutes.extend, () =>
    errorReply(409, 'This quote can’t be changed in its current state', 'quote.invalid_state'),
  )
  await open('&quote=qt_1')
  await userEvent.click((await panel()).getByRole('button', { name: 'Extend' }))
  const openedDialog = await dialog('Extend quote')
  await userEvent.click(openedDialog.getByRole('button', { name: 'Extend' }))
  expect((await openedDialog.findByRole('alert')).textContent).toBe(
    'This quote can’t be changed in its current state',
  )
})

test('[X-QUOTE-23] a copy opens in place of the original; a retry creates one copy', async () => {
  const sent = mockRoute(quotesRoutes.copy, () => ({ data: wireQuoteDetail({ id: 'qt_7' }) }))
  const router = await open('&quote=qt_1')
  await userEvent.click((await panel()).getByRole('button', { name: 'Copy quote' }))
  await userEvent.click((await dialog('Copy quote')).getByRole('button', { name: 'Create copy' }))
  await vi.waitFor(() => expect(router.state.location.search).toMatchObject({ quote: 'qt_7' }))
  expect(sent[0]?.headers.get('idempotency-key')).toBeTruthy()
})

test('the commission can be edited; invalid values show errors at the field', async () => {
  const sent = mockRoute(quotesRoutes.changeCommission, () => ({ data: quoteDetail }))
  await open('&quote=qt_1')
  await userEvent.click((await panel()).getByRole('button', { name: 'Edit commission' }))
  const openedDialog = await dialog('Edit commission')
  const amount = openedDialog.getByRole('textbox', { name: /^Commission/ })
  await userEvent.clear(amount)
  await userEvent.type(amount, 'ten{Enter}')
  expect(await openedDialog.findByText(/^Must be an amount/)).toBeTruthy()
  await userEvent.click(openedDialog.getByRole('radio', { name: 'A fixed amount per ticket' }))
  await userEvent.clear(amount)
  await userEvent.type(amount, '15.50')
  await userEvent.click(openedDialog.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() =>
    expect(sent.map(({ body }) => body)).toEqual([
      { commission_method: 'fixed', commission_amount: '15.50' },
    ]),
  )
})

test('[X-QUOTE-26] bought offers show as bought, whatever happens to the seller’s stock', async () => {
  const offers = [
    wireQuoteOffer({ accepted: 2, bought: 2 }),
    wireQuoteOffer({ id: 'off_2', section: 'Block 11', quantity: 4, accepted: 4, bought: 1, state: 'short' }),
  ]
  mockRoute(quotesRoutes.one, () => ({ data: { ...quoteDetail, status: 'Ordered' as const, offers } }))
  await open('&quote=qt_1')
  const shown = within((await panel()).getByRole('region', { name: 'Offers' })).getAllByRole('listitem')
  expect(shown.map((item) => within(item).getByText(/ought$/).textContent)).toEqual([
    'Bought',
    '1 ticket bought',
  ])
})

test('a quote without its link shows this and offers the remaining actions', async () => {
  mockRoute(quotesRoutes.one, () => ({ data: { ...quoteDetail, slug: null, link: null } }))
  await open('&quote=qt_1')
  const shown = await panel()
  expect(shown.getByText(/This quote’s link can no longer be shown/)).toBeTruthy()
  expect(shown.queryByRole('textbox', { name: 'Link for the client' })).toBeNull()
  expect(shown.queryByRole('button', { name: 'Send by email' })).toBeNull()
  expect(shown.getByRole('button', { name: 'Copy quote' })).toBeTruthy()
})

test('the link is copied, or selected when the browser blocks copying', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined)
  await open('&quote=qt_1')
  const shown = await panel()
  vi.stubGlobal('navigator', { userAgent: navigator.userAgent, onLine: true, clipboard: { writeText } })
  await userEvent.click(shown.getByRole('button', { name: 'Copy' }))
  expect(await shown.findByText('Link copied')).toBeTruthy()
  expect(writeText).toHaveBeenCalledWith(quoteDetail.link)
  writeText.mockRejectedValue(new Error('forbidden'))
  await userEvent.click(shown.getByRole('button', { name: 'Copy' }))
  expect(await shown.findByText(/The link is selected/)).toBeTruthy()
  const field = shown.getByRole<HTMLInputElement>('textbox', { name: 'Link for the client' })
  expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe(quoteDetail.link)
})

test('a quote is sent only to a valid email address', async () => {
  const sent = mockRoute(quotesRoutes.send, () => ({ data: quoteDetail }))
  await open('&quote=qt_1')
  await userEvent.click((await panel()).getByRole('button', { name: 'Send by email' }))
  const openedDialog = await dialog('Send quote')
  const email = openedDialog.getByRole('textbox', { name: 'Client’s email' })
  await userEvent.type(email, 'ada{Enter}')
  expect(openedDialog.getByText('Invalid email address')).toBeTruthy()
  expect(sent).toEqual([])
  await userEvent.type(email, '@client.example')
  await userEvent.click(openedDialog.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Quote sent to ada@client.example')).toBeTruthy()
  expect(sent.map(({ body }) => body)).toEqual([{ email: 'ada@client.example' }])
})

test('an email that fails to send shows the reason in its dialog and keeps the address', async () => {
  mockRoute(quotesRoutes.send, () => errorReply(503, 'The email could not be sent', 'server.busy'))
  await open('&quote=qt_1')
  await userEvent.click((await panel()).getByRole('button', { name: 'Send by email' }))
  const openedDialog = await dialog('Send quote')
  const email = openedDialog.getByRole('textbox', { name: 'Client’s email' })
  await userEvent.type(email, 'ada@client.example{Enter}')
  expect(await openedDialog.findByRole('alert')).toBeTruthy()
  expect(email).toHaveProperty('value', 'ada@client.example')
})

test('the commission of an accepted quote is read-only, and the panel gives the reason', async () => {
  quoteDetail = wireQuoteDetail({
    status: 'Accepted',
    can: { withdraw: true, reopen: false, extend: true, edit_commission: false, convert: true },
  })
  await open('&quote=qt_1')
  const shown = await panel()
  expect(shown.getByRole('button', { name: 'Edit commission' })).toHaveProperty('disabled', true)
  expect(shown.getByText('The commission can’t be changed after the client has accepted.')).toBeTruthy()
})

test('the link shows as a QR code and opens the client’s view', async () => {
  await open('&quote=qt_1')
  const shown = await panel()
  await userEvent.click(shown.getByRole('button', { name: 'QR code' }))
  const code = await shown.findByRole('img', { name: 'QR code for Two by the halfway line' })
  expect(code.querySelector('path')?.getAttribute('d')?.length).toBeGreaterThan(1000)
  const link = shown.getByRole('link', { name: 'View as client' })
  expect(link.getAttribute('href')).toBe(quoteDetail.link)
  expect(link.getAttribute('rel')).toBe('noreferrer')
})

test('[X-QUOTE-25] [FORMAT-06] the PDF arrives as base64 and opens in its own tab', async () => {
  const requests = mockRoute(quotesRoutes.pdf, () => ({
    data: { filename: 'quote.pdf', base64: btoa('%PDF-1.7') },
  }))
  const blobs = fakeObjectUrls()
  const replace = vi.fn<(url: string) => void>()
  // Mocks only the parts of the window that the page uses.
  vi.spyOn(window, 'open').mockReturnValue({ closed: false, location: { replace } } as unknown as Window)
  await open('&quote=qt_1')
  await userEvent.click((await panel()).getByRole('button', { name: 'PDF' }))
  await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('blob:file-1'))
  expect(requests[0]?.params['quote_id']).toBe('qt_1')
  expect(await blobs[0]?.text()).toBe('%PDF-1.7')
})
