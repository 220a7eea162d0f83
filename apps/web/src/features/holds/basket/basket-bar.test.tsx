import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { holdsRoutes, type WireHold } from '@terrace/contracts/holds'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { wireEvent } from '#web/test/factories.ts'
import { mockRoute, errorReply, type ApiRequest } from '#web/test/mock-api.ts'
import { eventPath, mockEventPage } from '#web/test/mock-event-page.ts'
import { renderRoute } from '#web/test/render-route.tsx'
import { wireBasket, wireHold, withoutRelease } from '#web/test/stock-factories.ts'

let held: WireHold[] = []

beforeEach(() => {
  mockEventPage()
  // Without listings, so that all requests for them are the basket's.
  mockRoute(catalogueRoutes.event, () => ({ data: wireEvent({ status: 'cancelled' }) }))
  held = []
  mockRoute(catalogueRoutes.hotEvents, () => ({ data: [] }))
  mockRoute(holdsRoutes.list, () => wireBasket(...held))
})

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
const bar = () => screen.findByRole('region', { name: 'Basket' })

test('an empty basket shows no bar', async () => {
  await renderRoute(eventPath)
  await screen.findByRole('contentinfo')
  expect(screen.queryByRole('region', { name: 'Basket' })).toBeNull()
})

test('the bar shows listings, tickets, sellers, time left and total', async () => {
  held = [
    wireHold(),
    wireHold({ hold_id: 'hld_2', quantity: 1, listing: { seller_name: 'Harbour Box Office' } }),
  ]
  await renderRoute(eventPath)
  const basket = await bar()
  expect(basket.textContent).toContain('2 listings held')
  expect(basket.textContent).toContain('3 tickets · 2 sellers')
  expect(basket.textContent).toContain('All-in £373.29, fee £17.79')
  expect(within(basket).getByRole('timer', { name: 'Time left to check out' }).textContent).toMatch(
    /^2[45]:\d\d$/,
  )
  expect(within(basket).getByRole('link', { name: 'Check out · £373.29' }).getAttribute('href')).toBe(
    '/checkout',
  )
})

test('the bar and the basket show the rate of converted prices with its date', async () => {
  const conversion = {
    original_price: { amount: '140.00', currency: 'EUR' },
    rate: '0.8464285714',
    rate_date: '2031-02-28',
  }
  held = [wireHold({ conversion }), wireHold({ hold_id: 'hld_2', conversion })]
  await renderRoute(eventPath)
  expect((await bar()).textContent).toContain('fee £23.72 · €1 = £0.8464, ECB rate from 28-02-2031')
  await userEvent.keyboard('b')
  const dialog = within(await screen.findByRole('dialog', { name: 'Basket' }))
  expect(dialog.getByRole('list', { name: 'Exchange rates' }).textContent).toBe(
    '€1 = £0.8464, ECB rate from 28-02-2031',
  )
})

test('X opens the release of held tickets', async () => {
  held = [wireHold()]
  await renderRoute(eventPath)
  await bar()
  await userEvent.keyboard('x')
  const dialog = await screen.findByRole('dialog', { name: 'Release tickets' })
  expect(dialog.textContent).toContain('2 tickets · All-in £248.86 (£124.43\u00A0each)')
})

test('X, an arrow, Tab and Enter release a part', async () => {
  held = [wireHold({ quantity: 4, listing: { releasable: [2, 4] } })]
  const released = mockRoute(holdsRoutes.scheduleRelease, () => ({
    data: [{ hold_id: 'hld_1', quantity: 2, remaining: 2, release_at: inSeconds(5) }],
  }))
  await renderRoute(eventPath)
  await bar()
  await userEvent.keyboard('x')
  await waitFor(() => expect(document.activeElement?.getAttribute('value')).toBe('4'))
  await userEvent.keyboard('{ArrowLeft}{Tab}{Enter}')
  await waitFor(() => expect(released[0]?.body).toEqual([{ hold_id: 'hld_1', quantity: 2 }]))
})

test('holds in payment stay in the basket but not in the checkout total', async () => {
  held = [wireHold({ state: 'paying' }), wireHold({ hold_id: 'hld_2', quantity: 1 })]
  await renderRoute(eventPath)
  const basket = await bar()
  expect(basket.textContent).toContain('2 listings held')
  expect(basket.textContent).toContain('payment in progress')
  expect(basket.textContent).toContain('All-in £124.43, fee £5.93')
  expect(within(basket).getByRole('link', { name: /^Check out/ }).textContent).toBe('Check out · £124.43')
})

test('when every hold is being paid for, Checkout leads to that payment', async () => {
  held = [wireHold({ state: 'paying' })]
  await renderRoute(eventPath)
  expect(await within(await bar()).findByRole('link', { name: 'Check out · £248.86' })).toBeTruthy()
})

test('[X-QUOTE-26] Checkout names the quote only when every hold belongs to it', async () => {
  held = [wireHold({ quote_ref: 'qt_1' }), wireHold({ hold_id: 'hld_2', quote_ref: 'qt_1', quantity: 1 })]
  await renderRoute(eventPath)
  const checkoutHref = async () =>
    within(await bar())
      .getByRole('link', { name: /^Check out/ })
      .getAttribute('href')
  expect(await checkoutHref()).toBe('/checkout?quote=qt_1')
  held = [...held, wireHold({ hold_id: 'hld_3', quantity: 1 })]
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await waitFor(async () => expect(await checkoutHref()).toBe('/checkout'))
})

test('[HOLD-03] [API-24] releasing part of a hold sends its id and an allowed quantity', async () => {
  held = [wireHold({ quantity: 4, listing: { releasable: [2, 4] } })]
  const released = mockRoute(holdsRoutes.scheduleRelease, () => {
    held = [wireHold({ quantity: 2, listing: { releasable: [2] } })]
    return { data: [{ hold_id: 'hld_1', quantity: 2, remaining: 2, release_at: inSeconds(5) }] }
  })
  await renderRoute(eventPath)
  await userEvent.click(
    (await within(await bar()).findAllByRole('button', { name: 'Release' }))[0] ?? document.body,
  )
  const dialog = await screen.findByRole('dialog', { name: 'Release tickets' })
  const choices = within(dialog).getAllByRole('radio')
  expect(choices.map((radio) => radio.getAttribute('value'))).toEqual(['2', '4'])
  await userEvent.click(within(dialog).getByRole('radio', { name: '2' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Release 2 tickets' }))
  await waitFor(() => expect(within(dialog).queryByRole('radio')).toBeNull())
  expect(released[0]?.body).toEqual([{ hold_id: 'hld_1', quantity: 2 }])
  expect(released[0]?.headers.get('idempotency-key')).toBeTruthy()
})

test('[HOLD-03] "Release all" releases every hold in one call', async () => {
  held = [wireHold(), wireHold({ hold_id: 'hld_2', quantity: 1 })]
  const released = mockRoute(holdsRoutes.scheduleRelease, () => {
    held = []
    return {
      data: [
        { hold_id: 'hld_1', quantity: 2, remaining: 0, release_at: inSeconds(5) },
        { hold_id: 'hld_2', quantity: 1, remaining: 0, release_at: inSeconds(5) },
      ],
    }
  })
  await renderRoute(eventPath)
  await userEvent.click(
    (await within(await bar()).findAllByRole('button', { name: 'Release' }))[0] ?? document.body,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Release all' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Basket' })).toBeNull())
  expect(released[0]?.body).toEqual([
    { hold_id: 'hld_1', quantity: 2 },
    { hold_id: 'hld_2', quantity: 1 },
  ])
})

test('[ERROR-14] a failed release is logged and shown next to its hold', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  held = [wireHold()]
  mockRoute(holdsRoutes.scheduleRelease, () =>
    errorReply(409, 'These tickets are being paid for', 'hold.release_rejected'),
  )
  await renderRoute(eventPath)
  await userEvent.click(
    (await within(await bar()).findAllByRole('button', { name: 'Release' }))[0] ?? document.body,
  )
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Release 2 tickets' }))
  expect((await within(dialog).findByRole('alert')).textContent).toBe('These tickets are being paid for')
  expect(logged).toHaveBeenCalledOnce()
})

test("tickets that are being paid for can't be released and show no timer", async () => {
  held = [wireHold({ state: 'paying' })]
  await renderRoute(eventPath)
  const basket = await bar()
  expect(basket.textContent).toContain('payment in progress')
  expect(within(basket).queryByRole('timer')).toBeNull()
  expect(within(basket).queryByRole('button', { name: 'Release' })).toBeNull()
})

test('an expired hold shows a notice and can be held again', async () => {
  held = [wireHold({ expires_at: new Date(Date.now() + 300).toISOString() })]
  const lists = mockRoute(holdsRoutes.list, () => {
    // The server has already expired the hold when the browser refetches.
    const listed = held
    held = []
    return wireBasket(...listed)
  })
  const placed = mockRoute(holdsRoutes.place, () => {
    held = [wireHold({ hold_id: 'hld_9' })]
    const { state: _state, event: _event, listing: _listing, ...line } = wireHold({ hold_id: 'hld_9' })
    return { data: [line] }
  })
  await renderRoute(eventPath)
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toContain('The hold on 2 tickets, Block 25 · R 18, has expired.')
  expect(lists.length).toBeGreaterThanOrEqual(2)
  await userEvent.click(within(notice).getByRole('button', { name: 'Hold again' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(placed[0]?.body).toEqual([{ listing_id: 'lst_1', quantity: 2 }])
  await waitFor(async () => expect((await bar()).textContent).toContain('1 listing held'))
})

/** Lets the holds expire while the page is in the background, then brings the page back. */
async function returnAfterExpiry(holds: WireHold[], expired: string[]) {
  held = holds
  const requests = mockRoute(holdsRoutes.endedUnsold, () => ({ data: expired }))
  await renderRoute(eventPath)
  await bar()
  held = []
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  await refetchHolds()
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.query.getAll('hold_id[]')).toEqual(holds.map(({ hold_id }) => hold_id))
}

/** Simulates the user returning to the tab. */
async function refetchHolds() {
  await act(async () => void window.dispatchEvent(new Event('visibilitychange')))
}

test('a hold that ended in the background is not reported as expired', async () => {
  await returnAfterExpiry([wireHold()], ['hld_1'])
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The hold on 2 tickets, Block 25 · R 18, has ended. It expired or was released on another device. Back on sale: Arsenal v Chelsea',
  )
})

test('tickets bought on another device in the meantime show no notice', async () => {
  await returnAfterExpiry([wireHold(), wireHold({ hold_id: 'hld_2', quantity: 1 })], ['hld_2'])
  // This notice proves that the server has responded for both holds.
  expect((await screen.findByRole('alert')).textContent).toContain('The hold on 1 ticket')
  expect(screen.queryByText(/The hold on 2 tickets/)).toBeNull()
})

test('a notice stays while another hold is being checked and when that check fails', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await returnAfterExpiry([wireHold()], ['hld_1'])
  const notice = await screen.findByRole('alert')
  const second = () => {
    const expires_at = new Date(Date.now() + 600_000).toISOString()
    return wireHold({ hold_id: 'hld_2', quantity: 1, expires_at })
  }
  held = [second()]
  await refetchHolds()
  await bar()
  held = []
  const requests = mockRoute(holdsRoutes.endedUnsold, () => errorReply(422, 'Unknown'))
  vi.setSystemTime(Date.now() + 3_600_000)
  await refetchHolds()
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(notice.isConnected, 'while the check runs').toBe(true)
  // This refetch renders after the failed response.
  held = [second()]
  await refetchHolds()
  await bar()
  expect(notice.isConnected, 'after the check failed').toBe(true)
})

test('the notice retries with the advised quantity and reuses its key after a lost response', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  held = [wireHold({ quantity: 4, expires_at: new Date(Date.now() + 300).toISOString() })]
  mockRoute(holdsRoutes.list, () => {
    const listed = held
    held = []
    return wireBasket(...listed)
  })
  const responses = [
    () =>
      errorReply(409, 'Not enough tickets left', 'hold.rejected', {
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
    () => errorReply(502, 'Bad gateway'),
    () => {
      held = [wireHold({ hold_id: 'hld_9' })]
      const { state: _state, event: _event, listing: _listing, ...line } = wireHold({ hold_id: 'hld_9' })
      return { data: [line] }
    },
  ]
  const placed: ApiRequest[] = mockRoute(
    holdsRoutes.place,
    () => responses[placed.length - 1]?.() ?? errorReply(500, 'Unexpected call'),
  )
  await renderRoute(eventPath)
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

test('[HOLD-03] a repeated partial release keeps the dialog open with the remaining tickets', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  held = [wireHold({ quantity: 4, listing: { releasable: [2, 4] } })]
  const released = mockRoute(holdsRoutes.scheduleRelease, () => {
    held = [wireHold({ quantity: 2, listing: { releasable: [2] } })]
    if (released.length === 1) return errorReply(502, 'Bad gateway')
    return { data: [{ hold_id: 'hld_1', quantity: 2, remaining: 2, release_at: inSeconds(5) }] }
  })
  await renderRoute(eventPath)
  await userEvent.click(
    (await within(await bar()).findAllByRole('button', { name: 'Release' }))[0] ?? document.body,
  )
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

test('a release waits for five seconds and is undone from the bar of any member', async () => {
  held = [
    wireHold({ quantity: 4, releasing: { quantity: 4, release_at: inSeconds(5) } }),
    wireHold({ hold_id: 'hld_2', listing: { section: 'M4' } }),
  ]
  const undone = mockRoute(holdsRoutes.undoRelease, () => {
    held = held.map(withoutRelease)
    return { data: [{ hold_id: 'hld_1', held: 4 }] }
  })
  await renderRoute(eventPath)
  const basket = await bar()
  expect(basket.textContent).toContain('releasing…')
  // Checkout excludes tickets that are being released.
  expect(within(basket).getByRole('link', { name: /^Check out/ }).textContent).toContain('£248.86')
  await userEvent.click(within(basket).getByRole('button', { name: 'Undo the release' }))
  await waitFor(() => expect(basket.textContent).not.toContain('releasing…'))
  expect(undone[0]?.body).toEqual([{ hold_id: 'hld_1' }])
})
