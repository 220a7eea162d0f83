import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { holdsRoutes, type WireHold } from '@terrace/contracts/holds'
import { listingsRoutes, type WireListing } from '@terrace/contracts/listings'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { wireEvent } from '#web/test/factories.ts'
import { mockRoute, errorReply, server, type ApiRequest } from '#web/test/mock-api.ts'
import { eventPath, mockEventPage } from '#web/test/mock-event-page.ts'
import { renderRoute } from '#web/test/render-route.tsx'
import { selectedLine } from '#web/test/selection-factory.ts'
import { wireBasket, wireFeed, wireHold, wireListing } from '#web/test/stock-factories.ts'
import { selectedLines, toggleSelected } from './selection.ts'

const other = { id: 18, title: 'Spurs v Everton', slug: 'spurs-v-everton', performer_ids: [7] }
const first = selectedLine()
const second = selectedLine({ listing_id: 'lst_2', section: 'Block 26', row: '3', event: other, quantity: 4 })

let stock: WireListing[]
let held: WireHold[]
let feedRequests: ApiRequest[]

beforeEach(() => {
  mockEventPage()
  // Without listings, so that all requests for them are the basket's.
  mockRoute(catalogueRoutes.event, () => ({ data: wireEvent({ status: 'cancelled' }) }))
  mockRoute(catalogueRoutes.hotEvents, () => ({ data: [] }))
  stock = [wireListing(), wireListing({ id: 'lst_2', section: 'Block 26' })]
  held = []
  feedRequests = mockRoute(listingsRoutes.feed, () => wireFeed(stock))
  mockRoute(holdsRoutes.list, () => wireBasket(...held))
  toggleSelected(first)
  toggleSelected(second)
})

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
const bar = () => screen.findByRole('region', { name: 'Basket' })
const dialog = () => screen.findByRole('dialog', { name: 'Basket' })
const pressHold = async () =>
  userEvent.click(await within(await bar()).findByRole('button', { name: 'Hold 6 tickets' }))
const bodies = (requests: ApiRequest[]) => requests.map(({ body }) => body)
const keys = (requests: ApiRequest[]) => requests.map(({ headers }) => headers.get('idempotency-key'))
const both = [
  { listing_id: 'lst_1', quantity: 2 },
  { listing_id: 'lst_2', quantity: 4 },
]

function heldLine(overrides: Partial<WireHold>) {
  const { state: _state, event: _event, listing: _listing, ...line } = wireHold(overrides)
  return line
}

function holdAll() {
  return mockRoute(holdsRoutes.place, () => {
    held = [
      wireHold({ hold_id: 'hld_1', listing_id: 'lst_1' }),
      wireHold({ hold_id: 'hld_2', listing_id: 'lst_2', quantity: 4 }),
    ]
    return { data: held.map(heldLine) }
  })
}

/** Rejects both lines: one is sold out, the other has fewer tickets than requested. */
function rejectBoth() {
  return errorReply(409, 'Not enough tickets left', 'hold.rejected', {
    lines: [
      { index: 0, listing_id: 'lst_1', code: 'listing.unavailable', available: 0, splits: [], title: 'Gone' },
      {
        index: 1,
        listing_id: 'lst_2',
        code: 'listing.insufficient_quantity',
        available: 2,
        splits: [2],
        title: 'Not enough tickets left',
      },
    ],
  })
}

test('[API-22] selected listings are fetched by id, with their event teams and currency', async () => {
  await renderRoute(eventPath)
  const basket = await bar()
  await waitFor(() => expect(basket.textContent).toContain('All-in £746.58, fee £35.58'))
  expect(basket.textContent).toContain('2 listings selected · 6 tickets')
  expect(feedRequests[0]?.query.getAll('listing_id[]')).toEqual(['lst_1', 'lst_2'])
  expect(feedRequests[0]?.query.getAll('team_id[]')).toEqual(['5', '6', '7'])
  expect(feedRequests[0]?.query.get('target_currency')).toBe('GBP')
})

test('[ERROR-12] a failed call is logged, and the basket shows the last known data', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  mockRoute(listingsRoutes.feed, () => errorReply(422, 'Prices are not available in this currency'))
  await renderRoute(eventPath)
  await waitFor(() => expect(logged).toHaveBeenCalled())
  expect((await bar()).textContent).toContain('2 listings selected')
})

test('[X-HOLD-02] one call holds the selection across events and clears it', async () => {
  const placed = holdAll()
  await renderRoute(eventPath)
  await pressHold()
  await waitFor(async () => expect((await bar()).textContent).toContain('2 listings held'))
  expect(bodies(placed)).toEqual([both])
  expect((await bar()).textContent).not.toContain('selected')
  expect(selectedLines()).toEqual([])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a double click holds once', async () => {
  const placed = holdAll()
  await renderRoute(eventPath)
  await userEvent.dblClick(await within(await bar()).findByRole('button', { name: 'Hold 6 tickets' }))
  await waitFor(async () => expect((await bar()).textContent).toContain('2 listings held'))
  expect(placed).toHaveLength(1)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('[X-HOLD-02] a rejected batch shows an error per line and can be fixed with one press', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const rejectedRequests = mockRoute(holdsRoutes.place, rejectBoth)
  await renderRoute(eventPath)
  await pressHold()
  const open = await dialog()
  const reasons = within(open).getAllByRole('alert')
  expect(reasons.map((reason) => reason.textContent)).toEqual([
    'Someone else just took the last tickets.Remove',
    '2 of 4 left: take 2Take 2',
  ])
  expect(bodies(rejectedRequests)).toEqual([both])

  const placed = holdAll()
  await userEvent.click(within(open).getByRole('button', { name: 'Fix and hold all' }))
  await waitFor(() => expect(bodies(placed)).toEqual([[{ listing_id: 'lst_2', quantity: 2 }]]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(keys(placed)).not.toEqual(keys(rejectedRequests))
})

test('each line can be fixed on its own without placing a hold', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const placed = mockRoute(holdsRoutes.place, rejectBoth)
  await renderRoute(eventPath)
  await pressHold()
  const open = await dialog()
  await userEvent.click(within(open).getByRole('button', { name: 'Take 2' }))
  await userEvent.click(within(open).getByRole('button', { name: 'Remove' }))
  expect(selectedLines().map(({ listing_id, quantity }) => [listing_id, quantity])).toEqual([['lst_2', 2]])
  expect(within(open).queryByRole('alert')).toBeNull()
  expect(within(open).getByRole('button', { name: 'Hold 2 tickets' })).toBeTruthy()
  expect(open.contains(document.activeElement)).toBe(true)
  expect(placed).toHaveLength(1)
})

test('problems known from the feed block the hold before any request is sent', async () => {
  stock = [wireListing({ available: 1, splits: [1] }), wireListing({ id: 'lst_2' })]
  const placed = holdAll()
  await renderRoute(eventPath)
  await waitFor(async () => expect((await bar()).textContent).toContain('Some tickets can’t be held'))
  await pressHold()
  expect((await within(await dialog()).findByRole('alert')).textContent).toBe('1 of 2 left: take 1Take 1')
  expect(placed).toHaveLength(0)
})

test("an error for the full batch, such as the hold limit, shows the server's text", async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  mockRoute(holdsRoutes.place, () =>
    errorReply(
      409,
      'Your team can hold 60 tickets at once. 2 more can be held now',
      'hold.team_limit_exceeded',
    ),
  )
  await renderRoute(eventPath)
  await pressHold()
  expect((await within(await dialog()).findByRole('alert')).textContent).toBe(
    'Your team can hold 60 tickets at once. 2 more can be held now',
  )
})

test('[X-HOLD-06] a lost connection is shown, and a retry reuses the idempotency key', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const lost: (string | null)[] = []
  server.use(
    http.post('*/tickets/hold-multiple-tickets', ({ request }) => {
      lost.push(request.headers.get('idempotency-key'))
      return HttpResponse.error()
    }),
  )
  await renderRoute(eventPath)
  await pressHold()
  expect((await within(await dialog()).findByRole('alert')).textContent).toBe(
    'Connection lost. Try again. You won’t hold these tickets twice.',
  )
  const placed = holdAll()
  await userEvent.click(await within(await dialog()).findByRole('button', { name: 'Hold 6 tickets' }))
  await waitFor(() => expect(placed).toHaveLength(1))
  expect(lost[0]).toBeTruthy()
  expect(keys(placed)).toEqual(lost)
})

test('the basket groups lines by event; quantities can be changed and lines removed', async () => {
  await renderRoute(eventPath)
  await userEvent.click(
    (await within(await bar()).findAllByRole('button', { name: 'Review' }))[0] ?? document.body,
  )
  const open = await dialog()
  expect(
    within(open)
      .getAllByRole('list')
      .map((list) => list.textContent),
  ).toEqual([expect.stringContaining('Block 25 · R 18'), expect.stringContaining('Block 26 · R 3')])
  expect(within(open).getByRole('list', { name: 'Spurs v Everton' })).toBeTruthy()
  await userEvent.click(
    within(within(open).getByRole('list', { name: 'Spurs v Everton' })).getByRole('radio', { name: '1' }),
  )
  expect(selectedLines()[1]?.quantity).toBe(1)
  await userEvent.click(within(open).getByRole('button', { name: 'Remove Block 25 · R 18' }))
  expect(within(open).getByRole('button', { name: 'Hold 1 ticket' })).toBeTruthy()
  await userEvent.click(within(open).getByRole('button', { name: 'Clear selection' }))
  await waitFor(() => expect(selectedLines()).toEqual([]))
})

test('selected and held tickets show side by side with one countdown', async () => {
  held = [wireHold()]
  await renderRoute(eventPath)
  const basket = await bar()
  await waitFor(() => expect(basket.textContent).toContain('1 listing held'))
  expect(basket.textContent).toContain('2 listings selected')
  expect(within(basket).getAllByRole('timer')).toHaveLength(1)
  expect(within(basket).getByRole('link', { name: /^Check out/ })).toBeTruthy()
  await userEvent.click(within(basket).getAllByRole('button', { name: 'Review' })[0] ?? document.body)
  expect((await within(await dialog()).findByRole('region', { name: 'Held' })).textContent).toContain(
    'Release 2 tickets',
  )
})

test('focus moves to Checkout after holding and to the page after releasing everything', async () => {
  holdAll()
  await renderRoute(eventPath)
  const hold = await within(await bar()).findByRole('button', { name: 'Hold 6 tickets' })
  hold.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Check out/))

  mockRoute(holdsRoutes.scheduleRelease, () => {
    held = []
    return { data: [{ hold_id: 'hld_1', quantity: 2, remaining: 0, release_at: inSeconds(5) }] }
  })
  await userEvent.click(
    (await within(await bar()).findAllByRole('button', { name: 'Release' }))[0] ?? document.body,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Release all' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

test("when holds can't be loaded, the bar shows an error and can retry", async () => {
  let isBroken = true
  held = [wireHold()]
  mockRoute(holdsRoutes.list, () => (isBroken ? errorReply(403, 'Unavailable') : wireBasket(...held)))
  await renderRoute(eventPath)
  const notice = await within(await bar()).findByRole('alert')
  expect(notice.textContent).toContain('Couldn’t load your team’s holds.')
  isBroken = false
  await userEvent.click(within(notice).getByRole('button', { name: 'Try again' }))
  await waitFor(async () => expect((await bar()).textContent).toContain('1 listing held'))
})

test('a rejected listing that is removed and selected again shows no old error', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  mockRoute(holdsRoutes.place, rejectBoth)
  await renderRoute(eventPath)
  await pressHold()
  await userEvent.click(await within(await dialog()).findByRole('button', { name: 'Remove' }))
  act(() => toggleSelected(first))
  const reasons = await within(await dialog()).findAllByRole('alert')
  expect(reasons.map((reason) => reason.textContent)).toEqual(['2 of 4 left: take 2Take 2'])
})

test('an error for one selection is not shown for another', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const limitReached = 'Your team can hold 60 tickets at once. 2 more can be held now'
  mockRoute(holdsRoutes.place, () => errorReply(409, limitReached, 'hold.team_limit_exceeded'))
  await renderRoute(eventPath)
  await pressHold()
  expect((await within(await dialog()).findByRole('alert')).textContent).toBe(limitReached)
  await userEvent.click(await within(await dialog()).findByRole('button', { name: 'Remove Block 25 · R 18' }))
  expect(within(await dialog()).queryByRole('alert')).toBeNull()
})
