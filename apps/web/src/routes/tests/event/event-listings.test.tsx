import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { holdsRoutes } from '@terrace/contracts/holds'
import { homeRoutes } from '@terrace/contracts/home'
import { listingsRoutes } from '@terrace/contracts/listings'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/lib/http/api-error.ts'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { gbp, wireEvent } from '#web/test/factories.ts'
import { wireFacets } from '#web/test/feed-facets.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { wireBasket, wireFeed, wireHold, wireListing, wirePlan } from '#web/test/stock-factories.ts'

const address = '/tickets/arsenal-v-chelsea/17'
const cheap = wireListing()
const expensive = wireListing({
  id: 'lst_2',
  section: 'Block 26',
  row: '3',
  split_type: 'Sell In Multiples',
  splits: [2, 4],
  proceed_price: gbp('1240.00'),
})

const bothListings = wireFeed([cheap, expensive], { facets: wireFacets([cheap, expensive]) })

beforeEach(() => {
  mockShell()
  mockRoute(catalogueRoutes.event, () => ({ data: wireEvent() }))
  mockRoute(catalogueRoutes.seatingPlan, () => ({ data: wirePlan() }))
  mockRoute(listingsRoutes.feed, () => bothListings)
})

const row = (section: string) => screen.findByRole('row', { name: new RegExp(`^${section}`) })

test('[ROUTE-09] /tickets/{ticketName}/{ticketId} shows the event and its listings', async () => {
  await renderRoute(address)
  expect(await screen.findByRole('heading', { level: 1, name: 'Arsenal v Chelsea' })).toBeTruthy()
  const shown = await row('Block 25')
  expect(shown.textContent).toContain('£118.50')
  expect(shown.textContent).toContain('R 18 · 401–404')
  expect((await row('Block 26')).textContent).toContain('£1,240.00')
  expect(document.title).toContain('Arsenal v Chelsea')
})

test('[API-17] a view of an event is recorded once, and a failure shows no error', async () => {
  const views = mockRoute(homeRoutes.recordView, () => errorReply(500, 'Out of order'))
  await renderRoute(address)
  await row('Block 25')
  await vi.waitFor(() => expect(views.map(({ body }) => body)).toEqual([{ event_id: 17 }]))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('[X-CAT-07] the start time is the venue’s local time in any browser time zone', async () => {
  vi.stubEnv('TZ', 'Pacific/Auckland')
  mockRoute(catalogueRoutes.event, () => ({
    data: wireEvent({ timezone: 'America/Los_Angeles', event_date_local: '2031-11-22T22:00' }),
  }))
  await renderRoute(address)
  expect(await screen.findByRole('img', { name: 'Sat 22 Nov 31, 22:00' })).toBeTruthy()
  expect(screen.getByText('local time, confirmed')).toBeTruthy()
})

test('an event without a time shows "to be confirmed"', async () => {
  mockRoute(catalogueRoutes.event, () => ({
    data: wireEvent({ event_date_local: '2031-11-22T00:00', time_confirmed: false }),
  }))
  await renderRoute(address)
  expect(await screen.findByText('time to be confirmed')).toBeTruthy()
  expect(screen.queryByText(/00:00/)).toBeNull()
})

test('the feed request uses the filter of the spec and the ticket host', async () => {
  const requests = mockRoute(listingsRoutes.feed, () => wireFeed([cheap]))
  await renderRoute(`${address}?quantity=3&order=section&sort=desc`)
  await row('Block 25')
  expect(Object.fromEntries(requests[0]?.query ?? [])).toEqual({
    event_id: '17',
    min_quantity: '3',
    order_by: 'section',
    sort_order: 'desc',
    my_listings: 'all_listings',
    per_page: '100',
    page: '1',
    lighter_response: 'true',
    target_currency: 'GBP',
  })
})

test('the quantity goes into the URL; "Any quantity" removes it and is sent as 1', async () => {
  const requests = mockRoute(listingsRoutes.feed, () => wireFeed([cheap, expensive]))
  const router = await renderRoute(address)
  await row('Block 25')
  await userEvent.click(screen.getByRole('radio', { name: '4 tickets or more' }))
  await waitFor(() => expect(requests.at(-1)?.query.get('min_quantity')).toBe('4'))
  expect(router.state.location.href).toBe(`${address}?quantity=4`)
  await userEvent.click(screen.getByRole('radio', { name: 'Any quantity' }))
  await waitFor(() => expect(router.state.location.search).toEqual({}))
  expect(requests[0]?.query.get('min_quantity')).toBe('1')
})

test('a row shows the price with and without the fee', async () => {
  await renderRoute(address)
  const shown = await row('Block 25')
  expect(shown.textContent).toContain('£124.43')
  expect(shown.textContent).toContain('£118.50 + fee')
})

test('a row offers only allowed quantities and shows their total with fees', async () => {
  await renderRoute(address)
  const shown = await row('Block 26')
  expect(
    within(shown)
      .getAllByRole('radio')
      .map((radio) => radio.getAttribute('value')),
  ).toEqual(['2', '4'])
  expect(shown.textContent).toContain('£2,604.00')
  await userEvent.click(within(shown).getByRole('radio', { name: '4' }))
  expect(shown.textContent).toContain('£5,208.00')
})

test('[HOLD-01] [API-23] Hold sends only the listing and the quantity', async () => {
  const holdRequests = mockRoute(holdsRoutes.place, () => {
    const { state: _state, event: _event, listing: _listing, ...line } = wireHold()
    return { data: [line] }
  })
  const listed = mockRoute(holdsRoutes.list, () =>
    wireBasket(...(holdRequests.length > 0 ? [wireHold()] : [])),
  )
  await renderRoute(address)
  await userEvent.click(within(await row('Block 25')).getByRole('button', { name: /^Hold 2 tickets/ }))
  expect(await screen.findByRole('region', { name: 'Basket' })).toBeTruthy()
  expect(holdRequests).toHaveLength(1)
  expect(holdRequests[0]?.body).toEqual([{ listing_id: 'lst_1', quantity: 2 }])
  expect(holdRequests[0]?.headers.get('authorization')).toBe('Bearer t0ken')
  expect(holdRequests[0]?.headers.get('content-type')).toBe('application/json')
  expect(holdRequests[0]?.headers.get('idempotency-key')).toBeTruthy()
  expect(listed.length).toBeGreaterThan(1)
})

test('H holds the focused row, arrow keys move between rows, digits set the quantity', async () => {
  const holdRequests = mockRoute(holdsRoutes.place, () =>
    errorReply(409, 'No tickets were held', 'hold.rejected'),
  )
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await renderRoute(address)
  const first = await row('Block 25')
  first.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(await row('Block 26'))
  await userEvent.keyboard('4h')
  await waitFor(() => expect(holdRequests[0]?.body).toEqual([{ listing_id: 'lst_2', quantity: 4 }]))
})

test('[ERROR-13] a rejected hold is logged, and its row shows the reason and alternatives', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const holdRequests = mockRoute(holdsRoutes.place, () =>
    errorReply(409, 'Not enough tickets left', 'hold.rejected', {
      lines: [
        {
          index: 0,
          listing_id: 'lst_1',
          code: 'listing.insufficient_quantity',
          available: 2,
          splits: [2],
          title: 'Not enough tickets left',
        },
      ],
    }),
  )
  await renderRoute(address)
  const shown = await row('Block 25')
  await userEvent.click(within(shown).getByRole('radio', { name: '4' }))
  await userEvent.click(within(shown).getByRole('button', { name: /^Hold 4 tickets/ }))
  expect((await within(shown).findByRole('alert')).textContent).toContain('2 of 4 left: take 2')
  expect(logged).toHaveBeenCalledOnce()
  await userEvent.click(within(shown).getByRole('button', { name: 'Hold 2' }))
  await waitFor(() => expect(holdRequests.at(-1)?.body).toEqual([{ listing_id: 'lst_1', quantity: 2 }]))
  const keys = holdRequests.map(({ headers }) => headers.get('idempotency-key'))
  expect(new Set(keys).size).toBe(2)
})

test('a listing that just sold out stays in place and shows as unavailable', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let stock = [cheap, expensive]
  mockRoute(listingsRoutes.feed, () => wireFeed(stock))
  mockRoute(holdsRoutes.place, () => {
    stock = [expensive]
    return errorReply(409, 'Sold out', 'hold.rejected', {
      lines: [{ index: 0, listing_id: 'lst_1', code: 'listing.unavailable', available: 0, splits: [] }],
    })
  })
  await renderRoute(address)
  await userEvent.click(within(await row('Block 25')).getByRole('button', { name: /^Hold/ }))
  expect(await screen.findByText('unavailable')).toBeTruthy()
  expect(within(await row('Block 25')).queryByRole('radio')).toBeNull()
})

test('retrying after a lost response uses the same key', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const holdRequests = mockRoute(holdsRoutes.place, () => errorReply(502, 'Bad gateway'))
  await renderRoute(address)
  const shown = await row('Block 25')
  await userEvent.click(within(shown).getByRole('button', { name: /^Hold 2/ }))
  await within(shown).findByRole('alert')
  await userEvent.click(within(shown).getByRole('button', { name: /^Hold 2/ }))
  await waitFor(() => expect(holdRequests).toHaveLength(2))
  expect(holdRequests[0]?.headers.get('idempotency-key')).toBe(
    holdRequests[1]?.headers.get('idempotency-key'),
  )
})

test('a plan block shows its listings; pressing it toggles the section filter', async () => {
  const requests = mockRoute(listingsRoutes.feed, () => bothListings)
  const router = await renderRoute(address)
  await row('Block 26')
  const block = await screen.findByRole('button', {
    name: /^Block 26, Lower tier: 1 listing, all-in from £1,302.00/,
  })
  await userEvent.click(block)
  await waitFor(() => expect(router.state.location.href).toBe(`${address}?section=Block+26`))
  await waitFor(() => expect(requests.at(-1)?.query.getAll('section_name[]')).toEqual(['Block 26']))
  await userEvent.click(await screen.findByRole('button', { name: /^Block 26, Lower tier/ }))
  await waitFor(() => expect(router.state.location.search).toEqual({}))
  expect(screen.getByText(/^Schematic map\./)).toBeTruthy()
})

test('the plan has an accessible list of its blocks', async () => {
  await renderRoute(address)
  await row('Block 26')
  await userEvent.click(await screen.findByRole('radio', { name: 'List' }))
  const plan = within(screen.getByRole('region', { name: 'Seating map' }))
  expect(plan.getAllByRole('button', { name: /Block/ }).map((item) => item.textContent)).toEqual([
    expect.stringContaining('£124.43'),
    expect.stringContaining('£1,302.00'),
  ])
})

test('listing notes have text labels on their icons', async () => {
  mockRoute(listingsRoutes.feed, () =>
    wireFeed([
      wireListing({
        attendee_identification_details_required: true,
        split_type: 'Single Seats',
        notes: [{ kind: 'restriction', text: 'Restricted view' }],
      }),
    ]),
  )
  await renderRoute(address)
  const notes = await screen.findByRole('button', { name: /^Notes on Block 25/ })
  expect(notes.getAttribute('aria-label')).toContain('Restriction: Restricted view')
  expect(notes.getAttribute('aria-label')).toContain('Attendee identification details required')
  expect(notes.getAttribute('aria-label')).toContain(
    'Single seat(s) - these seats are non-consecutive and will be split across the category/section/block listed',
  )
})

test('a missing event shows "not found" in place', async () => {
  mockRoute(catalogueRoutes.event, () => errorReply(404, 'This event does not exist', 'event.not_found'))
  const router = await renderRoute(address)
  expect(await screen.findByText('Page not found')).toBeTruthy()
  expect(router.state.location.pathname).toBe(address)
})

test('a non-numeric id shows "not found"', async () => {
  await renderRoute('/tickets/arsenal-v-chelsea/seventeen')
  expect(await screen.findByText('Page not found')).toBeTruthy()
})

test.each([
  ['a cancelled event', { status: 'cancelled' as const }, 'This event is cancelled'],
  ['an event that has started', { event_date_local: '2020-03-08T17:30' }, 'This event has started'],
])('%s cannot be held, and the page gives the reason', async (_which, overrides, text) => {
  mockRoute(catalogueRoutes.event, () => ({ data: wireEvent(overrides) }))
  await renderRoute(address)
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryByRole('grid')).toBeNull()
})

test('without listings the page shows this and offers to clear the quantity', async () => {
  mockRoute(listingsRoutes.feed, () => wireFeed([]))
  const router = await renderRoute(`${address}?quantity=5`)
  await userEvent.click(await screen.findByRole('button', { name: 'Show any quantity' }))
  expect(await screen.findByText('No listings right now')).toBeTruthy()
  expect(router.state.location.search).toEqual({})
})

test('[ERROR-12] a failed feed is logged and can be retried in place of the list', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let isBroken = true
  mockRoute(listingsRoutes.feed, () =>
    isBroken ? errorReply(422, 'event_id: must be an event id') : wireFeed([cheap]),
  )
  await renderRoute(address)
  expect(await screen.findByText('Couldn’t load listings')).toBeTruthy()
  expect(logged).toHaveBeenCalledExactlyOnceWith('Failed to load listings:', expect.any(ApiError))
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await row('Block 25')).toBeTruthy()
})

test('? shows the keyboard shortcuts', async () => {
  await renderRoute(address)
  await row('Block 25')
  await userEvent.keyboard('?')
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
})
