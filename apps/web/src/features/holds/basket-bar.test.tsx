import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { holdsRoutes, type WireHold } from '@terrace/contracts/holds'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer, fail, type ApiRequest } from '#web/test/api-server.ts'
import { answerShell, renderRoute } from '#web/test/render-route.tsx'
import { wireBasket, wireHold } from '#web/test/stock-factories.ts'

let held: WireHold[] = []

beforeEach(() => {
  answerShell()
  held = []
  answer(catalogueRoutes.hotEvents, () => ({ data: [] }))
  answer(holdsRoutes.list, () => wireBasket(...held))
})

const bar = () => screen.findByRole('region', { name: 'Basket' })

test('with nothing held there is no bar', async () => {
  await renderRoute('/')
  await screen.findByRole('contentinfo')
  expect(screen.queryByRole('region', { name: 'Basket' })).toBeNull()
})

test('the bar says what is held, from how many sellers, for how long and for how much', async () => {
  held = [
    wireHold(),
    wireHold({ hold_id: 'hld_2', quantity: 1, listing: { seller_name: 'Harbour Box Office' } }),
  ]
  await renderRoute('/')
  const basket = await bar()
  expect(basket.textContent).toContain('2 listings held')
  expect(basket.textContent).toContain('3 tickets · 2 sellers')
  expect(basket.textContent).toContain('£355.50 + £17.79 fee')
  expect(within(basket).getByRole('timer', { name: 'Time left to check out' }).textContent).toMatch(
    /^2[45]:\d\d$/,
  )
  expect(within(basket).getByRole('link', { name: 'Checkout · £373.29' }).getAttribute('href')).toBe(
    '/checkout',
  )
})

test('what is being paid for already is in the basket, but not in the sum of the checkout, which leaves it out', async () => {
  held = [wireHold({ state: 'paying' }), wireHold({ hold_id: 'hld_2', quantity: 1 })]
  await renderRoute('/')
  const basket = await bar()
  expect(basket.textContent).toContain('2 listings held')
  expect(basket.textContent).toContain('payment running')
  expect(basket.textContent).toContain('£118.50 + £5.93 fee')
  expect(within(basket).getByRole('link', { name: /^Checkout/ }).textContent).toBe('Checkout · £124.43')
})

test('where all of it is being paid for, the way leads to that payment, with its sum', async () => {
  held = [wireHold({ state: 'paying' })]
  await renderRoute('/')
  expect(within(await bar()).getByRole('link', { name: 'Checkout · £248.86' })).toBeTruthy()
})

test('[X-QUOTE-26] the way to the checkout names the quote that everything is held for, and none where something else is held', async () => {
  held = [wireHold({ quote_ref: 'qt_1' }), wireHold({ hold_id: 'hld_2', quote_ref: 'qt_1', quantity: 1 })]
  await renderRoute('/')
  const wayOn = async () =>
    within(await bar())
      .getByRole('link', { name: /^Checkout/ })
      .getAttribute('href')
  expect(await wayOn()).toBe('/checkout?quote=qt_1')
  held = [...held, wireHold({ hold_id: 'hld_3', quantity: 1 })]
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await waitFor(async () => expect(await wayOn()).toBe('/checkout'))
})

test('[HOLD-03] [API-24] releasing part of a hold sends its id and an allowed quantity', async () => {
  held = [wireHold({ quantity: 4, listing: { releasable: [2, 4] } })]
  const released = answer(holdsRoutes.release, () => {
    held = [wireHold({ quantity: 2, listing: { releasable: [2] } })]
    return { data: [{ hold_id: 'hld_1', released: 2, remaining: 2 }] }
  })
  await renderRoute('/')
  await userEvent.click(within(await bar()).getAllByRole('button', { name: 'Release' })[0] ?? document.body)
  const dialog = await screen.findByRole('dialog', { name: 'Release tickets' })
  const choices = within(dialog).getAllByRole('radio')
  expect(choices.map((radio) => radio.getAttribute('value'))).toEqual(['2', '4'])
  await userEvent.click(within(dialog).getByRole('radio', { name: '2' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Release 2 tickets' }))
  await waitFor(() => expect(within(dialog).queryByRole('radio')).toBeNull())
  expect(released[0]?.body).toEqual([{ hold_id: 'hld_1', quantity: 2 }])
  expect(released[0]?.headers.get('idempotency-key')).toBeTruthy()
})

test('[HOLD-03] "Release all" gives back every hold in one call', async () => {
  held = [wireHold(), wireHold({ hold_id: 'hld_2', quantity: 1 })]
  const released = answer(holdsRoutes.release, () => {
    held = []
    return { data: [] }
  })
  await renderRoute('/')
  await userEvent.click(within(await bar()).getAllByRole('button', { name: 'Release' })[0] ?? document.body)
  await userEvent.click(await screen.findByRole('button', { name: 'Release all' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Basket' })).toBeNull())
  expect(released[0]?.body).toEqual([
    { hold_id: 'hld_1', quantity: 2 },
    { hold_id: 'hld_2', quantity: 1 },
  ])
})

test('[ERROR-14] a failed release is logged and said beside its hold, which stays', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  held = [wireHold()]
  answer(holdsRoutes.release, () => fail(409, 'These tickets are being paid for', 'hold.release_refused'))
  await renderRoute('/')
  await userEvent.click(within(await bar()).getAllByRole('button', { name: 'Release' })[0] ?? document.body)
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Release 2 tickets' }))
  expect((await within(dialog).findByRole('alert')).textContent).toBe('These tickets are being paid for')
  expect(logged).toHaveBeenCalledOnce()
})

test('tickets that are being paid for can be neither released nor lapse', async () => {
  held = [wireHold({ state: 'paying' })]
  await renderRoute('/')
  const basket = await bar()
  expect(basket.textContent).toContain('payment running')
  expect(within(basket).queryByRole('timer')).toBeNull()
  expect(within(basket).queryByRole('button', { name: 'Release' })).toBeNull()
})

test('a hold that lapses says so, and is held again at a press', async () => {
  held = [wireHold({ expires_at: new Date(Date.now() + 300).toISOString() })]
  const lists = answer(holdsRoutes.list, () => {
    // The server knows the end before the browser asks.
    const answered = held
    held = []
    return wireBasket(...answered)
  })
  const placed = answer(holdsRoutes.place, () => {
    held = [wireHold({ hold_id: 'hld_9' })]
    const { state: _state, event: _event, listing: _listing, ...line } = wireHold({ hold_id: 'hld_9' })
    return { data: [line] }
  })
  await renderRoute('/')
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toContain('The hold on 2 tickets, Block 25 · R 18, has lapsed.')
  expect(lists.length).toBeGreaterThanOrEqual(2)
  await userEvent.click(within(notice).getByRole('button', { name: 'Hold again' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(placed[0]?.body).toEqual([{ listing_id: 'lst_1', quantity: 2 }])
  await waitFor(async () => expect((await bar()).textContent).toContain('1 listing held'))
})

/** The page is away while the time of its holds runs out, and hears what has become of them when it is back. */
async function comeBackLate(holds: WireHold[], lapsed: string[]) {
  held = holds
  const asked = answer(holdsRoutes.lapsed, () => ({ data: lapsed }))
  await renderRoute('/')
  await bar()
  held = []
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  await hearOfHolds()
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]?.query.getAll('hold_id[]')).toEqual(holds.map(({ hold_id }) => hold_id))
}

/** What comes when somebody looks at the page again. */
async function hearOfHolds() {
  await act(async () => void window.dispatchEvent(new Event('visibilitychange')))
}

test('of a hold that ended while the page was away nobody says that it lapsed: it may have been released elsewhere', async () => {
  await comeBackLate([wireHold()], ['hld_1'])
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The hold on 2 tickets, Block 25 · R 18, is over. Its time ran out, or another device released it. They are on sale again: Arsenal v Chelsea',
  )
})

test('of tickets that another device bought while the page was away nothing is said', async () => {
  await comeBackLate([wireHold(), wireHold({ hold_id: 'hld_2', quantity: 1 })], ['hld_2'])
  // Said of the other, and so what became of both has been heard.
  expect((await screen.findByRole('alert')).textContent).toContain('The hold on 1 ticket')
  expect(screen.queryByText(/The hold on 2 tickets/)).toBeNull()
})

test('what is said of a hold that ended stays while another is asked after, and where nobody can say of that', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await comeBackLate([wireHold()], ['hld_1'])
  const notice = await screen.findByRole('alert')
  const second = () => {
    const expires_at = new Date(Date.now() + 600_000).toISOString()
    return wireHold({ hold_id: 'hld_2', quantity: 1, expires_at })
  }
  held = [second()]
  await hearOfHolds()
  await bar()
  held = []
  const asked = answer(holdsRoutes.lapsed, () => fail(422, 'Nobody can say'))
  vi.setSystemTime(Date.now() + 3_600_000)
  await hearOfHolds()
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(notice.isConnected, 'while it is asked').toBe(true)
  // What is heard after that answer is drawn after it.
  held = [second()]
  await hearOfHolds()
  await bar()
  expect(notice.isConnected, 'after it failed').toBe(true)
})

test('fewer left of what has lapsed: the press takes what the notice advises, also where its answer is lost', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  held = [wireHold({ quantity: 4, expires_at: new Date(Date.now() + 300).toISOString() })]
  answer(holdsRoutes.list, () => {
    const answered = held
    held = []
    return wireBasket(...answered)
  })
  const answers = [
    () =>
      fail(409, 'There are not that many tickets left', 'hold.refused', {
        lines: [
          {
            index: 0,
            listing_id: 'lst_1',
            code: 'listing.insufficient_quantity',
            available: 3,
            splits: [1, 2],
          },
        ],
      }),
    () => fail(502, 'Bad gateway'),
    () => {
      held = [wireHold({ hold_id: 'hld_9' })]
      const { state: _state, event: _event, listing: _listing, ...line } = wireHold({ hold_id: 'hld_9' })
      return { data: [line] }
    },
  ]
  const placed: ApiRequest[] = answer(
    holdsRoutes.place,
    () => answers[placed.length - 1]?.() ?? fail(500, 'Once too often'),
  )
  await renderRoute('/')
  const notice = await screen.findByRole('alert')
  await userEvent.click(within(notice).getByRole('button', { name: 'Hold again' }))
  expect(await within(notice).findByText('3 of 4 left: take 1 or 2')).toBeTruthy()
  await userEvent.click(await within(notice).findByRole('button', { name: 'Hold 2' }))
  await within(notice).findByText('Bad gateway')
  await userEvent.click(await within(notice).findByRole('button', { name: 'Hold 2' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(placed.map(({ body }) => body)).toEqual([
    [{ listing_id: 'lst_1', quantity: 4 }],
    [{ listing_id: 'lst_1', quantity: 2 }],
    [{ listing_id: 'lst_1', quantity: 2 }],
  ])
  const [first, second, third] = placed.map(({ headers }) => headers.get('idempotency-key'))
  expect(second).not.toBe(first)
  expect(third).toBe(second)
})

test('[HOLD-03] a release whose answer was lost and comes again leaves the dialog open over what is still held', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  held = [wireHold({ quantity: 4, listing: { releasable: [2, 4] } })]
  const released = answer(holdsRoutes.release, () => {
    held = [wireHold({ quantity: 2, listing: { releasable: [2] } })]
    if (released.length === 1) return fail(502, 'Bad gateway')
    return { data: [{ hold_id: 'hld_1', released: 2, remaining: 2 }] }
  })
  await renderRoute('/')
  await userEvent.click(within(await bar()).getAllByRole('button', { name: 'Release' })[0] ?? document.body)
  const dialog = await screen.findByRole('dialog', { name: 'Release tickets' })
  await userEvent.click(within(dialog).getByRole('radio', { name: '2' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Release 2 tickets' }))
  await within(dialog).findByRole('alert')
  await waitFor(() => expect(within(dialog).queryByRole('radio')).toBeNull())
  await userEvent.click(within(dialog).getByRole('button', { name: 'Release 2 tickets' }))
  await waitFor(() => expect(within(dialog).queryByRole('alert')).toBeNull())
  await within(dialog).findByRole('button', { name: 'Release 2 tickets' })
  expect(released).toHaveLength(2)
  expect(screen.getByRole('dialog', { name: 'Release tickets' }).textContent).toContain('2 tickets')
})
