import { quotePageRoutes, type WireClientQuote } from '@terrace/contracts/quote-page'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import {
  quoteDetailsResponse,
  wireAlternative,
  wireOffer,
  wireClientQuote,
} from '#web/test/quote-page-factories.ts'
import { renderRoute } from '#web/test/render-route.tsx'

const accepted: NonNullable<WireClientQuote['response']> = {
  kind: 'accepted',
  at: '2099-12-01T10:00:00.000Z',
  name: 'Jane Miller',
  offers: [{ offer_id: 'off_2', quantity: 4 }],
  held_until: null,
}

/** The server’s quote; the client’s response changes it. */
let quote: WireClientQuote

beforeEach(() => {
  quote = wireClientQuote()
})

function serve() {
  mockRoute(quotePageRoutes.details, () => quoteDetailsResponse(quote))
  const accepts = mockRoute(quotePageRoutes.accept, ({ body }) => {
    const { name, offers } = body
    quote = { ...quote, status: 'Accepted', response: { ...accepted, name, offers } }
    return quoteDetailsResponse(quote)
  })
  const declines = mockRoute(quotePageRoutes.decline, () => {
    quote = {
      ...quote,
      status: 'Declined',
      response: { ...accepted, kind: 'declined', name: null, offers: [] },
    }
    return quoteDetailsResponse(quote)
  })
  return { accepts, declines }
}

async function open() {
  await renderRoute('/quote/k3J9', { user: null })
  return within(await screen.findByRole('region', { name: 'Your response' }))
}
const choose = (name: string) => userEvent.click(screen.getByRole('checkbox', { name }))
const press = (name: string) => userEvent.click(screen.getAllByRole('button', { name })[0] ?? document.body)
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text)

test('[X-QUOTE-18] "Accept" sends the selected offers, name and email, and the page shows the acceptance', async () => {
  const { accepts } = serve()
  const panel = await open()
  await choose('Club 54, Club level')
  await userEvent.click(
    within(screen.getByRole('radiogroup', { name: 'Tickets in Club 54, row 3' })).getByLabelText('4'),
  )
  await choose('Block 11, Lower tier')
  expect(screen.getByRole('region', { name: 'Your response' }).textContent).toContain('6 tickets£1,346.00')
  await press('Accept these offers')
  expect(panel.getByRole('list', { name: 'Selected offers' }).textContent).toContain(
    'Club 54, row 3 × 4£1,048.00',
  )
  expect(document.activeElement).toBe(screen.getByLabelText('Your name'))
  await type('Your name', 'Jane Miller')
  await type('Email', 'jane@example.com')
  await press('Confirm and accept')

  const heading = await panel.findByRole('heading', { name: 'Accepted' })
  expect(accepts[0]?.body).toEqual({
    slug: 'k3J9',
    name: 'Jane Miller',
    email: 'jane@example.com',
    offers: [
      { offer_id: 'off_2', quantity: 4, price: '262.00' },
      { offer_id: 'off_3', quantity: 2, price: '149.00' },
    ],
  })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(panel.getByText(/Thank you, Jane Miller\. Harbour Box Office has been notified/)).toBeTruthy()
  expect(panel.getByRole('list', { name: 'Accepted offers' }).textContent).toContain('6 tickets£1,346.00')
})

test('[X-QUOTE-18] a missing name or invalid email shows an error at its field and sends nothing', async () => {
  const { accepts } = serve()
  await open()
  await choose('Block 25, Lower tier')
  await press('Accept this offer')
  await press('Confirm and accept')
  expect(await screen.findByText('Name is required')).toBeTruthy()
  expect(screen.getByText('Email address is required')).toBeTruthy()
  await type('Your name', 'Jane')
  await type('Email', 'jane@')
  await press('Confirm and accept')
  expect(await screen.findByText('Must be a valid email address')).toBeTruthy()
  expect(accepts).toEqual([])
})

test('with several offers none is preselected; a single offer is', async () => {
  serve()
  const panel = await open()
  expect(panel.getByText('Nothing selected yet')).toBeTruthy()
  expect(panel.getByRole('button', { name: 'Accept this offer' })).toHaveProperty('disabled', true)
})

test('offers that add up show their common total before any is selected', async () => {
  const offers = [wireOffer({ quantity: 2 }), wireOffer({ id: 'off_2', quantity: 2, section: 'Block 26' })]
  quote = wireClientQuote({ offers })
  serve()
  const panel = await open()
  expect(panel.getByText('All 2 offers: 4 tickets for £544.00. Select those that you want.')).toBeTruthy()
})

test('the common total says when offers are gone', async () => {
  const offers = ['off_1', 'off_2', 'off_3'].map((id) =>
    wireOffer({ id, quantity: 2, section: `Block ${id}` }),
  )
  quote = wireClientQuote({
    offers: offers.map((offer) => (offer.id === 'off_3' ? { ...offer, state: 'unavailable' } : offer)),
  })
  serve()
  const panel = await open()
  expect(panel.getByText(/^All 2 available offers: 4 tickets for £544\.00\./)).toBeTruthy()
})

test('a single offer is preselected and allows only available quantities', async () => {
  quote = wireClientQuote({ offers: [wireOffer({ quantities: [2, 4] })] })
  serve()
  await open()
  const numbers = within(
    screen.getByRole('radiogroup', { name: 'Tickets in Block 25, row 18' }),
  ).getAllByRole<HTMLInputElement>('radio')
  expect(numbers.map(({ value }) => value)).toEqual(['2', '4'])
  expect(screen.getByRole('region', { name: 'Your response' }).textContent).toContain('2 tickets£272.00')
})

test('[X-QUOTE-17] an alternative is accepted by its own id', async () => {
  const alternatives = [wireAlternative({ id: 'off_a', section: 'Block 12' })]
  quote = wireClientQuote({ offers: [wireOffer({ state: 'unavailable', quantities: [], alternatives })] })
  const { accepts } = serve()
  await open()
  await choose('Block 12, Lower tier')
  await press('Accept this offer')
  await type('Your name', 'Jane')
  await type('Email', 'jane@example.com')
  await press('Confirm and accept')
  await screen.findByRole('heading', { name: 'Accepted' })
  expect(accepts[0]?.body).toMatchObject({ offers: [{ offer_id: 'off_a', quantity: 2 }] })
})

test('accepting an unavailable offer shows an error and the current offers', async () => {
  quote = wireClientQuote({ offers: [wireOffer()] })
  serve()
  mockRoute(quotePageRoutes.accept, () => {
    quote = wireClientQuote({ offers: [wireOffer({ state: 'unavailable', quantities: [] })] })
    return errorReply(409, 'Some of your selection is no longer available', 'quote.offers_invalid')
  })
  await open()
  await press('Accept this offer')
  await type('Your name', 'Jane')
  await type('Email', 'jane@example.com')
  await press('Confirm and accept')
  expect(await screen.findByText('Some of your selection is no longer available')).toBeTruthy()
  expect(await screen.findByText('No longer available')).toBeTruthy()
  // The input is kept.
  expect(screen.getByLabelText('Your name')).toHaveProperty('value', 'Jane')
  await press('Back')
  expect(
    screen.getByText('Block 25, row 18 is no longer available and was removed from your selection.'),
  ).toBeTruthy()
})

test('a response lost in transit is resent with the same key and counts once', async () => {
  quote = wireClientQuote({ offers: [wireOffer()] })
  serve()
  let isLost = true
  const accepts = mockRoute(quotePageRoutes.accept, () => {
    if (isLost) return errorReply(503, 'Something went wrong!')
    quote = { ...quote, status: 'Accepted', response: accepted }
    return quoteDetailsResponse(quote)
  })
  await open()
  await press('Accept this offer')
  await type('Your name', 'Jane')
  await type('Email', 'jane@example.com')
  await press('Confirm and accept')
  await screen.findByRole('alert')
  isLost = false
  await press('Confirm and accept')
  await screen.findByRole('heading', { name: 'Accepted' })
  const keys = accepts.map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

test('the client can decline with a reason and reconsider while the quote is open', async () => {
  const { declines } = serve()
  const panel = await open()
  await press('Decline')
  await userEvent.type(screen.getByLabelText('Reason for Harbour Box Office (optional)'), ' Too far up ')
  await press('Decline quote')
  expect(await panel.findByRole('heading', { name: 'Declined' })).toBeTruthy()
  expect(declines[0]?.body).toMatchObject({ slug: 'k3J9', reason: ' Too far up ' })
  expect(screen.queryByRole('checkbox')).toBeNull()
  await press('Reconsider')
  await choose('Block 25, Lower tier')
  expect(panel.getByRole('button', { name: 'Accept this offer' })).toHaveProperty('disabled', false)
})

test('a client who accepted can change the selection or keep it', async () => {
  quote = wireClientQuote({ status: 'Accepted', response: accepted })
  serve()
  const panel = await open()
  expect(panel.getByRole('heading', { name: 'Accepted' })).toBeTruthy()
  await press('Change my response')
  expect(screen.getByRole('checkbox', { name: 'Club 54, Club level' })).toHaveProperty('checked', true)
  await press('Keep my response')
  expect(panel.getByRole('heading', { name: 'Accepted' })).toBeTruthy()
})

test('tickets held for the client show until when', async () => {
  const held = { ...accepted, held_until: '2099-12-01T10:30:00.000Z' }
  quote = wireClientQuote({ status: 'Accepted', response: held })
  serve()
  const panel = await open()
  expect(
    panel.getByText(/^Harbour Box Office holds these tickets for you until 01 Dec 99, \d\d:\d\d\.$/),
  ).toBeTruthy()
})

test('[X-QUOTE-20] an ordered quote shows this and accepts no more responses', async () => {
  quote = wireClientQuote({ status: 'Ordered', is_open: false, response: accepted })
  serve()
  const panel = await open()
  expect(panel.getByRole('heading', { name: 'Tickets ordered' })).toBeTruthy()
  expect(panel.queryByRole('button')).toBeNull()
  expect(panel.queryByRole('timer')).toBeNull()
})

test('going back keeps the input, and each step focuses its heading', async () => {
  serve()
  const panel = await open()
  await choose('Block 25, Lower tier')
  await press('Accept this offer')
  await type('Your name', 'Jane')
  await type('Email', 'jane@example.com')
  await press('Back')
  expect(document.activeElement).toBe(panel.getByRole('heading', { name: /^2 tickets/ }))
  await press('Decline')
  await type('Reason for Harbour Box Office (optional)', 'Too far up')
  await press('Back')
  expect(document.activeElement).toBe(panel.getByRole('heading', { name: /^2 tickets/ }))
  await press('Accept this offer')
  expect(screen.getByLabelText('Your name')).toHaveProperty('value', 'Jane')
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'jane@example.com')
  await press('Back')
  await press('Decline')
  expect(screen.getByLabelText(/^Reason for /)).toHaveProperty('value', 'Too far up')
  await press('Decline quote')
  await panel.findByRole('heading', { name: 'Declined' })
  // An open quote has a button for this instead.
  expect(panel.queryByText(/If you change your mind/)).toBeNull()
  await press('Reconsider')
  expect(document.activeElement).toBe(panel.getByRole('heading', { name: /^2 tickets/ }))
  await press('Keep my response')
  expect(document.activeElement).toBe(panel.getByRole('heading', { name: 'Declined' }))
})

test('a selected offer that moves to an unloaded page stays selected while it exists', async () => {
  quote = wireClientQuote({ scope: 'event' })
  const [first, second, third] = quote.offers
  let shown = [first, second].flatMap((offer) => offer ?? [])
  mockRoute(quotePageRoutes.details, () =>
    quoteDetailsResponse({ ...quote, offers: shown }, { per_page: 2, total: 3 }),
  )
  mockRoute(quotePageRoutes.accept, () =>
    errorReply(409, 'Some of your selection is no longer available', 'quote.offers_invalid', {
      lines: [{ offer_id: 'off_2', code: 'offer.unavailable', quantities: [] }],
    }),
  )
  const panel = await open()
  await choose('Club 54, Club level')
  shown = [first, third].flatMap((offer) => offer ?? [])
  await waitFor(() => {
    window.dispatchEvent(new Event('visibilitychange'))
    expect(screen.getByRole('checkbox', { name: 'Block 11, Lower tier' })).toBeTruthy()
  })
  expect(panel.queryByText(/removed from your selection/)).toBeNull()
  await press('Accept this offer')
  await type('Your name', 'Jane')
  await type('Email', 'jane@example.com')
  await press('Confirm and accept')
  expect(
    await screen.findByText('Your selection is no longer available. Go back and select another offer.'),
  ).toBeTruthy()
  await press('Back')
  expect(
    panel.getByText('Club 54, row 3 is no longer available and was removed from your selection.'),
  ).toBeTruthy()
})

test('on a phone "Decline" and the next step are reachable before a selection', async () => {
  serve()
  const panel = await open()
  const bars = screen.getAllByRole('button', { name: 'Decline' })
  expect(bars).toHaveLength(2)
  await userEvent.click(bars[1] ?? document.body)
  expect(panel.getByRole('form', { name: 'Decline' })).toBeTruthy()
})

test('[X-QUOTE-16] [X-QUOTE-20] accepted offers that became unavailable are named in the response', async () => {
  const unavailable = wireOffer({
    id: 'off_2',
    section: 'Club 54',
    row: '3',
    state: 'unavailable',
    quantities: [],
  })
  quote = wireClientQuote({ status: 'Accepted', response: accepted, offers: [wireOffer(), unavailable] })
  serve()
  const panel = await open()
  expect(panel.getByText('Club 54, row 3 is no longer available. You can select other offers.')).toBeTruthy()
  await press('Change my response')
  expect(panel.queryByText(/no longer available/)).toBeNull()
})

test('[X-QUOTE-16] a closed quote with fewer accepted tickets left names the contact to ask', async () => {
  const short = wireOffer({ id: 'off_2', section: 'Club 54', row: '3', state: 'short', quantities: [1] })
  quote = wireClientQuote({ status: 'Accepted', is_open: false, response: accepted, offers: [short] })
  serve()
  const panel = await open()
  expect(
    panel.getByText(
      'Club 54, row 3 is no longer available in the quantity you accepted. Ask Harbour Box Office for alternatives.',
    ),
  ).toBeTruthy()
})

test('[X-QUOTE-20] the response summary above the offers links to the full response', async () => {
  quote = wireClientQuote({ status: 'Declined', response: { ...accepted, kind: 'declined', offers: [] } })
  serve()
  await open()
  const summary = screen.getByRole('link', { name: 'Declined' })
  const { hash } = new URL(summary.getAttribute('href') ?? '', location.href)
  expect(document.querySelector(hash)).toBe(screen.getByRole('region', { name: 'Your response' }))
  await press('Reconsider')
  expect(screen.queryByRole('link', { name: 'Declined' })).toBeNull()
})
