import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { holdsRoutes, type WireHold } from '@terrace/contracts/holds'
import { listingsRoutes, type WireListing } from '@terrace/contracts/listings'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer, fail, server, type ApiRequest } from '#web/test/api-server.ts'
import { answerShell, renderRoute } from '#web/test/render-route.tsx'
import { selectedLine } from '#web/test/selection-factory.ts'
import { wireBasket, wireFeed, wireHold, wireListing } from '#web/test/stock-factories.ts'
import { selectedLines, toggleSelected } from './selection.ts'

const other = { id: 18, title: 'Spurs v Everton', slug: 'spurs-v-everton', team_ids: [7] }
const first = selectedLine()
const second = selectedLine({ listing_id: 'lst_2', section: 'Block 26', row: '3', event: other, quantity: 4 })

let stock: WireListing[]
let held: WireHold[]
let asked: ApiRequest[]

beforeEach(() => {
  answerShell()
  answer(catalogueRoutes.hotEvents, () => ({ data: [] }))
  stock = [wireListing(), wireListing({ id: 'lst_2', section: 'Block 26' })]
  held = []
  asked = answer(listingsRoutes.feed, () => wireFeed(stock))
  answer(holdsRoutes.list, () => wireBasket(...held))
  toggleSelected(first)
  toggleSelected(second)
})

const bar = () => screen.findByRole('region', { name: 'Basket' })
const dialog = () => screen.findByRole('dialog', { name: 'Basket' })
const pressHold = async () =>
  userEvent.click(within(await bar()).getByRole('button', { name: 'Hold 6 tickets' }))
const bodies = (requests: ApiRequest[]) => requests.map(({ body }) => body)
const keys = (requests: ApiRequest[]) => requests.map(({ headers }) => headers.get('idempotency-key'))
const both = [
  { listing_id: 'lst_1', quantity: 2 },
  { listing_id: 'lst_2', quantity: 4 },
]

function heldLine(given: Partial<WireHold>) {
  const { state: _state, event: _event, listing: _listing, ...line } = wireHold(given)
  return line
}

/** Holds whatever it is asked for. */
function holdAll() {
  return answer(holdsRoutes.place, () => {
    held = [
      wireHold({ hold_id: 'hld_1', listing_id: 'lst_1' }),
      wireHold({ hold_id: 'hld_2', listing_id: 'lst_2', quantity: 4 }),
    ]
    return { data: held.map(heldLine) }
  })
}

/** Fewer of one than wanted, and none of the other. */
function refuseBoth() {
  return fail(409, 'There are not that many tickets left', 'hold.refused', {
    lines: [
      { index: 0, listing_id: 'lst_1', code: 'listing.gone', available: 0, splits: [], title: 'Gone' },
      {
        index: 1,
        listing_id: 'lst_2',
        code: 'listing.insufficient_quantity',
        available: 2,
        splits: [2],
        title: 'There are not that many tickets left',
      },
    ],
  })
}

test('[API-22] what is selected is asked for by id, with the teams of its events and its currency', async () => {
  await renderRoute('/')
  const basket = await bar()
  await waitFor(() => expect(basket.textContent).toContain('£711.00 + £35.58 fee'))
  expect(basket.textContent).toContain('2 listings selected · 6 tickets')
  expect(asked[0]?.query.getAll('listing_id[]')).toEqual(['lst_1', 'lst_2'])
  expect(asked[0]?.query.getAll('team_id[]')).toEqual(['5', '6', '7'])
  expect(asked[0]?.query.get('target_currency')).toBe('GBP')
})

test('[ERROR-12] where that call fails it is logged, and the basket shows what was seen', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  answer(listingsRoutes.feed, () => fail(422, 'target_currency: there is no exchange rate for this currency'))
  await renderRoute('/')
  await waitFor(() => expect(logged).toHaveBeenCalled())
  expect((await bar()).textContent).toContain('2 listings selected')
})

test('[X-HOLD-02] all that is selected is held by one call, across events, and is selected no more', async () => {
  const placed = holdAll()
  await renderRoute('/')
  await pressHold()
  await waitFor(async () => expect((await bar()).textContent).toContain('2 listings held'))
  expect(bodies(placed)).toEqual([both])
  expect((await bar()).textContent).not.toContain('selected')
  expect(selectedLines()).toEqual([])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a double click holds once', async () => {
  const placed = holdAll()
  await renderRoute('/')
  await userEvent.dblClick(within(await bar()).getByRole('button', { name: 'Hold 6 tickets' }))
  await waitFor(async () => expect((await bar()).textContent).toContain('2 listings held'))
  expect(placed).toHaveLength(1)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('[X-HOLD-02] a refused batch says why, line by line, and one press repairs all and holds', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const refused = answer(holdsRoutes.place, refuseBoth)
  await renderRoute('/')
  await pressHold()
  const open = await dialog()
  const reasons = within(open).getAllByRole('alert')
  expect(reasons.map((reason) => reason.textContent)).toEqual([
    'Just gone: somebody else took the last ones.Take it out',
    '2 of 4 left: take 2Take 2',
  ])
  expect(bodies(refused)).toEqual([both])

  const placed = holdAll()
  await userEvent.click(within(open).getByRole('button', { name: 'Repair all and hold' }))
  await waitFor(() => expect(bodies(placed)).toEqual([[{ listing_id: 'lst_2', quantity: 2 }]]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(keys(placed)).not.toEqual(keys(refused))
})

test('each line is repaired by its own press, without holding anything yet', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const placed = answer(holdsRoutes.place, refuseBoth)
  await renderRoute('/')
  await pressHold()
  const open = await dialog()
  await userEvent.click(within(open).getByRole('button', { name: 'Take 2' }))
  await userEvent.click(within(open).getByRole('button', { name: 'Take it out' }))
  expect(selectedLines().map(({ listing_id, quantity }) => [listing_id, quantity])).toEqual([['lst_2', 2]])
  expect(within(open).queryByRole('alert')).toBeNull()
  expect(within(open).getByRole('button', { name: 'Hold 2 tickets' })).toBeTruthy()
  expect(open.contains(document.activeElement)).toBe(true)
  expect(placed).toHaveLength(1)
})

test('what the list already tells stands in the way before anything is asked for', async () => {
  stock = [wireListing({ available: 1, splits: [1] }), wireListing({ id: 'lst_2' })]
  const placed = holdAll()
  await renderRoute('/')
  await waitFor(async () =>
    expect((await bar()).textContent).toContain('Some of it cannot be held like this'),
  )
  await pressHold()
  expect(within(await dialog()).getByRole('alert').textContent).toBe('1 of 2 left: take 1Take 1')
  expect(placed).toHaveLength(0)
})

test('a whole refusal, such as the cap, is said as the server words it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  answer(holdsRoutes.place, () =>
    fail(409, 'Your team may hold 60 tickets at once, 2 more now', 'hold.cap_exceeded'),
  )
  await renderRoute('/')
  await pressHold()
  expect(within(await dialog()).getByRole('alert').textContent).toBe(
    'Your team may hold 60 tickets at once, 2 more now',
  )
})

test('[X-HOLD-06] a lost connection says so, and repeating it, also after a reload, has the same key', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const lost: (string | null)[] = []
  server.use(
    http.post('*/tickets/hold-multiple-tickets', ({ request }) => {
      lost.push(request.headers.get('idempotency-key'))
      return HttpResponse.error()
    }),
  )
  await renderRoute('/')
  await pressHold()
  expect(within(await dialog()).getByRole('alert').textContent).toBe(
    'The connection was lost before the answer came. Press Hold again: it holds only once.',
  )
  const placed = holdAll()
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Hold 6 tickets' }))
  await waitFor(() => expect(placed).toHaveLength(1))
  expect(lost[0]).toBeTruthy()
  expect(keys(placed)).toEqual(lost)
})

test('the basket shows its lines by event; quantities can be changed and lines taken out', async () => {
  await renderRoute('/')
  await userEvent.click(within(await bar()).getAllByRole('button', { name: 'Review' })[0] ?? document.body)
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
  await userEvent.click(within(open).getByRole('button', { name: 'Take out Block 25 · R 18' }))
  expect(within(open).getByRole('button', { name: 'Hold 1 ticket' })).toBeTruthy()
  await userEvent.click(within(open).getByRole('button', { name: 'Clear the selection' }))
  await waitFor(() => expect(selectedLines()).toEqual([]))
})

test('selected and held stand beside each other, each with its way on and one countdown', async () => {
  held = [wireHold()]
  await renderRoute('/')
  const basket = await bar()
  await waitFor(() => expect(basket.textContent).toContain('1 listing held'))
  expect(basket.textContent).toContain('2 listings selected')
  expect(within(basket).getAllByRole('timer')).toHaveLength(1)
  expect(within(basket).getByRole('link', { name: /^Checkout/ })).toBeTruthy()
  await userEvent.click(within(basket).getAllByRole('button', { name: 'Review' })[0] ?? document.body)
  expect(within(await dialog()).getByRole('region', { name: 'Held' }).textContent).toContain(
    'Release 2 tickets',
  )
})

test('after holding, the focus is on the way on; after giving all back, on the page', async () => {
  holdAll()
  await renderRoute('/')
  const hold = within(await bar()).getByRole('button', { name: 'Hold 6 tickets' })
  hold.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Checkout/))

  answer(holdsRoutes.release, () => {
    held = []
    return { data: [] }
  })
  await userEvent.click(within(await bar()).getAllByRole('button', { name: 'Release' })[0] ?? document.body)
  await userEvent.click(await screen.findByRole('button', { name: 'Release all' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

test('where it cannot be told what is held, the bar says so and asks again', async () => {
  let isBroken = true
  held = [wireHold()]
  answer(holdsRoutes.list, () => (isBroken ? fail(403, 'Not now') : wireBasket(...held)))
  await renderRoute('/')
  const notice = await within(await bar()).findByRole('alert')
  expect(notice.textContent).toContain('What your team holds could not be loaded.')
  isBroken = false
  await userEvent.click(within(notice).getByRole('button', { name: 'Try again' }))
  await waitFor(async () => expect((await bar()).textContent).toContain('1 listing held'))
})

test('a refused listing that was taken out and is selected again has not been refused', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  answer(holdsRoutes.place, refuseBoth)
  await renderRoute('/')
  await pressHold()
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Take it out' }))
  act(() => toggleSelected(first))
  const reasons = within(await dialog()).getAllByRole('alert')
  expect(reasons.map((reason) => reason.textContent)).toEqual(['2 of 4 left: take 2Take 2'])
})

test('what was said of a whole selection is not said of another one', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const cap = 'Your team may hold 60 tickets at once, 2 more now'
  answer(holdsRoutes.place, () => fail(409, cap, 'hold.cap_exceeded'))
  await renderRoute('/')
  await pressHold()
  expect(within(await dialog()).getByRole('alert').textContent).toBe(cap)
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Take out Block 25 · R 18' }))
  expect(within(await dialog()).queryByRole('alert')).toBeNull()
})
