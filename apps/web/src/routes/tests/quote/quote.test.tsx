import { quotePageRoutes, type WireClientQuote } from '@terrace/contracts/quote-page'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import {
  quoteDetailsResponse,
  threeOffers,
  wireAlternative,
  wireOffer,
  wireOverview,
  wireClientQuote,
} from '#web/test/quote-page-factories.ts'
import { renderRoute } from '#web/test/render-route.tsx'
import { testEnv } from '#web/test/test-env.ts'

const otherOriginEnv = { ...testEnv, site_origins: ['https://trade.example'] }

const mockQuote = (values: Partial<WireClientQuote> = {}) =>
  mockRoute(quotePageRoutes.details, () => quoteDetailsResponse(wireClientQuote(values)))
const open = (address = '/quote/k3J9', env: typeof testEnv | typeof otherOriginEnv = testEnv) =>
  renderRoute(address, { user: null, env })
const visibleOffers = async () =>
  within(await screen.findByRole('list', { name: 'Offers' }))
    .getAllByRole<HTMLInputElement>('checkbox')
    .map((box) => box.labels?.[0]?.textContent)

test.each([
  ['[X-QUOTE-10] a trade site', '/quote/k3J9', testEnv],
  ['[ROUTE-18] [X-QUOTE-11] another origin', '/k3J9', otherOriginEnv],
])(
  '[QUOTE-01] [ROUTE-20] on %s a client sees the quote of %s without logging in',
  async (_, address, env) => {
    const requests = mockQuote()
    const router = await open(address, env)
    expect(
      await screen.findByRole('heading', { name: 'Arsenal FC v Manchester United FC', level: 1 }),
    ).toBeTruthy()
    expect(requests[0]?.body).toMatchObject({ slug: 'k3J9' })
    expect(router.state.location.href).toBe(address)
    expect(await visibleOffers()).toEqual([
      'Block 25, Lower tier',
      'Club 54, Club level',
      'Block 11, Lower tier',
    ])
    expect(document.title).toBe('Options for the derby · Harbour Box Office')
  },
)

test.each([
  ['[X-QUOTE-10] a trade site', '/quote/k3J9/off_2', testEnv],
  ['[ROUTE-18] [X-QUOTE-11] another origin', '/k3J9/off_2', otherOriginEnv],
])(
  '[X-QUOTE-12] on %s the link %s opens one selected offer with a link to all offers',
  async (_, address, env) => {
    mockQuote()
    await open(address, env)
    expect(await visibleOffers()).toEqual(['Club 54, Club level'])
    expect(screen.getByRole('checkbox', { name: 'Club 54, Club level' })).toHaveProperty('checked', true)
    const all = screen.getByRole('link', { name: 'Show all 3 offers' })
    expect(all.getAttribute('href')).toBe(address.replace('/off_2', ''))
    await userEvent.click(all)
    expect(await visibleOffers()).toHaveLength(3)
  },
)

test.each([
  ['off_2', 'Club 54, Club level'],
  ['off_3', 'Block 11, Lower tier'],
])('[X-QUOTE-12] a link to %s on a later page finds the offer', async (id, name) => {
  mockRoute(quotePageRoutes.details, ({ body }) => {
    const page = Number(body.page)
    const offers = threeOffers.slice(page - 1, page)
    return quoteDetailsResponse(wireClientQuote({ scope: 'event', offers }), { page, per_page: 1, total: 3 })
  })
  await open(`/quote/k3J9/${id}`)
  expect(await screen.findByRole('checkbox', { name })).toBeTruthy()
  expect(screen.queryByText(/offer was removed/)).toBeNull()
})

test('[X-QUOTE-12] a link to an unknown offer shows this and the other offers', async () => {
  mockQuote()
  await open('/quote/k3J9/off_gone')
  expect(await screen.findByText(/That offer was removed/)).toBeTruthy()
  expect(await visibleOffers()).toHaveLength(3)
})

test('the page shows the broker’s note, the venue’s local time and the contact', async () => {
  mockQuote({ note: 'Look:\n<b>bold</b> & <script>alert(1)</script>' })
  await open()
  expect(await screen.findByText('Saturday 5 December 2099, 17:30 (London)')).toBeTruthy()
  expect(screen.getByText('Emirates Stadium, London')).toBeTruthy()
  expect(screen.getByText('For Jane Miller')).toBeTruthy()
  // Markup in the note renders as text.
  expect(screen.getByText(/<b>bold<\/b> & <script>alert\(1\)<\/script>/)).toBeTruthy()
  const mail = screen.getAllByRole('link', { name: 'quotes@harbourbox.example' })[0]
  expect(mail?.getAttribute('href')).toBe('mailto:quotes@harbourbox.example')
  expect(screen.getAllByRole('link', { name: '+44 20 7946 0123' })[0]?.getAttribute('href')).toBe(
    'tel:+442079460123',
  )
})

test('the broker’s logo and colour replace ours, and no login or menu shows', async () => {
  mockQuote({ brand: { ...wireClientQuote().brand, logo: '/api/quote-logos/l1', colour: '#ffd400' } })
  await open()
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
  expect(document.querySelector('header img')?.getAttribute('src')).toBe('/api/quote-logos/l1')
  expect(document.documentElement.style.getPropertyValue('--brand')).toBe('#ffd400')
  expect(screen.queryByRole('navigation')).toBeNull()
  const inside = screen.getAllByRole('link').filter((link) => link.getAttribute('href')?.startsWith('/'))
  expect(inside).toEqual([])
  expect(document.body.textContent.match(/Terrace/g)).toHaveLength(1)
})

test('each offer shows location, delivery, unit price and total', async () => {
  const notes = [
    { kind: 'benefit', text: 'Lounge access' },
    { kind: 'restriction', text: 'Home supporters only' },
  ]
  mockQuote({
    offers: [wireOffer({ notes, ticket_type: 'eTicket', in_hand_date: '2020-01-01', hospitality: true })],
  })
  await open()
  const card = (await screen.findByRole('checkbox', { name: 'Block 25, Lower tier' })).closest('li')
  expect(card?.textContent).toContain('Row 18, seats 5 to 6 · E-ticket, in hand')
  expect(card?.textContent).toContain('£136.00each · £272.00 for 2')
  expect(card?.textContent).toContain('HospitalityLounge accessHome supporters only')
})

test('[X-QUOTE-16] each offer shows its current availability: available, fewer or unavailable', async () => {
  mockQuote({
    offers: [
      wireOffer({ quantity: 2, quantities: [2] }),
      wireOffer({ id: 'off_2', section: 'Club 54', quantity: 4, quantities: [1, 2], state: 'short' }),
      wireOffer({ id: 'off_3', section: 'Block 11', quantities: [], state: 'unavailable' }),
    ],
  })
  await open()
  const list = within(await screen.findByRole('list', { name: 'Offers' }))
  const [there, short, unavailable] = list.getAllByRole('listitem')
  expect(there?.textContent).not.toMatch(/left|available/)
  expect(short?.textContent).toContain('Only 2 tickets left of 4')
  expect(unavailable?.textContent).toContain('No longer available')
  expect(within(unavailable ?? document.body).queryByRole('checkbox')).toBeNull()
})

test('[X-QUOTE-17] an unavailable offer shows its alternatives, if any, and they can be selected', async () => {
  const alternatives = [
    wireAlternative({ id: 'off_a', section: 'Block 12', price: { amount: '151.00', currency: 'GBP' } }),
    wireAlternative({ id: 'off_b', section: 'Block 14', price: { amount: '158.50', currency: 'GBP' } }),
  ]
  mockQuote({
    offers: [
      wireOffer({ quantities: [], state: 'unavailable', alternatives }),
      wireOffer({ id: 'off_2', section: 'Club 54', quantities: [], state: 'unavailable' }),
    ],
  })
  await open()
  const alternativeList = within(
    await screen.findByRole('list', { name: 'Alternatives to Block 25, Lower tier' }),
  )
  expect(alternativeList.getAllByRole('checkbox')).toHaveLength(2)
  expect(screen.queryByRole('list', { name: /^Alternatives to Club 54/ })).toBeNull()
  await userEvent.click(alternativeList.getByRole('checkbox', { name: 'Block 14, Lower tier' }))
  expect(screen.getByRole('region', { name: 'Your response' }).textContent).toContain('2 tickets£317.00')
})

/** An event of nine offers on three pages, cheapest first: seven in the lower tier, then two in the upper. */
function mockWholeEvent(isDown: (page: number) => boolean = () => false) {
  const all = Array.from({ length: 9 }, (_, index) =>
    wireOffer({
      id: `off_${index}`,
      section: `Block ${index}`,
      category_name: index < 7 ? 'Lower tier' : 'Upper tier',
      price: { amount: `${100 + index}.00`, currency: 'GBP' },
    }),
  )
  return mockRoute(quotePageRoutes.details, ({ body }) => {
    const page = Number(body.page)
    if (isDown(page)) return errorReply(500, 'Something went wrong!')
    const offers = all.slice((page - 1) * 3, page * 3)
    const quote = wireClientQuote({ scope: 'event', offers, overview: wireOverview(all) })
    return quoteDetailsResponse(quote, { page, per_page: 3, total: 9 })
  })
}

test('[X-QUOTE-03] a quote of a whole event shows count and minimum price per category from the start', async () => {
  mockWholeEvent()
  await open()
  const lower = within(await screen.findByRole('region', { name: 'Lower tier' }))
  expect(lower.getByText('7 offers from £100.00')).toBeTruthy()
  expect(lower.getAllByRole('checkbox')).toHaveLength(3)
  expect(lower.getByRole('button', { name: '4 more in Lower tier' })).toBeTruthy()
  // The loaded page has none of its offers.
  const upper = within(screen.getByRole('region', { name: 'Upper tier' }))
  expect(upper.getByText('2 offers from £107.00')).toBeTruthy()
  expect(upper.queryByRole('checkbox')).toBeNull()
  expect(upper.getByRole('button', { name: 'Show offers in Upper tier' })).toBeTruthy()
})

test('[X-QUOTE-03] more offers of a category load on request, whichever page they are on', async () => {
  mockWholeEvent()
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Show offers in Upper tier' }))
  const upper = await screen.findByRole('list', { name: 'Upper tier' })
  await waitFor(() => expect(within(upper).getAllByRole('checkbox')).toHaveLength(2))
  await userEvent.click(screen.getByRole('button', { name: '2 more in Lower tier' }))
  const lower = screen.getByRole('list', { name: 'Lower tier' })
  await waitFor(() => expect(within(lower).getAllByRole('checkbox')).toHaveLength(7))
  expect(screen.queryByRole('button', { name: /more in/ })).toBeNull()
})

test('a category page that fails to load shows an error in place and can be retried', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 50 })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  let isDown = true
  mockWholeEvent((page) => isDown && page > 1)
  await open()
  const upper = await screen.findByRole('region', { name: 'Upper tier' })
  await user.click(within(upper).getByRole('button', { name: 'Show offers in Upper tier' }))
  expect(await within(upper).findByRole('alert', undefined, { timeout: 10_000 })).toBeTruthy()
  isDown = false
  await user.click(within(upper).getByRole('button', { name: 'Show offers in Upper tier' }))
  await waitFor(() => expect(within(upper).getAllByRole('checkbox')).toHaveLength(2))
  expect(within(upper).queryByRole('alert')).toBeNull()
})

test('a category shows its best offers and selected ones first, the rest on request', async () => {
  mockQuote({
    scope: 'event',
    offers: Array.from({ length: 7 }, (_, index) =>
      wireOffer({ id: `off_${index}`, section: `Block ${index}` }),
    ),
  })
  await open()
  const list = await screen.findByRole('list', { name: 'Lower tier' })
  expect(within(list).getAllByRole('checkbox')).toHaveLength(5)
  await userEvent.click(screen.getByRole('button', { name: '2 more in Lower tier' }))
  expect(within(list).getAllByRole('checkbox')).toHaveLength(7)
})

test('[X-QUOTE-15] an ended quote without contact details names no contact', async () => {
  mockRoute(quotePageRoutes.details, () => errorReply(410, 'This quote is over', 'quote.ended'))
  await open()
  expect(await screen.findByText(/ask the sender for a new link/)).toBeTruthy()
  expect(screen.queryByText(/Your broker/)).toBeNull()
})

test('[X-QUOTE-14] an unknown slug shows its own page and does not redirect to login', async () => {
  mockRoute(quotePageRoutes.details, () => errorReply(404, 'There is no such quote', 'quote.unknown'))
  const router = await open('/quote/nosuch')
  expect(await screen.findByRole('heading', { name: 'Not found' })).toBeTruthy()
  expect(router.state.location.href).toBe('/quote/nosuch')
  expect(document.title).toBe('Not found')
})

test('[ROUTE-19] an invalid quote link sends no request', async () => {
  const requests = mockQuote()
  await open('/quote/k3J9/off_1/more')
  expect(await screen.findByRole('heading', { name: 'Not found' })).toBeTruthy()
  expect(requests).toEqual([])
})

test.each([
  ['Expired', 'This quote has expired'],
  ['Withdrawn', 'This quote was withdrawn'],
])(
  '[X-QUOTE-15] a quote that is %s names the broker to contact and does not redirect to login',
  async (status, title) => {
    const broker = wireClientQuote().brand
    mockRoute(quotePageRoutes.details, () =>
      errorReply(410, 'This quote is over', 'quote.ended', { status, broker }),
    )
    const router = await open()
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    const write = screen.getByRole('link', { name: 'Email Harbour Box Office' })
    expect(write.getAttribute('href')).toBe('mailto:quotes@harbourbox.example')
    expect(screen.getByRole('link', { name: 'Call +44 20 7946 0123' })).toBeTruthy()
    expect(router.state.location.href).toBe('/quote/k3J9')
    expect(document.title).toBe(`${title} · Harbour Box Office`)
  },
)

test('a server failure shows in place until a retry loads the quote', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 50 })
  let isDown = true
  let respond = () => {}
  const responded = new Promise<void>((resolve) => {
    respond = resolve
  })
  mockRoute(quotePageRoutes.details, async () => {
    if (isDown) return errorReply(500, 'Something went wrong!')
    await responded
    return quoteDetailsResponse(wireClientQuote())
  })
  await open()
  expect(await screen.findByText('Couldn’t load this quote')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'Quote' })).toBeTruthy()
  isDown = false
  await userEvent
    .setup({ advanceTimers: vi.advanceTimersByTime })
    .click(screen.getByRole('button', { name: 'Try again' }))
  // A retry keeps the error visible instead of showing the loading skeleton.
  expect(await screen.findByRole('button', { name: 'Trying again' })).toBeTruthy()
  expect(screen.getByText('Couldn’t load this quote')).toBeTruthy()
  respond()
  expect(await screen.findByRole('heading', { level: 1, name: /^Arsenal/ })).toBeTruthy()
})
