import { quotePageRoutes, type WireVisitorQuote } from '@terrace/contracts/quote-page'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { answer, fail } from '#web/test/api-server.ts'
import {
  quoteAnswer,
  threeOffers,
  wireAlternative,
  wireOffer,
  wireOverview,
  wireVisitorQuote,
} from '#web/test/quote-page-factories.ts'
import { renderRoute } from '#web/test/render-route.tsx'
import { testEnv } from '#web/test/test-env.ts'

const elsewhere = { ...testEnv, site_origins: ['https://trade.example'] }

const give = (values: Partial<WireVisitorQuote> = {}) =>
  answer(quotePageRoutes.details, () => quoteAnswer(wireVisitorQuote(values)))
const open = (address = '/quote/k3J9', env: typeof testEnv | typeof elsewhere = testEnv) =>
  renderRoute(address, { user: null, env })
const offersShown = async () =>
  within(await screen.findByRole('list', { name: 'Offers' }))
    .getAllByRole<HTMLInputElement>('checkbox')
    .map((box) => box.labels?.[0]?.textContent)

test.each([
  ['[X-QUOTE-10] a trade site', '/quote/k3J9', testEnv],
  ['[ROUTE-18] [X-QUOTE-11] an origin that is no trade site', '/k3J9', elsewhere],
])(
  '[QUOTE-01] [ROUTE-20] on %s a visitor sees the quote of %s without logging in',
  async (_, address, env) => {
    const asked = give()
    const router = await open(address, env)
    expect(
      await screen.findByRole('heading', { name: 'Arsenal FC v Manchester United FC', level: 1 }),
    ).toBeTruthy()
    expect(asked[0]?.body).toMatchObject({ slug: 'k3J9' })
    expect(router.state.location.href).toBe(address)
    expect(await offersShown()).toEqual([
      'Block 25, Lower tier',
      'Club 54, Club level',
      'Block 11, Lower tier',
    ])
    expect(document.title).toBe('Options for the derby · Harbour Box Office')
  },
)

test.each([
  ['[X-QUOTE-10] a trade site', '/quote/k3J9/off_2', testEnv],
  ['[ROUTE-18] [X-QUOTE-11] another origin', '/k3J9/off_2', elsewhere],
])(
  '[X-QUOTE-12] on %s the link %s opens the one offer, chosen, with a way to all',
  async (_, address, env) => {
    give()
    await open(address, env)
    expect(await offersShown()).toEqual(['Club 54, Club level'])
    expect(screen.getByRole('checkbox', { name: 'Club 54, Club level' })).toHaveProperty('checked', true)
    const all = screen.getByRole('link', { name: 'Show all 3 offers' })
    expect(all.getAttribute('href')).toBe(address.replace('/off_2', ''))
    await userEvent.click(all)
    expect(await offersShown()).toHaveLength(3)
  },
)

test.each([
  ['off_2', 'Club 54, Club level'],
  ['off_3', 'Block 11, Lower tier'],
])('[X-QUOTE-12] a link to %s, which is on a later page, finds it there', async (id, name) => {
  answer(quotePageRoutes.details, ({ body }) => {
    const page = Number(body.page)
    const offers = threeOffers.slice(page - 1, page)
    return quoteAnswer(wireVisitorQuote({ scope: 'event', offers }), { page, per_page: 1, total: 3 })
  })
  await open(`/quote/k3J9/${id}`)
  expect(await screen.findByRole('checkbox', { name })).toBeTruthy()
  expect(screen.queryByText(/no longer part/)).toBeNull()
})

test('[X-QUOTE-12] a link to an offer that the quote does not have says so and shows the others', async () => {
  give()
  await open('/quote/k3J9/off_gone')
  expect(await screen.findByText(/no longer part of the quote/)).toBeTruthy()
  expect(await offersShown()).toHaveLength(3)
})

test('what the broker says, when by the clock of the venue, and whom to ask', async () => {
  give({ note: 'Look:\n<b>bold</b> & <script>alert(1)</script>' })
  await open()
  expect(await screen.findByText('Saturday 5 December 2099, 17:30 (London)')).toBeTruthy()
  expect(screen.getByText('Emirates Stadium, London')).toBeTruthy()
  expect(screen.getByText('For Jane Miller')).toBeTruthy()
  // As text, whatever it looks like.
  expect(screen.getByText(/<b>bold<\/b> & <script>alert\(1\)<\/script>/)).toBeTruthy()
  const mail = screen.getAllByRole('link', { name: 'quotes@harbourbox.example' })[0]
  expect(mail?.getAttribute('href')).toBe('mailto:quotes@harbourbox.example')
  expect(screen.getAllByRole('link', { name: '+44 20 7946 0123' })[0]?.getAttribute('href')).toBe(
    'tel:+442079460123',
  )
})

test('the broker’s logo and colour stand in place of ours; nothing leads to a login or a menu', async () => {
  give({ brand: { ...wireVisitorQuote().brand, logo: '/api/quote-logos/l1', colour: '#ffd400' } })
  await open()
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
  expect(document.querySelector('header img')?.getAttribute('src')).toBe('/api/quote-logos/l1')
  expect(document.documentElement.style.getPropertyValue('--brand')).toBe('#ffd400')
  expect(screen.queryByRole('navigation')).toBeNull()
  const inside = screen.getAllByRole('link').filter((link) => link.getAttribute('href')?.startsWith('/'))
  expect(inside).toEqual([])
  expect(document.body.textContent.match(/Terrace/g)).toHaveLength(1)
})

test('each offer says where, how the tickets come, and what they cost each and together', async () => {
  const notes = [
    { kind: 'benefit', text: 'Lounge access' },
    { kind: 'restriction', text: 'Home supporters only' },
  ]
  give({
    offers: [wireOffer({ notes, ticket_type: 'eTicket', in_hand_date: '2020-01-01', hospitality: true })],
  })
  await open()
  const card = (await screen.findByRole('checkbox', { name: 'Block 25, Lower tier' })).closest('li')
  expect(card?.textContent).toContain('Row 18, seats 5 to 6 · E-ticket, in hand')
  expect(card?.textContent).toContain('£136.00each · £272.00 for 2')
  expect(card?.textContent).toContain('HospitalityLounge accessHome supporters only')
})

test('[X-QUOTE-16] the availability of each offer is as it is now: there, fewer, or gone', async () => {
  give({
    offers: [
      wireOffer({ quantity: 2, quantities: [2] }),
      wireOffer({ id: 'off_2', section: 'Club 54', quantity: 4, quantities: [1, 2], state: 'short' }),
      wireOffer({ id: 'off_3', section: 'Block 11', quantities: [], state: 'gone' }),
    ],
  })
  await open()
  const list = within(await screen.findByRole('list', { name: 'Offers' }))
  const [there, short, gone] = list.getAllByRole('listitem')
  expect(there?.textContent).not.toMatch(/left|available/)
  expect(short?.textContent).toContain('Only 2 tickets left of 4')
  expect(gone?.textContent).toContain('No longer available')
  expect(within(gone ?? document.body).queryByRole('checkbox')).toBeNull()
})

test('[X-QUOTE-17] a gone offer shows its alternatives, which can be chosen; without any it shows none', async () => {
  const alternatives = [
    wireAlternative({ id: 'off_a', section: 'Block 12', price: { amount: '151.00', currency: 'GBP' } }),
    wireAlternative({ id: 'off_b', section: 'Block 14', price: { amount: '158.50', currency: 'GBP' } }),
  ]
  give({
    offers: [
      wireOffer({ quantities: [], state: 'gone', alternatives }),
      wireOffer({ id: 'off_2', section: 'Club 54', quantities: [], state: 'gone' }),
    ],
  })
  await open()
  const instead = within(await screen.findByRole('list', { name: 'In place of Block 25, Lower tier' }))
  expect(instead.getAllByRole('checkbox')).toHaveLength(2)
  expect(screen.queryByRole('list', { name: /^In place of Club 54/ })).toBeNull()
  await userEvent.click(instead.getByRole('checkbox', { name: 'Block 14, Lower tier' }))
  expect(screen.getByRole('region', { name: 'Your answer' }).textContent).toContain('2 tickets£317.00')
})

/** A whole event of nine offers on three pages, the cheapest first: seven in the lower tier, then two in the upper. */
function giveWholeEvent(isDown: (page: number) => boolean = () => false) {
  const all = Array.from({ length: 9 }, (_, index) =>
    wireOffer({
      id: `off_${index}`,
      section: `Block ${index}`,
      category_name: index < 7 ? 'Lower tier' : 'Upper tier',
      price: { amount: `${100 + index}.00`, currency: 'GBP' },
    }),
  )
  return answer(quotePageRoutes.details, ({ body }) => {
    const page = Number(body.page)
    if (isDown(page)) return fail(500, 'Something went wrong!')
    const offers = all.slice((page - 1) * 3, page * 3)
    const quote = wireVisitorQuote({ scope: 'event', offers, overview: wireOverview(all) })
    return quoteAnswer(quote, { page, per_page: 3, total: 9 })
  })
}

test('[X-QUOTE-03] a quote of a whole event says of each category how much there is and from which price, whatever is loaded', async () => {
  giveWholeEvent()
  await open()
  const lower = within(await screen.findByRole('region', { name: 'Lower tier' }))
  expect(lower.getByText('7 offers from £100.00')).toBeTruthy()
  expect(lower.getAllByRole('checkbox')).toHaveLength(3)
  expect(lower.getByRole('button', { name: '4 more in Lower tier' })).toBeTruthy()
  // None of its offers is on the page that was loaded.
  const upper = within(screen.getByRole('region', { name: 'Upper tier' }))
  expect(upper.getByText('2 offers from £107.00')).toBeTruthy()
  expect(upper.queryByRole('checkbox')).toBeNull()
  expect(upper.getByRole('button', { name: 'Show offers in Upper tier' })).toBeTruthy()
})

test('[X-QUOTE-03] what a category has more comes when it is asked for, from whichever page it stands on', async () => {
  giveWholeEvent()
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Show offers in Upper tier' }))
  const upper = await screen.findByRole('list', { name: 'Upper tier' })
  await waitFor(() => expect(within(upper).getAllByRole('checkbox')).toHaveLength(2))
  await userEvent.click(screen.getByRole('button', { name: '2 more in Lower tier' }))
  const lower = screen.getByRole('list', { name: 'Lower tier' })
  await waitFor(() => expect(within(lower).getAllByRole('checkbox')).toHaveLength(7))
  expect(screen.queryByRole('button', { name: /more in/ })).toBeNull()
})

test('a page of a category that cannot be had is said there, and asking again brings it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 50 })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  let isDown = true
  giveWholeEvent((page) => isDown && page > 1)
  await open()
  const upper = await screen.findByRole('region', { name: 'Upper tier' })
  await user.click(within(upper).getByRole('button', { name: 'Show offers in Upper tier' }))
  expect(await within(upper).findByRole('alert', undefined, { timeout: 10_000 })).toBeTruthy()
  isDown = false
  await user.click(within(upper).getByRole('button', { name: 'Show offers in Upper tier' }))
  await waitFor(() => expect(within(upper).getAllByRole('checkbox')).toHaveLength(2))
  expect(within(upper).queryByRole('alert')).toBeNull()
})

test('a category of a whole event shows its best offers first, the rest when asked for, and what is chosen always', async () => {
  give({
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

test('[X-QUOTE-15] a quote that is over without a word on whom to ask promises nobody', async () => {
  answer(quotePageRoutes.details, () => fail(410, 'This quote is over', 'quote.ended'))
  await open()
  expect(await screen.findByText(/ask whoever sent you the link for a new one/)).toBeTruthy()
  expect(screen.queryByText(/Your broker/)).toBeNull()
})

test('[X-QUOTE-14] an unknown slug is a page of its own, and nobody is sent to a login', async () => {
  answer(quotePageRoutes.details, () => fail(404, 'There is no such quote', 'quote.unknown'))
  const router = await open('/quote/nosuch')
  expect(await screen.findByRole('heading', { name: 'Not found' })).toBeTruthy()
  expect(router.state.location.href).toBe('/quote/nosuch')
  expect(document.title).toBe('Not found')
})

test('[ROUTE-19] what is no quote link is not even asked for', async () => {
  const asked = give()
  await open('/quote/k3J9/off_1/more')
  expect(await screen.findByRole('heading', { name: 'Not found' })).toBeTruthy()
  expect(asked).toEqual([])
})

test.each([
  ['Expired', 'This quote has expired'],
  ['Withdrawn', 'This quote was withdrawn'],
])(
  '[X-QUOTE-15] a quote that is %s names the broker to contact, and nobody is sent to a login',
  async (status, title) => {
    const broker = wireVisitorQuote().brand
    answer(quotePageRoutes.details, () => fail(410, 'This quote is over', 'quote.ended', { status, broker }))
    const router = await open()
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    const write = screen.getByRole('link', { name: 'Write to Harbour Box Office' })
    expect(write.getAttribute('href')).toBe('mailto:quotes@harbourbox.example')
    expect(screen.getByRole('link', { name: 'Call +44 20 7946 0123' })).toBeTruthy()
    expect(router.state.location.href).toBe('/quote/k3J9')
    expect(document.title).toBe(`${title} · Harbour Box Office`)
  },
)

test('a server that fails is said in place for as long as it does, and asking again brings the quote', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 50 })
  let isDown = true
  let goOn = () => {}
  const wait = new Promise<void>((resolve) => {
    goOn = resolve
  })
  answer(quotePageRoutes.details, async () => {
    if (isDown) return fail(500, 'Something went wrong!')
    await wait
    return quoteAnswer(wireVisitorQuote())
  })
  await open()
  expect(await screen.findByText('The quote could not be loaded')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'Quote' })).toBeTruthy()
  isDown = false
  await userEvent
    .setup({ advanceTimers: vi.advanceTimersByTime })
    .click(screen.getByRole('button', { name: 'Try again' }))
  // What is asked for again does not jump back to the shapes of what comes.
  expect(await screen.findByRole('button', { name: 'Trying again' })).toBeTruthy()
  expect(screen.getByText('The quote could not be loaded')).toBeTruthy()
  goOn()
  expect(await screen.findByRole('heading', { level: 1, name: /^Arsenal/ })).toBeTruthy()
})
