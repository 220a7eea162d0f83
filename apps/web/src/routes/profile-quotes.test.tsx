import type { WireQuoteWhole } from '@terrace/contracts/quote-shapes'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer, fail } from '#web/test/api-server.ts'
import { gbp } from '#web/test/factories.ts'
import {
  wireOfferPart,
  wireQuote,
  wireQuoteOffer,
  wireQuotes,
  wireQuoteWhole,
} from '#web/test/quote-factories.ts'
import { answerShell, renderRoute } from '#web/test/render-route.tsx'

const accepted = wireQuote({
  id: 'qt_2',
  title: 'The whole day',
  client_name: null,
  status: 'Accepted',
  views: { count: 3, first_at: '2031-02-01T13:00:00.000Z', last_at: '2031-02-01T14:30:00.000Z' },
  answer: {
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
  can: { withdraw: false, revive: true, extend: false, edit_commission: false, convert: false },
})

let whole: WireQuoteWhole
beforeEach(() => {
  whole = wireQuoteWhole()
  answerShell()
  answer(quotesRoutes.list, () => wireQuotes(wireQuote(), accepted, expired))
  answer(quotesRoutes.one, () => ({ data: whole }))
})

const open = (rest = '') => renderRoute(`/profile?tab=quotes${rest}`)
const rowOf = async (name: RegExp) => (await screen.findByRole('link', { name })).textContent
const panel = async () => within(await screen.findByRole('region', { name: whole.title }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

test('[X-PROFILE-05] each quote shows client, event, total, what it earns, its views and the time left', async () => {
  await open()
  const first = await rowOf(/Ada Wong/)
  for (const text of ['Active', 'Two by the halfway line', 'Arsenal v Chelsea', '£260.70', '£11.84']) {
    expect(first).toContain(text)
  }
  expect(first).toContain('Not opened yet')
  expect(screen.getByRole('timer', { name: 'Time left of Two by the halfway line' }).textContent).toMatch(
    /^4:59:5\d$/,
  )
  const second = await rowOf(/The whole day/)
  expect(second).toContain('3 views')
  expect(second).toMatch(/first 01 Feb 31, \d\d:00, last 01 Feb 31, \d\d:30/)
  expect(second).toContain('-£4.00')
  expect(await rowOf(/Kim/)).toMatch(/Expired.*since 01 Feb 31, \d\d:00/)
})

test('[X-PROFILE-01] [X-PROFILE-05] words and status narrow the list, stand in the address, and are read from it', async () => {
  const asked = answer(quotesRoutes.list, ({ query }) =>
    query.has('search') ? wireQuotes() : wireQuotes(accepted),
  )
  const router = await open('&status=Accepted')
  await rowOf(/The whole day/)
  expect(asked[0]?.query.get('status')).toBe('Accepted')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search quotes' }), 'lee')
  expect(await screen.findByText('No quotes match')).toBeTruthy()
  expect(router.state.location.search).toEqual({ tab: 'quotes', status: 'Accepted', q: 'lee' })
  await userEvent.click(screen.getByRole('button', { name: 'Show all quotes' }))
  await rowOf(/The whole day/)
  expect(router.state.location.search).toEqual({ tab: 'quotes' })
  expect(asked.at(-1)?.query.has('status')).toBe(false)
})

test('[PROFILE-01] the statuses to choose from are the six of a quote, "Active" and "Declined" standing out', async () => {
  await open()
  await userEvent.click(await screen.findByRole('button', { name: /^Any status/ }))
  const options = await screen.findAllByRole('option')
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

test('nonsense in the address counts as not said', async () => {
  const asked = answer(quotesRoutes.list, () => wireQuotes(accepted))
  await open('&status=Lost')
  await rowOf(/The whole day/)
  expect(asked[0]?.query.has('status')).toBe(false)
})

test('a team without quotes is told how to make one', async () => {
  answer(quotesRoutes.list, () => wireQuotes())
  await open()
  expect(await screen.findByText('No quotes yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Find an event' })).toBeTruthy()
})

test('a list that could not be had says so in its place', async () => {
  let works = false
  answer(quotesRoutes.list, () => (works ? wireQuotes(accepted) : fail(400, 'Not just now')))
  await open()
  expect((await screen.findByRole('alert')).textContent).toContain('Not just now')
  works = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await rowOf(/The whole day/)
})

test('more quotes come page by page', async () => {
  answer(quotesRoutes.list, ({ query }) => {
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

test('[X-QUOTE-27] a quote opens beside the list with its offers and who did what to it, when and why', async () => {
  whole = wireQuoteWhole({
    status: 'Declined',
    answer: {
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
        state: 'gone',
        parts: [wireOfferPart({ cost: null, net: null })],
      }),
      wireQuoteOffer({
        id: 'off_3',
        section: 'Block 27',
        parts: [wireOfferPart({ cost: gbp('120.00') })],
        is_dearer: true,
      }),
    ],
    history: [
      { at: '2031-02-01T13:00:00.000Z', what: 'declined', who: 'Lee', why: 'Too dear' },
      { at: '2031-02-01T12:00:00.000Z', what: 'created', who: 'Jane Miller', why: null },
    ],
  })
  const router = await open()
  await userEvent.click(await screen.findByRole('link', { name: /Ada Wong/ }))
  expect(router.state.location.search).toMatchObject({ tab: 'quotes', quote: 'qt_1' })
  const shown = await panel()
  expect(shown.getByText(/^Declined by Lee, 01 Feb 31/)).toBeTruthy()
  const [first, gone, dearer] = within(shown.getByRole('region', { name: 'Offers' })).getAllByRole('listitem')
  expect(first?.textContent).toContain('£130.35each, to the client')
  expect(first?.textContent).toContain('Net £5.92')
  expect(gone?.textContent).toContain('Gone')
  expect(dearer?.textContent).toContain('Dearer nowCost £120.00, was £118.50')
  const history = within(shown.getByRole('region', { name: 'History' })).getAllByRole('listitem')
  expect(history.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^01 Feb 31, \d\d:00Declined by LeeToo dear$/),
    expect.stringMatching(/^01 Feb 31, \d\d:00Made by Jane Miller$/),
  ])
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(router.state.location.search).toEqual({ tab: 'quotes' }))
})

test('a quote that there is not says so in its place', async () => {
  answer(quotesRoutes.one, () => fail(404, 'This quote does not exist', 'quote.not_found'))
  await open('&quote=qt_9')
  expect(await screen.findByText('There is no such quote')).toBeTruthy()
})

test('only what the server allows can be pressed', async () => {
  whole = wireQuoteWhole({ ...expired, offers: [], history: [] })
  await open('&quote=qt_3')
  const shown = await panel()
  const actions = shown.getAllByRole('button').map(({ ariaLabel, textContent }) => ariaLabel ?? textContent)
  // The frame's own two, of which one is drawn, and what can be done with the quote.
  expect(actions).toEqual(['Back to all quotes', 'Close the quote', 'Revive', 'Copy quote'])
})

test('[X-QUOTE-22] an expired quote is revived for a chosen time', async () => {
  whole = wireQuoteWhole({ ...expired, offers: [], history: [] })
  const sent = answer(quotesRoutes.revive, () => {
    whole = wireQuoteWhole({ id: 'qt_3' })
    return { data: whole }
  })
  await open('&quote=qt_3')
  await userEvent.click((await panel()).getByRole('button', { name: 'Revive' }))
  const asking = await dialog('Revive the quote')
  await userEvent.click(asking.getByRole('button', { name: /Expires in/ }))
  await userEvent.click(await screen.findByRole('option', { name: '6 hours' }))
  await userEvent.click(asking.getByRole('button', { name: 'Revive' }))
  await vi.waitFor(async () => expect((await panel()).getByText('Active')).toBeTruthy())
  expect(sent[0]?.body).toEqual({ quote_expiry: 6 })
  expect(sent[0]?.params['quote_id']).toBe('qt_3')
})

test('extending that is refused says why in its dialog', async () => {
  answer(quotesRoutes.extend, () =>
    fail(409, 'That is not possible with this quote now', 'quote.not_possible'),
  )
  await open('&quote=qt_1')
  await userEvent.click((await panel()).getByRole('button', { name: 'Extend' }))
  const asking = await dialog('Extend the quote')
  await userEvent.click(asking.getByRole('button', { name: 'Extend' }))
  expect((await asking.findByRole('alert')).textContent).toBe('That is not possible with this quote now')
})

test('[X-QUOTE-23] a copy is another quote, which opens in its place; a press repeated is one copy', async () => {
  const sent = answer(quotesRoutes.copy, () => ({ data: wireQuoteWhole({ id: 'qt_7' }) }))
  const router = await open('&quote=qt_1')
  await userEvent.click((await panel()).getByRole('button', { name: 'Copy quote' }))
  await userEvent.click((await dialog('Copy the quote')).getByRole('button', { name: 'Make the copy' }))
  await vi.waitFor(() => expect(router.state.location.search).toMatchObject({ quote: 'qt_7' }))
  expect(sent[0]?.headers.get('idempotency-key')).toBeTruthy()
})

test('[X-QUOTE-24] withdrawing asks first, takes a reason, and cancelling it does nothing', async () => {
  const sent = answer(quotesRoutes.withdraw, () => {
    whole = wireQuoteWhole({ status: 'Withdrawn' })
    return { data: whole }
  })
  await open('&quote=qt_1')
  const press = async () => userEvent.click((await panel()).getByRole('button', { name: 'Withdraw' }))
  const asking = async () => within(await screen.findByRole('alertdialog', { name: 'Withdraw the quote?' }))
  await press()
  await userEvent.click((await asking()).getByRole('button', { name: 'Cancel' }))
  expect(sent).toEqual([])
  await press()
  await userEvent.type((await asking()).getByRole('textbox', { name: 'Reason' }), 'Client has others')
  await userEvent.click((await asking()).getByRole('button', { name: 'Withdraw' }))
  await vi.waitFor(async () => expect((await panel()).getByText('Withdrawn')).toBeTruthy())
  expect(sent.map(({ body }) => body)).toEqual([{ reason: 'Client has others' }])
})

test('the commission is edited, wrong ones are said at the field', async () => {
  const sent = answer(quotesRoutes.changeCommission, () => ({ data: whole }))
  await open('&quote=qt_1')
  await userEvent.click((await panel()).getByRole('button', { name: 'Edit commission' }))
  const asking = await dialog('Edit commission')
  const amount = asking.getByRole('textbox', { name: /^Commission/ })
  await userEvent.clear(amount)
  await userEvent.type(amount, 'ten{Enter}')
  expect(await asking.findByText(/^Must be an amount/)).toBeTruthy()
  await userEvent.click(asking.getByRole('radio', { name: 'A fixed amount a ticket' }))
  await userEvent.clear(amount)
  await userEvent.type(amount, '15.50')
  await userEvent.click(asking.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() =>
    expect(sent.map(({ body }) => body)).toEqual([
      { commission_method: 'fixed', commission_amount: '15.50' },
    ]),
  )
})

test('[X-QUOTE-26] what was bought for the client is said to be, whatever became of the seller’s stock', async () => {
  const offers = [
    wireQuoteOffer({ accepted: 2, bought: 2 }),
    wireQuoteOffer({ id: 'off_2', section: 'Block 11', quantity: 4, accepted: 4, bought: 1, state: 'short' }),
  ]
  answer(quotesRoutes.one, () => ({ data: { ...whole, status: 'Ordered' as const, offers } }))
  await open('&quote=qt_1')
  const shown = within((await panel()).getByRole('region', { name: 'Offers' })).getAllByRole('listitem')
  expect(shown.map((item) => within(item).getByText(/ought$/).textContent)).toEqual([
    'Bought',
    '1 ticket bought',
  ])
})

test('a quote whose link is lost says so in its place, and offers what can still be done', async () => {
  answer(quotesRoutes.one, () => ({ data: { ...whole, slug: null, link: null } }))
  await open('&quote=qt_1')
  const shown = await panel()
  expect(shown.getByText(/The link of this quote can no longer be shown/)).toBeTruthy()
  expect(shown.queryByRole('textbox', { name: 'Link for the client' })).toBeNull()
  expect(shown.queryByRole('button', { name: 'Send by mail' })).toBeNull()
  expect(shown.getByRole('button', { name: 'Copy quote' })).toBeTruthy()
})

test('the link is copied, and a browser that forbids it leaves it selected', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined)
  await open('&quote=qt_1')
  const shown = await panel()
  vi.stubGlobal('navigator', { userAgent: navigator.userAgent, onLine: true, clipboard: { writeText } })
  await userEvent.click(shown.getByRole('button', { name: 'Copy' }))
  expect(await shown.findByText('The link has been copied')).toBeTruthy()
  expect(writeText).toHaveBeenCalledWith(whole.link)
  writeText.mockRejectedValue(new Error('forbidden'))
  await userEvent.click(shown.getByRole('button', { name: 'Copy' }))
  expect(await shown.findByText(/the link is selected/)).toBeTruthy()
  const field = shown.getByRole<HTMLInputElement>('textbox', { name: 'Link for the client' })
  expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe(whole.link)
})

test('a quote is sent by mail to an address of the right form only', async () => {
  const sent = answer(quotesRoutes.send, () => ({ data: whole }))
  await open('&quote=qt_1')
  await userEvent.click((await panel()).getByRole('button', { name: 'Send by mail' }))
  const asking = await dialog('Send the quote')
  const email = asking.getByRole('textbox', { name: 'Email of the client' })
  await userEvent.type(email, 'ada{Enter}')
  expect(asking.getByText('Invalid email address')).toBeTruthy()
  expect(sent).toEqual([])
  await userEvent.type(email, '@client.example')
  await userEvent.click(asking.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('The quote is on its way to ada@client.example')).toBeTruthy()
  expect(sent.map(({ body }) => body)).toEqual([{ email: 'ada@client.example' }])
})

test('a letter that could not be sent says why in its dialog, and the address is still there', async () => {
  answer(quotesRoutes.send, () => fail(503, 'The letter could not be sent', 'mail.failed'))
  await open('&quote=qt_1')
  await userEvent.click((await panel()).getByRole('button', { name: 'Send by mail' }))
  const asking = await dialog('Send the quote')
  const email = asking.getByRole('textbox', { name: 'Email of the client' })
  await userEvent.type(email, 'ada@client.example{Enter}')
  expect(await asking.findByRole('alert')).toBeTruthy()
  expect(email).toHaveProperty('value', 'ada@client.example')
})

test('the commission of an accepted quote cannot be edited, and the panel says why', async () => {
  whole = wireQuoteWhole({
    status: 'Accepted',
    can: { withdraw: true, revive: false, extend: true, edit_commission: false, convert: true },
  })
  await open('&quote=qt_1')
  const shown = await panel()
  expect(shown.getByRole('button', { name: 'Edit commission' })).toHaveProperty('disabled', true)
  expect(shown.getByText('The commission stays as it was when the client accepted.')).toBeTruthy()
})

test('the link is drawn as a QR code, and opens as the client sees it', async () => {
  await open('&quote=qt_1')
  const shown = await panel()
  await userEvent.click(shown.getByRole('button', { name: 'QR code' }))
  const code = await shown.findByRole('img', { name: 'QR code of the link to Two by the halfway line' })
  expect(code.querySelector('path')?.getAttribute('d')?.length).toBeGreaterThan(1000)
  const link = shown.getByRole('link', { name: 'Open as the client sees it' })
  expect(link.getAttribute('href')).toBe(whole.link)
  expect(link.getAttribute('rel')).toBe('noreferrer')
})

test('[X-QUOTE-25] [FORMAT-06] the PDF comes as base64 and opens as an object in a tab of its own', async () => {
  const asked = answer(quotesRoutes.pdf, () => ({
    data: { filename: 'quote.pdf', base64: btoa('%PDF-1.7') },
  }))
  const blobs: Blob[] = []
  URL.createObjectURL = (blob) => {
    if (blob instanceof Blob) blobs.push(blob)
    return 'blob:quote'
  }
  URL.revokeObjectURL = () => undefined
  const replace = vi.fn<(url: string) => void>()
  // Only what is used of a window.
  vi.spyOn(window, 'open').mockReturnValue({ closed: false, location: { replace } } as unknown as Window)
  await open('&quote=qt_1')
  await userEvent.click((await panel()).getByRole('button', { name: 'PDF' }))
  await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('blob:quote'))
  expect(asked[0]?.params['quote_id']).toBe('qt_1')
  expect(await blobs[0]?.text()).toBe('%PDF-1.7')
})
