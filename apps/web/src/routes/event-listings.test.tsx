import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { holdsRoutes } from '@terrace/contracts/holds'
import { homeRoutes } from '@terrace/contracts/home'
import { listingsRoutes } from '@terrace/contracts/listings'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/lib/api-error.ts'
import { answer, fail } from '#web/test/api-server.ts'
import { gbp, wireEvent } from '#web/test/factories.ts'
import { wireFacets } from '#web/test/feed-facets.ts'
import { answerShell, renderRoute } from '#web/test/render-route.tsx'
import { wireBasket, wireFeed, wireHold, wireListing, wirePlan } from '#web/test/stock-factories.ts'

const address = '/tickets/arsenal-v-chelsea/17'
const cheap = wireListing()
const dear = wireListing({
  id: 'lst_2',
  section: 'Block 26',
  row: '3',
  split_type: 'Sell In Multiples',
  splits: [2, 4],
  proceed_price: gbp('1240.00'),
})

const bothListed = wireFeed([cheap, dear], { facets: wireFacets([cheap, dear]) })

beforeEach(() => {
  answerShell()
  answer(catalogueRoutes.event, () => ({ data: wireEvent() }))
  answer(catalogueRoutes.seatingPlan, () => ({ data: wirePlan() }))
  answer(listingsRoutes.feed, () => bothListed)
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

test('[API-17] the look at an event is remembered, once, and its failure disturbs nobody', async () => {
  const views = answer(homeRoutes.recordView, () => fail(500, 'Out of order'))
  await renderRoute(address)
  await row('Block 25')
  await vi.waitFor(() => expect(views.map(({ body }) => body)).toEqual([{ event_id: 17 }]))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('[X-CAT-07] the time is the venue’s wall clock, whatever zone the browser is in', async () => {
  vi.stubEnv('TZ', 'Pacific/Auckland')
  answer(catalogueRoutes.event, () => ({
    data: wireEvent({ timezone: 'America/Los_Angeles', event_date_local: '2031-11-22T22:00' }),
  }))
  await renderRoute(address)
  expect(await screen.findByRole('img', { name: 'Sat 22 Nov 31, 22:00' })).toBeTruthy()
  expect(screen.getByText('local time, confirmed')).toBeTruthy()
})

test('an event without a time says that it is to be confirmed', async () => {
  answer(catalogueRoutes.event, () => ({
    data: wireEvent({ event_date_local: '2031-11-22T00:00', time_confirmed: false }),
  }))
  await renderRoute(address)
  expect(await screen.findByText('time to be confirmed')).toBeTruthy()
  expect(screen.queryByText(/00:00/)).toBeNull()
})

test('the feed is asked for by the spec’s filter, from the ticket host', async () => {
  const asked = answer(listingsRoutes.feed, () => wireFeed([cheap]))
  await renderRoute(`${address}?quantity=3&order=section&sort=desc`)
  await row('Block 25')
  expect(Object.fromEntries(asked[0]?.query ?? [])).toEqual({
    event_id: '17',
    min_quantity: '3',
    order_by: 'section',
    sort_order: 'desc',
    my_listings: 'all_listings',
    per_page: '100',
    page: '1',
    lighter_response: 'true',
  })
})

test('the choice of quantity goes into the address, and "Any quantity" out of it and to the server as 1', async () => {
  const asked = answer(listingsRoutes.feed, () => wireFeed([cheap, dear]))
  const router = await renderRoute(address)
  await row('Block 25')
  await userEvent.click(screen.getByRole('radio', { name: '4 tickets or more' }))
  await waitFor(() => expect(asked.at(-1)?.query.get('min_quantity')).toBe('4'))
  expect(router.state.location.href).toBe(`${address}?quantity=4`)
  await userEvent.click(screen.getByRole('radio', { name: 'Any quantity' }))
  await waitFor(() => expect(router.state.location.search).toEqual({}))
  expect(asked[0]?.query.get('min_quantity')).toBe('1')
})

test('a row offers the allowed quantities and no others, and adds up for the chosen one', async () => {
  await renderRoute(address)
  const shown = await row('Block 26')
  expect(
    within(shown)
      .getAllByRole('radio')
      .map((radio) => radio.getAttribute('value')),
  ).toEqual(['2', '4'])
  expect(shown.textContent).toContain('£2,480.00')
  await userEvent.click(within(shown).getByRole('radio', { name: '4' }))
  expect(shown.textContent).toContain('£4,960.00')
})

test('[HOLD-01] [API-23] Hold sends the listing and the quantity, and no other field', async () => {
  const placed = answer(holdsRoutes.place, () => {
    const { state: _state, event: _event, listing: _listing, ...line } = wireHold()
    return { data: [line] }
  })
  const listed = answer(holdsRoutes.list, () => wireBasket(...(placed.length > 0 ? [wireHold()] : [])))
  await renderRoute(address)
  await userEvent.click(within(await row('Block 25')).getByRole('button', { name: /^Hold 2 tickets/ }))
  expect(await screen.findByRole('region', { name: 'Basket' })).toBeTruthy()
  expect(placed).toHaveLength(1)
  expect(placed[0]?.body).toEqual([{ listing_id: 'lst_1', quantity: 2 }])
  expect(placed[0]?.headers.get('authorization')).toBe('Bearer t0ken')
  expect(placed[0]?.headers.get('content-type')).toBe('application/json')
  expect(placed[0]?.headers.get('idempotency-key')).toBeTruthy()
  expect(listed.length).toBeGreaterThan(1)
})

test('H holds the row that has the focus, arrows walk the rows, digits choose the quantity', async () => {
  const placed = answer(holdsRoutes.place, () => fail(409, 'Nothing was held', 'hold.refused'))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await renderRoute(address)
  const first = await row('Block 25')
  first.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(await row('Block 26'))
  await userEvent.keyboard('4h')
  await waitFor(() => expect(placed[0]?.body).toEqual([{ listing_id: 'lst_2', quantity: 4 }]))
})

test('[ERROR-13] a refused hold is logged, and said in its row with what can be had instead', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const placed = answer(holdsRoutes.place, () =>
    fail(409, 'There are not that many tickets left', 'hold.refused', {
      lines: [
        {
          index: 0,
          listing_id: 'lst_1',
          code: 'listing.insufficient_quantity',
          available: 2,
          splits: [2],
          title: 'There are not that many tickets left',
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
  await waitFor(() => expect(placed.at(-1)?.body).toEqual([{ listing_id: 'lst_1', quantity: 2 }]))
  const keys = placed.map(({ headers }) => headers.get('idempotency-key'))
  expect(new Set(keys).size).toBe(2)
})

test('a listing that is just gone stays where it was and says so', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let stock = [cheap, dear]
  answer(listingsRoutes.feed, () => wireFeed(stock))
  answer(holdsRoutes.place, () => {
    stock = [dear]
    return fail(409, 'These tickets are gone', 'hold.refused', {
      lines: [{ index: 0, listing_id: 'lst_1', code: 'listing.gone', available: 0, splits: [] }],
    })
  })
  await renderRoute(address)
  await userEvent.click(within(await row('Block 25')).getByRole('button', { name: /^Hold/ }))
  expect(await screen.findByText('just gone')).toBeTruthy()
  expect(within(await row('Block 25')).queryByRole('radio')).toBeNull()
})

test('a lost answer is asked for again with the same key', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const placed = answer(holdsRoutes.place, () => fail(502, 'Bad gateway'))
  await renderRoute(address)
  const shown = await row('Block 25')
  await userEvent.click(within(shown).getByRole('button', { name: /^Hold 2/ }))
  await within(shown).findByRole('alert')
  await userEvent.click(within(shown).getByRole('button', { name: /^Hold 2/ }))
  await waitFor(() => expect(placed).toHaveLength(2))
  expect(placed[0]?.headers.get('idempotency-key')).toBe(placed[1]?.headers.get('idempotency-key'))
})

test('a block of the plan tells what it holds, and a press narrows the list to it and back', async () => {
  const asked = answer(listingsRoutes.feed, () => bothListed)
  const router = await renderRoute(address)
  await row('Block 26')
  const block = await screen.findByRole('button', {
    name: /^Block 26, Lower tier: 1 listing, from £1,240.00/,
  })
  await userEvent.click(block)
  await waitFor(() => expect(router.state.location.href).toBe(`${address}?section=Block+26`))
  await waitFor(() => expect(asked.at(-1)?.query.getAll('section_name[]')).toEqual(['Block 26']))
  await userEvent.click(await screen.findByRole('button', { name: /^Block 26, Lower tier/ }))
  await waitFor(() => expect(router.state.location.search).toEqual({}))
  expect(screen.getByText('Schematic plan.')).toBeTruthy()
})

test('the plan has a list of its blocks for those who cannot use it', async () => {
  await renderRoute(address)
  await row('Block 26')
  await userEvent.click(await screen.findByRole('radio', { name: 'List' }))
  const plan = within(screen.getByRole('region', { name: 'Seating plan' }))
  expect(plan.getAllByRole('button', { name: /Block/ }).map((item) => item.textContent)).toEqual([
    expect.stringContaining('£118.50'),
    expect.stringContaining('£1,240.00'),
  ])
})

test('the notes of a listing are words on its icons', async () => {
  answer(listingsRoutes.feed, () =>
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

test('an event that does not exist is said in place', async () => {
  answer(catalogueRoutes.event, () => fail(404, 'This event does not exist', 'event.not_found'))
  const router = await renderRoute(address)
  expect(await screen.findByText('There is nothing here')).toBeTruthy()
  expect(router.state.location.pathname).toBe(address)
})

test('an id that is no number names no event', async () => {
  await renderRoute('/tickets/arsenal-v-chelsea/seventeen')
  expect(await screen.findByText('There is nothing here')).toBeTruthy()
})

test.each([
  ['a cancelled event', { status: 'cancelled' as const }, 'This event is cancelled'],
  ['one that has started', { event_date_local: '2020-03-08T17:30' }, 'This event has started'],
])('%s says so, and offers nothing to hold', async (_which, given, words) => {
  answer(catalogueRoutes.event, () => ({ data: wireEvent(given) }))
  await renderRoute(address)
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.queryByRole('grid')).toBeNull()
})

test('without listings the page says so, and offers any quantity where one was chosen', async () => {
  answer(listingsRoutes.feed, () => wireFeed([]))
  const router = await renderRoute(`${address}?quantity=5`)
  await userEvent.click(await screen.findByRole('button', { name: 'Show any quantity' }))
  expect(await screen.findByText('No listings right now')).toBeTruthy()
  expect(router.state.location.search).toEqual({})
})

test('[ERROR-12] a feed that fails is logged, and can be asked for again where the list would be', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let isBroken = true
  answer(listingsRoutes.feed, () =>
    isBroken ? fail(422, 'event_id: must be an event id') : wireFeed([cheap]),
  )
  await renderRoute(address)
  expect(await screen.findByText('The listings could not be loaded')).toBeTruthy()
  expect(logged).toHaveBeenCalledExactlyOnceWith('The feed failed:', expect.any(ApiError))
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await row('Block 25')).toBeTruthy()
})

test('? lists the keys', async () => {
  await renderRoute(address)
  await row('Block 25')
  await userEvent.keyboard('?')
  expect(await screen.findByRole('dialog', { name: 'Keys' })).toBeTruthy()
})
