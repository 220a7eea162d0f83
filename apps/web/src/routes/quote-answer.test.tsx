import { quotePageRoutes, type WireVisitorQuote } from '@terrace/contracts/quote-page'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { answer, fail } from '#web/test/api-server.ts'
import { quoteAnswer, wireAlternative, wireOffer, wireVisitorQuote } from '#web/test/quote-page-factories.ts'
import { renderRoute } from '#web/test/render-route.tsx'

const accepted: NonNullable<WireVisitorQuote['answer']> = {
  kind: 'accepted',
  at: '2099-12-01T10:00:00.000Z',
  name: 'Jane Miller',
  offers: [{ offer_id: 'off_2', quantity: 4 }],
  held_until: null,
}

/** The quote as the server has it; an answer of the visitor changes it. */
let quote: WireVisitorQuote

beforeEach(() => {
  quote = wireVisitorQuote()
})

function serve() {
  answer(quotePageRoutes.details, () => quoteAnswer(quote))
  const accepts = answer(quotePageRoutes.accept, ({ body }) => {
    const { name, offers } = body
    quote = { ...quote, status: 'Accepted', answer: { ...accepted, name, offers } }
    return quoteAnswer(quote)
  })
  const declines = answer(quotePageRoutes.decline, () => {
    quote = {
      ...quote,
      status: 'Declined',
      answer: { ...accepted, kind: 'declined', name: null, offers: [] },
    }
    return quoteAnswer(quote)
  })
  return { accepts, declines }
}

async function open() {
  await renderRoute('/quote/k3J9', { user: null })
  return within(await screen.findByRole('region', { name: 'Your answer' }))
}
const choose = (name: string) => userEvent.click(screen.getByRole('checkbox', { name }))
const press = (name: string) => userEvent.click(screen.getAllByRole('button', { name })[0] ?? document.body)
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text)

test('[X-QUOTE-18] "Accept" takes the chosen offers, name and e-mail, and the page says what was accepted', async () => {
  const { accepts } = serve()
  const panel = await open()
  await choose('Club 54, Club level')
  await userEvent.click(
    within(screen.getByRole('radiogroup', { name: 'Tickets of Club 54, row 3' })).getByLabelText('4'),
  )
  await choose('Block 11, Lower tier')
  expect(screen.getByRole('region', { name: 'Your answer' }).textContent).toContain('6 tickets£1,346.00')
  await press('Accept these offers')
  expect(panel.getByRole('list', { name: 'What you accept' }).textContent).toContain(
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
  expect(panel.getByText(/Thank you, Jane Miller\. Harbour Box Office knows/)).toBeTruthy()
  expect(panel.getByRole('list', { name: 'What you accepted' }).textContent).toContain('6 tickets£1,346.00')
})

test('[X-QUOTE-18] without a name or with half an address nothing is sent, and each field says what is wrong', async () => {
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

test('of several offers none is chosen for the client; the only one is', async () => {
  serve()
  const panel = await open()
  expect(panel.getByText('Nothing chosen yet')).toBeTruthy()
  expect(panel.getByRole('button', { name: 'Accept this offer' })).toHaveProperty('disabled', true)
})

test('the only offer is chosen, and only numbers that may be had can be', async () => {
  quote = wireVisitorQuote({ offers: [wireOffer({ quantities: [2, 4] })] })
  serve()
  await open()
  const numbers = within(
    screen.getByRole('radiogroup', { name: 'Tickets of Block 25, row 18' }),
  ).getAllByRole<HTMLInputElement>('radio')
  expect(numbers.map(({ value }) => value)).toEqual(['2', '4'])
  expect(screen.getByRole('region', { name: 'Your answer' }).textContent).toContain('2 tickets£272.00')
})

test('[X-QUOTE-17] an alternative is accepted by its own id', async () => {
  const alternatives = [wireAlternative({ id: 'off_a', section: 'Block 12' })]
  quote = wireVisitorQuote({ offers: [wireOffer({ state: 'gone', quantities: [], alternatives })] })
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

test('an offer that was gone when it was accepted is refused in place, and the page shows how it is now', async () => {
  quote = wireVisitorQuote({ offers: [wireOffer()] })
  serve()
  answer(quotePageRoutes.accept, () => {
    quote = wireVisitorQuote({ offers: [wireOffer({ state: 'gone', quantities: [] })] })
    return fail(409, 'Some of these tickets have just gone', 'quote.offers_refused')
  })
  await open()
  await press('Accept this offer')
  await type('Your name', 'Jane')
  await type('Email', 'jane@example.com')
  await press('Confirm and accept')
  expect(await screen.findByText('Some of these tickets have just gone')).toBeTruthy()
  expect(await screen.findByText('No longer available')).toBeTruthy()
  // What was typed is not lost with it.
  expect(screen.getByLabelText('Your name')).toHaveProperty('value', 'Jane')
  await press('Back')
  expect(screen.getByText('Block 25, row 18 has gone and is no longer chosen.')).toBeTruthy()
})

test('an answer whose way was lost is sent again with the same key, so that it counts once', async () => {
  quote = wireVisitorQuote({ offers: [wireOffer()] })
  serve()
  let isLost = true
  const accepts = answer(quotePageRoutes.accept, () => {
    if (isLost) return fail(503, 'Something went wrong!')
    quote = { ...quote, status: 'Accepted', answer: accepted }
    return quoteAnswer(quote)
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

test('the client can decline and say why, and think again while the quote is open', async () => {
  const { declines } = serve()
  const panel = await open()
  await press('Decline')
  await userEvent.type(screen.getByLabelText('Tell Harbour Box Office why, if you like'), ' Too far up ')
  await press('Decline this quote')
  expect(await panel.findByRole('heading', { name: 'Declined' })).toBeTruthy()
  expect(declines[0]?.body).toMatchObject({ slug: 'k3J9', reason: ' Too far up ' })
  expect(screen.queryByRole('checkbox')).toBeNull()
  await press('Think again')
  await choose('Block 25, Lower tier')
  expect(panel.getByRole('button', { name: 'Accept this offer' })).toHaveProperty('disabled', false)
})

test('who has accepted can choose anew from what was accepted, or keep to it', async () => {
  quote = wireVisitorQuote({ status: 'Accepted', answer: accepted })
  serve()
  const panel = await open()
  expect(panel.getByRole('heading', { name: 'Accepted' })).toBeTruthy()
  await press('Change my answer')
  expect(screen.getByRole('checkbox', { name: 'Club 54, Club level' })).toHaveProperty('checked', true)
  await press('Keep my answer')
  expect(panel.getByRole('heading', { name: 'Accepted' })).toBeTruthy()
})

test('tickets that are set aside say until when', async () => {
  const held = { ...accepted, held_until: '2099-12-01T10:30:00.000Z' }
  quote = wireVisitorQuote({ status: 'Accepted', answer: held })
  serve()
  const panel = await open()
  expect(
    panel.getByText(/^Harbour Box Office keeps these tickets for you until 01 Dec 99, \d\d:\d\d\.$/),
  ).toBeTruthy()
})

test('[X-QUOTE-20] an ordered quote says so and takes no more answers', async () => {
  quote = wireVisitorQuote({ status: 'Ordered', is_open: false, answer: accepted })
  serve()
  const panel = await open()
  expect(panel.getByRole('heading', { name: 'Tickets ordered' })).toBeTruthy()
  expect(panel.queryByRole('button')).toBeNull()
  expect(panel.queryByRole('timer')).toBeNull()
})

test('what was typed is still there after a look back, and each step has the focus at its heading', async () => {
  serve()
  const panel = await open()
  await choose('Block 25, Lower tier')
  await press('Accept this offer')
  await type('Your name', 'Jane')
  await type('Email', 'jane@example.com')
  await press('Back')
  expect(document.activeElement).toBe(panel.getByRole('heading', { name: /^2 tickets/ }))
  await press('Decline')
  await type('Tell Harbour Box Office why, if you like', 'Too far up')
  await press('Back')
  expect(document.activeElement).toBe(panel.getByRole('heading', { name: /^2 tickets/ }))
  await press('Accept this offer')
  expect(screen.getByLabelText('Your name')).toHaveProperty('value', 'Jane')
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'jane@example.com')
  await press('Back')
  await press('Decline')
  expect(screen.getByLabelText(/why, if you like/)).toHaveProperty('value', 'Too far up')
  await press('Decline this quote')
  await panel.findByRole('heading', { name: 'Declined' })
  // While it is open there is a button for that.
  expect(panel.queryByText(/If you change your mind/)).toBeNull()
  await press('Think again')
  expect(document.activeElement).toBe(panel.getByRole('heading', { name: /^2 tickets/ }))
  await press('Keep my answer')
  expect(document.activeElement).toBe(panel.getByRole('heading', { name: 'Declined' }))
})

test('a chosen offer that moved to a page not loaded yet stays chosen until the server says that it is gone', async () => {
  quote = wireVisitorQuote({ scope: 'event' })
  const [first, second, third] = quote.offers
  let shown = [first, second].flatMap((offer) => offer ?? [])
  answer(quotePageRoutes.details, () => quoteAnswer({ ...quote, offers: shown }, { per_page: 2, total: 3 }))
  answer(quotePageRoutes.accept, () =>
    fail(409, 'Some of these tickets have just gone', 'quote.offers_refused', {
      lines: [{ offer_id: 'off_2', code: 'offer.gone', quantities: [] }],
    }),
  )
  const panel = await open()
  await choose('Club 54, Club level')
  shown = [first, third].flatMap((offer) => offer ?? [])
  await waitFor(() => {
    window.dispatchEvent(new Event('visibilitychange'))
    expect(screen.getByRole('checkbox', { name: 'Block 11, Lower tier' })).toBeTruthy()
  })
  expect(panel.queryByText(/no longer chosen/)).toBeNull()
  await press('Accept this offer')
  await type('Your name', 'Jane')
  await type('Email', 'jane@example.com')
  await press('Confirm and accept')
  expect(
    await screen.findByText('What you had chosen is gone. Go back to choose something else.'),
  ).toBeTruthy()
  await press('Back')
  expect(panel.getByText('Club 54, row 3 has gone and is no longer chosen.')).toBeTruthy()
})

test('on a phone no and the way on are in reach before anything is chosen', async () => {
  serve()
  const panel = await open()
  const bars = screen.getAllByRole('button', { name: 'Decline' })
  expect(bars).toHaveLength(2)
  await userEvent.click(bars[1] ?? document.body)
  expect(panel.getByRole('form', { name: 'Decline' })).toBeTruthy()
})

test('[X-QUOTE-16] [X-QUOTE-20] what was accepted and has gone since is said with the answer, not only struck out', async () => {
  const gone = wireOffer({ id: 'off_2', section: 'Club 54', row: '3', state: 'gone', quantities: [] })
  quote = wireVisitorQuote({ status: 'Accepted', answer: accepted, offers: [wireOffer(), gone] })
  serve()
  const panel = await open()
  expect(panel.getByText('Club 54, row 3 is no longer available. You can choose again.')).toBeTruthy()
  await press('Change my answer')
  expect(panel.queryByText(/no longer available/)).toBeNull()
})

test('[X-QUOTE-16] of what was accepted fewer are left, and nobody can answer any more: the client is told whom to ask', async () => {
  const short = wireOffer({ id: 'off_2', section: 'Club 54', row: '3', state: 'short', quantities: [1] })
  quote = wireVisitorQuote({ status: 'Accepted', is_open: false, answer: accepted, offers: [short] })
  serve()
  const panel = await open()
  expect(
    panel.getByText(
      'Club 54, row 3 is no longer available as it is in your answer. Ask Harbour Box Office what there is instead.',
    ),
  ).toBeTruthy()
})

test('[X-QUOTE-20] above the offers stands what was answered, and leads to the answer in full', async () => {
  quote = wireVisitorQuote({ status: 'Declined', answer: { ...accepted, kind: 'declined', offers: [] } })
  serve()
  await open()
  const brief = screen.getByRole('link', { name: 'Declined' })
  const { hash } = new URL(brief.getAttribute('href') ?? '', location.href)
  expect(document.querySelector(hash)).toBe(screen.getByRole('region', { name: 'Your answer' }))
  await press('Think again')
  expect(screen.queryByRole('link', { name: 'Declined' })).toBeNull()
})
