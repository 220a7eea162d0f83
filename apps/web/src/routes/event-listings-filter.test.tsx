import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { homeRoutes } from '@terrace/contracts/home'
import { listingsRoutes } from '@terrace/contracts/listings'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/lib/api-error.ts'
import { answer, fail, type ApiRequest } from '#web/test/api-server.ts'
import { gbp, wireEvent } from '#web/test/factories.ts'
import { wireFacets } from '#web/test/feed-facets.ts'
import { answerShell, renderRoute } from '#web/test/render-route.tsx'
import { wireFeed, wireListing, wirePlan } from '#web/test/stock-factories.ts'

const address = '/tickets/arsenal-v-chelsea/17'
const teams = [
  { id: 5, name: 'Arsenal', slug: 'arsenal', role: 'home' as const },
  { id: 6, name: 'Chelsea', slug: 'chelsea', role: 'away' as const },
]
const cheap = wireListing()
const dear = wireListing({
  id: 'lst_2',
  section: 'Block 26',
  category: { id: 9, name: 'Club level' },
  ticket_type: 'eTicket',
  seller: { id: 'tm_3', name: 'Kop Stock' },
  proceed_price: gbp('240.00'),
})
const facets = wireFacets([cheap, dear])

let asked: ApiRequest[] = []

beforeEach(() => {
  answerShell()
  answer(catalogueRoutes.event, () => ({ data: wireEvent({ performers: teams }) }))
  answer(catalogueRoutes.seatingPlan, () => ({ data: wirePlan() }))
  asked = answer(listingsRoutes.feed, () => wireFeed([cheap, dear], { facets }))
})

const row = (section: string) => screen.findByRole('row', { name: new RegExp(`^${section}`) })

/** What was last asked for of the list itself, beside its totals. */
function lastList(): URLSearchParams {
  const lists = asked.map(({ query }) => query).filter((query) => query.get('per_page') === '100')
  return lists.at(-1) ?? new URLSearchParams()
}

async function open(search = '') {
  const router = await renderRoute(address + search)
  await row('Block 25')
  return router
}

test('[FEED-01] [FEED-04] [FEED-05] [FEED-06] [FEED-07] [FEED-13] [FEED-15] the list is asked for by event and teams, with every default', async () => {
  await open()
  expect([...lastList()]).toEqual([
    ['event_id', '17'],
    ['team_id[]', '5'],
    ['team_id[]', '6'],
    ['min_quantity', '1'],
    ['my_listings', 'all_listings'],
    ['order_by', 'price'],
    ['sort_order', 'asc'],
    ['per_page', '100'],
    ['lighter_response', 'true'],
    ['page', '1'],
  ])
})

test('[FEED-02] "Any quantity" is the default, has the id 6, and is sent as 1', async () => {
  await open()
  const any = screen.getByRole<HTMLInputElement>('radio', { name: 'Any quantity' })
  expect(any.checked).toBe(true)
  expect(any.value).toBe('6')
  expect(lastList().get('min_quantity')).toBe('1')
})

test.each([
  ['[FEED-03] new listings', 'new=1', { new_listings: ['1'] }],
  ['[FEED-03] tickets in hand', 'in_hand=1', { ticket_in_hand: ['1'] }],
  [
    '[FEED-08] the price range',
    'min=85&max=240.50',
    { proceed_price_min: ['85'], proceed_price_max: ['240.50'] },
  ],
  ['[FEED-09] hospitality, once is_vip_listings', 'hospitality=1', { hospitality: ['1'] }],
  ['[FEED-10] instant download, where it is set', 'instant=1', { instant_download: ['1'] }],
  ['[FEED-10] instant download, not at all where it is not', '', { instant_download: [] }],
  [
    '[FEED-11] ticket types, categories and sellers by their ids',
    'type=eTicket&type=Paper&category=4&category=9&seller=tm_2',
    {
      'ticket_types[]': ['eTicket', 'paper'],
      'category_name[]': ['4', '9'],
      'broker_id[]': ['tm_2'],
    },
  ],
  [
    '[FEED-12] sections with dashes and underscores as spaces',
    'section=Lower-Tier_6&section=Block+26',
    { 'section_name[]': ['Lower Tier 6', 'Block 26'] },
  ],
  ['[FEED-13] one’s own listings', 'mine=1', { my_listings: ['my_listings'] }],
  ['[FEED-14] the currency', 'currency=EUR', { target_currency: ['EUR'] }],
  ['[FEED-06] [FEED-07] the order', 'order=row&sort=desc', { order_by: ['row'], sort_order: ['desc'] }],
] as const)('%s of the address go on the wire', async (_what, search, sent) => {
  await open(`?${search}`)
  for (const [name, values] of Object.entries(sent)) expect(lastList().getAll(name)).toEqual(values)
})

test('what an address says of a filter in vain counts as not said', async () => {
  await open(
    '?quantity=9&min=cheap&max=-1&category=all&category=0&type=pigeon&seller=lst_1&in_hand=yes&currency=euro&order=luck&section=',
  )
  expect(Object.fromEntries(lastList())).toMatchObject({ min_quantity: '1', order_by: 'price' })
  for (const name of [
    'proceed_price_min',
    'category_name[]',
    'ticket_types[]',
    'section_name[]',
    'target_currency',
  ]) {
    expect(lastList().has(name)).toBe(false)
  }
  expect(screen.queryByRole('button', { name: 'Clear all' })).toBeNull()
})

test('a range whose lowest price is above its highest is none', async () => {
  await open('?min=200&max=100')
  expect(lastList().has('proceed_price_min')).toBe(false)
})

test('a choice shows how many listings it leaves and from which price, and goes into the address', async () => {
  const router = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Category' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Category' }))
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Club level, 1 listing from £240.00' }))
  await waitFor(() => expect(router.state.location.href).toBe(`${address}?category=9`))
  await waitFor(() => expect(lastList().getAll('category_name[]')).toEqual(['9']))
  await userEvent.click(dialog.getByRole('checkbox', { name: /^Lower tier side/ }))
  await waitFor(() => expect(router.state.location.href).toBe(`${address}?category=9&category=4`))
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog', { name: 'Category' })).toBeNull()
  const pill = await screen.findByRole('button', { name: 'Category · 2' })
  await waitFor(() => expect(document.activeElement).toBe(pill))
})

test('ticket types bear the first labelling, and sellers their names', async () => {
  const router = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Ticket type' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: /^E-ticket, 1 listing/ }))
  await waitFor(() => expect(router.state.location.href).toBe(`${address}?type=eTicket`))
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Seller' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Kop Stock, 1 listing/ }))
  await waitFor(() => expect(router.state.location.href).toBe(`${address}?type=eTicket&seller=tm_3`))
})

test('among many sections one is found by its name', async () => {
  const many = Array.from({ length: 70 }, (_, place) =>
    wireListing({ id: `lst_m${place}`, section: `Block ${100 + place}` }),
  )
  asked = answer(listingsRoutes.feed, () => wireFeed([cheap], { facets: wireFacets(many) }))
  const router = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Section' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Section' }))
  expect(dialog.getByText('10 more: find them by name.')).toBeTruthy()
  await userEvent.type(dialog.getByRole('searchbox'), '169')
  await userEvent.click(dialog.getByRole('checkbox', { name: /^Block 169/ }))
  await waitFor(() => expect(router.state.location.href).toBe(`${address}?section=Block+169`))
})

test('flags are switched on and off where they stand', async () => {
  const router = await open()
  await userEvent.click(screen.getByRole('button', { name: /^In hand/ }))
  await waitFor(() => expect(router.state.location.href).toBe(`${address}?in_hand=1`))
  expect(screen.getByRole('button', { name: /^In hand/ }).getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: /^In hand/ }))
  await waitFor(() => expect(router.state.location.href).toBe(address))
})

test('the ends of the price range are typed, and count once they make sense', async () => {
  const router = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Price' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Price per ticket' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'From' }), '300')
  await userEvent.type(dialog.getByRole('textbox', { name: 'To' }), '200{Enter}')
  expect(dialog.getByRole('alert').textContent).toBe('The lowest price is above the highest.')
  await userEvent.clear(dialog.getByRole('textbox', { name: 'From' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'From' }), '85.50{Enter}')
  await waitFor(() => expect(router.state.location.href).toBe(`${address}?min=85.50&max=200`))
  await userEvent.keyboard('{Escape}')
  expect(await screen.findByRole('button', { name: 'Remove the filter £85.50 to £200' })).toBeTruthy()
})

test('the thumbs of the price range are moved by keys', async () => {
  const router = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Price' }))
  const lowest = await screen.findByRole('slider', { name: /Lowest price/ })
  act(() => lowest.focus())
  await userEvent.keyboard('{ArrowRight}')
  await waitFor(() => expect(router.state.location.href).toBe(`${address}?min=119`))
  act(() => screen.getByRole('slider', { name: /Lowest price/ }).focus())
  await userEvent.keyboard('{ArrowLeft}')
  await waitFor(() => expect(router.state.location.href).toBe(address))
})

test('another currency asks for its prices, and drops a range that meant the old one', async () => {
  const router = await open('?min=100&quantity=2')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Currency' }), 'EUR')
  await waitFor(() => expect(router.state.location.href).toBe(`${address}?quantity=2&currency=EUR`))
  await waitFor(() => expect(lastList().get('target_currency')).toBe('EUR'))
})

test('the team’s own currency comes first, and stays to be chosen when another one is shown', async () => {
  asked = answer(listingsRoutes.feed, () => wireFeed([cheap], { facets, currency: 'EUR' }))
  await renderRoute(`${address}?currency=EUR`, { user: { username: 'buyer', base_currency: 'CHF' } })
  const options = within(await screen.findByRole('combobox', { name: 'Currency' })).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual(['CHF', 'EUR', 'GBP', 'USD'])
})

test('what is set stands as chips, each to be taken back, and all of them at once', async () => {
  const router = await open('?quantity=2&category=9&section=block-26&hospitality=1&order=row')
  const chips = () =>
    within(screen.getByRole('group', { name: 'Filters that are set' }))
      .getAllByRole('button')
      .map((chip) => chip.textContent)
  expect(chips()).toEqual(['2 tickets or more', 'Club level', 'Block 26', 'Hospitality', 'Clear all'])
  await userEvent.click(screen.getByRole('button', { name: 'Remove the filter Block 26' }))
  await waitFor(() =>
    expect(chips()).toEqual(['2 tickets or more', 'Club level', 'Hospitality', 'Clear all']),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Clear all' }))
  await waitFor(() => expect(router.state.location.href).toBe(`${address}?order=row`))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Clear all' })).toBeNull())
})

test('what is chosen can be taken back though nothing is left of it', async () => {
  asked = answer(listingsRoutes.feed, ({ query }) =>
    query.has('category_name[]')
      ? wireFeed([], { facets: wireFacets([]) })
      : wireFeed([cheap, dear], { facets }),
  )
  const router = await renderRoute(`${address}?category=9&hospitality=1`)
  expect(await screen.findByText('Nothing fits these filters')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Remove the filter Club level' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear all filters' }))
  await waitFor(() => expect(router.state.location.href).toBe(address))
  expect(await row('Block 25')).toBeTruthy()
})

test('how much of the event the filter leaves is told beside what is set', async () => {
  asked = answer(listingsRoutes.feed, ({ query }) =>
    query.has('hospitality') ? wireFeed([dear], { facets }) : wireFeed([cheap, dear], { facets }),
  )
  await open()
  // It stands there before it says anything, so that it is heard when it does.
  const told = screen.getAllByRole('status')
  await userEvent.click(screen.getByRole('button', { name: /^Hospitality/ }))
  await waitFor(() => expect(told.map(({ textContent }) => textContent)).toContain('1 of 2'))
  expect(screen.getAllByText('1 of 2')).toHaveLength(2)
  // The event as it is now, not as the catalogue counted it last.
  const tickets = cheap.available + dear.available
  expect(screen.getByText(/tickets in/).textContent).toBe(`${tickets} tickets in 2 listings, from £118.50`)
})

test('the old list stays, dimmed, until the new one is there', async () => {
  let release = () => {}
  asked = answer(listingsRoutes.feed, async ({ query }) => {
    if (!query.has('hospitality')) return wireFeed([cheap, dear], { facets })
    await new Promise<void>((resolve) => {
      release = resolve
    })
    return wireFeed([dear], { facets })
  })
  await open()
  await userEvent.click(screen.getByRole('button', { name: /^Hospitality/ }))
  const grid = screen.getByRole('grid', { name: 'Listings' })
  await waitFor(() => expect(grid.getAttribute('aria-busy')).toBe('true'))
  expect(await row('Block 25')).toBeTruthy()
  release()
  await waitFor(() => expect(grid.getAttribute('aria-busy')).toBe('false'))
  expect(screen.queryByRole('row', { name: /^Block 25/ })).toBeNull()
})

test('the plan and the histogram know all of the event with its first page', async () => {
  const page = Array.from({ length: 100 }, (_, place) => wireListing({ id: `lst_p${place}` }))
  asked = answer(listingsRoutes.feed, () => wireFeed(page, { facets, total: 5000, last_page: 50 }))
  await renderRoute(address)
  expect(
    await screen.findByRole('button', { name: /^Block 26, Lower tier: 1 listing, from £240.00/ }),
  ).toBeTruthy()
  // Of its own section no listing is loaded, and its totals came with the page.
  expect(screen.queryByRole('row', { name: /^Block 26/ })).toBeNull()
  expect(asked.filter(({ query }) => query.get('per_page') === '1')).toEqual([])
})

test('[ERROR-12] a feed that fails under filters is logged, and offers to drop them', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  asked = answer(listingsRoutes.feed, ({ query }) =>
    query.has('category_name[]') ? fail(422, 'category_name[]: is unknown') : wireFeed([cheap], { facets }),
  )
  await renderRoute(`${address}?category=77`)
  expect(await screen.findByText('The listings could not be loaded')).toBeTruthy()
  expect(logged).toHaveBeenCalledWith('The feed failed:', expect.any(ApiError))
  await userEvent.click(screen.getByRole('button', { name: 'Clear all filters' }))
  expect(await row('Block 25')).toBeTruthy()
})

test('where there is no room for the bar, every way of narrowing is in a sheet', async () => {
  const router = await open('?quantity=2')
  await userEvent.click(screen.getByRole('button', { name: 'Filters · 1' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }))
  expect(sheet.getAllByRole('group').map((group) => group.querySelector('legend')?.textContent)).toEqual(
    expect.arrayContaining(['Price per ticket', 'Only', 'Category', 'Section', 'Ticket type', 'Seller']),
  )
  await userEvent.click(sheet.getByRole('checkbox', { name: /^Hospitality/ }))
  await userEvent.click(sheet.getByRole('checkbox', { name: /^Club level/ }))
  await waitFor(() =>
    expect(router.state.location.href).toBe(`${address}?quantity=2&hospitality=1&category=9`),
  )
  await userEvent.click(sheet.getByRole('button', { name: 'Clear all' }))
  await waitFor(() => expect(router.state.location.href).toBe(address))
  await userEvent.click(sheet.getByRole('button', { name: 'Show 2 listings' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Filters' })).toBeNull())
})

test('the way back restores the filters, the list and the place in it, and asks for nothing again', async () => {
  const scrolled = vi.spyOn(window, 'scrollTo')
  answer(homeRoutes.home, () => fail(500, 'Out of order'))
  answer(catalogueRoutes.hotEvents, () => ({ data: [] }))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const router = await open('?quantity=2&section=Block+25')
  vi.stubGlobal('scrollY', 1200)
  document.dispatchEvent(new Event('scroll'))
  const before = asked.length
  await act(() => router.navigate({ to: '/' }))
  await waitFor(() => expect(scrolled).toHaveBeenLastCalledWith(0, 0))
  act(() => router.history.back())
  expect(await row('Block 25')).toBeTruthy()
  expect(router.state.location.href).toBe(`${address}?quantity=2&section=Block+25`)
  await waitFor(() => expect(scrolled).toHaveBeenLastCalledWith(0, 1200))
  expect(asked).toHaveLength(before)
})

test('F leads to the filters, L to the listings, and in a field both are letters', async () => {
  const many = Array.from({ length: 12 }, (_, place) =>
    wireListing({ id: `lst_m${place}`, section: `Loge ${place}` }),
  )
  asked = answer(listingsRoutes.feed, () => wireFeed([cheap], { facets: wireFacets(many) }))
  await open()
  await userEvent.keyboard('l')
  expect(document.activeElement).toBe(await row('Block 25'))
  await userEvent.keyboard('f')
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Any quantity' }))
  await userEvent.keyboard('l')
  expect(document.activeElement).toBe(await row('Block 25'))
  await userEvent.click(screen.getByRole('button', { name: 'Section' }))
  const field = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Find in section' })
  await userEvent.type(field, 'fl')
  expect(field.value).toBe('fl')
})

test('? works from a choice among the filters, which is no field, and does not come over a dialog', async () => {
  await open()
  await userEvent.keyboard('f?')
  expect(await screen.findByRole('dialog', { name: 'Keys' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Section' }))
  const dialog = await screen.findByRole('dialog')
  act(() => within(dialog).getAllByRole('checkbox')[0]?.focus())
  await userEvent.keyboard('?/')
  expect(screen.getAllByRole('dialog')).toEqual([dialog])
})

test('the row that has the focus keeps it however far the page is scrolled, and L leads back to it', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(132)
  const many = Array.from({ length: 80 }, (_, place) =>
    wireListing({ id: `lst_s${place}`, section: `Stand ${place}` }),
  )
  asked = answer(listingsRoutes.feed, () => wireFeed(many, { facets }))
  await renderRoute(address)
  const first = await row('Stand 0,')
  act(() => first.focus())
  vi.stubGlobal('scrollY', 6000)
  act(() => void window.dispatchEvent(new Event('scroll')))
  await row('Stand 50,')
  expect(screen.queryByRole('row', { name: /^Stand 20,/ })).toBeNull()
  expect(document.activeElement).toBe(first)
  act(() => first.blur())
  await userEvent.keyboard('l')
  expect(document.activeElement).toBe(first)
})
