import { holdsRoutes, type WireHold } from '@terrace/contracts/holds'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { errorReply, mockRoute } from '#web/test/mock-api.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { wireBasket, wireHold, withoutRelease } from '#web/test/stock-factories.ts'

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

let holds: WireHold[]

beforeEach(() => {
  mockShell()
  holds = [
    wireHold({
      hold_id: 'hld_1',
      quantity: 4,
      expires_at: inMinutes(4),
      quote_ref: 'qt_1',
      quote: { title: 'Two by the tunnel', client_name: 'Harbour Travel' },
      listing: { releasable: [2, 4] },
    }),
    wireHold({
      hold_id: 'hld_2',
      listing_id: 'lst_2',
      expires_at: inMinutes(20),
      held_by: { name: 'Lee Park', is_me: false },
      event: { ...wireHold().event, id: 18, title: 'Everton v Leeds' },
      listing: { section: 'M4', row: '9', first_seat: 21, last_seat: 22, releasable: [2] },
    }),
  ]
  mockRoute(holdsRoutes.list, () => wireBasket(...holds))
})

/** Releases wait for their deadline, as on the server. */
function mockRelease() {
  return mockRoute(holdsRoutes.scheduleRelease, ({ body }) => {
    const items = body as { hold_id: string; quantity: number }[]
    const release_at = new Date(Date.now() + 5000).toISOString()
    const lines = holds.flatMap((hold) => {
      const quantity = items.find(({ hold_id }) => hold_id === hold.hold_id)?.quantity
      return quantity === undefined
        ? []
        : [{ hold_id: hold.hold_id, quantity, remaining: hold.quantity - quantity, release_at }]
    })
    holds = holds.map((hold) => {
      const quantity = items.find(({ hold_id }) => hold_id === hold.hold_id)?.quantity
      return quantity === undefined ? hold : { ...hold, releasing: { quantity, release_at } }
    })
    return { data: lines }
  })
}

function mockUndo() {
  return mockRoute(holdsRoutes.undoRelease, ({ body }) => {
    holds = holds.map(withoutRelease)
    const items = body as { hold_id: string }[]
    return {
      data: items.map(({ hold_id }) => ({
        hold_id,
        held: holds.find((hold) => hold.hold_id === hold_id)?.quantity ?? 0,
      })),
    }
  })
}

const table = async () => within(await screen.findByRole('table', { name: 'Holds' }))
const rowOf = async (text: string) => {
  const rows = (await table()).getAllByRole('row')
  return within(rows.find((row) => row.textContent.includes(text)) ?? document.body)
}

test('the tab lists all holds of the team with client, member, seats and price', async () => {
  await renderRoute('/profile?tab=holds')
  const [, first, second] = (await table()).getAllByRole('row')
  expect(first?.textContent).toMatch(/Arsenal v Chelsea.*Block 25 · 18 · 1–8.*Harbour Travel.*You.*4/)
  expect(first?.textContent).toContain('£497.72')
  expect(second?.textContent).toMatch(/Everton v Leeds.*M4 · 9 · 21–22.*Lee Park/)
  expect(within(first ?? document.body).getByRole('timer').textContent).toMatch(/^03:5\d|^04:00/)
})

test('a row releases an allowed part of its hold with two presses', async () => {
  const sent = mockRelease()
  await renderRoute('/profile?tab=holds')
  await userEvent.click((await rowOf('Harbour Travel')).getByRole('button', { name: /^Release/ }))
  const menu = within(await screen.findByRole('menu'))
  expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Release all 4',
    'Release 2 tickets, keep 2',
  ])
  await userEvent.click(menu.getByRole('menuitem', { name: 'Release 2 tickets, keep 2' }))
  await waitFor(() => expect(sent[0]?.body).toEqual([{ hold_id: 'hld_1', quantity: 2 }]))
})

test('a release can be undone from its row and from the undo bar, which counts the tickets', async () => {
  mockRelease()
  const undone = mockUndo()
  await renderRoute('/profile?tab=holds')
  for (const press of [
    async () => userEvent.click((await rowOf('Everton')).getByRole('button', { name: /^Undo the release/ })),
    () => userEvent.keyboard('z'),
  ]) {
    await userEvent.click((await rowOf('Everton')).getByRole('button', { name: /^Release/ }))
    const offer = within(await screen.findByRole('group', { name: 'Undo' }))
    expect(offer.getByText('Releasing 2 tickets')).toBeTruthy()
    expect((await rowOf('Everton')).getByText('Releasing…')).toBeTruthy()
    await press()
    await waitFor(async () =>
      expect((await rowOf('Everton')).getByRole('button', { name: /^Release/ })).toBeTruthy(),
    )
  }
  expect(undone.map(({ body }) => body)).toEqual([[{ hold_id: 'hld_2' }], [{ hold_id: 'hld_2' }]])
})

test('an undo after the deadline shows an error', async () => {
  mockRelease()
  mockRoute(holdsRoutes.undoRelease, () => ({ data: [{ hold_id: 'hld_2', held: 0 }] }))
  await renderRoute('/profile?tab=holds')
  await userEvent.click((await rowOf('Everton')).getByRole('button', { name: /^Release/ }))
  await screen.findByRole('group', { name: 'Undo' })
  await userEvent.keyboard('z')
  expect(await screen.findByText('2 tickets had already been released')).toBeTruthy()
})

test('an undo after the hold’s own time ran out says that the hold expired', async () => {
  mockRelease()
  mockRoute(holdsRoutes.undoRelease, () => ({ data: [{ hold_id: 'hld_2', held: 0 }] }))
  holds = holds.map((hold) => (hold.hold_id === 'hld_2' ? { ...hold, expires_at: inMinutes(1) } : hold))
  await renderRoute('/profile?tab=holds')
  await userEvent.click((await rowOf('Everton')).getByRole('button', { name: /^Release/ }))
  await screen.findByRole('group', { name: 'Undo' })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  await userEvent.keyboard('z')
  expect(await screen.findByText('The hold on 2 tickets has expired')).toBeTruthy()
  vi.useRealTimers()
})

test('releasing the same part again after a lost response is a new request once the hold is smaller', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let quantity = 4
  const sent = mockRoute(holdsRoutes.scheduleRelease, () => {
    quantity -= 1
    holds = holds.map((hold) => (hold.hold_id === 'hld_1' ? { ...hold, quantity } : hold))
    return errorReply(503, 'The server is busy. Try again in a moment', 'server.busy')
  })
  holds = holds.map((hold) => ({ ...hold, listing: { ...hold.listing, releasable: [1, 2, 3, 4] } }))
  await renderRoute('/profile?tab=holds')
  for (const [count, left] of [
    [1, 3],
    [2, 2],
  ]) {
    await userEvent.click((await rowOf('Harbour Travel')).getByRole('button', { name: /^Release/ }))
    const menu = within(await screen.findByRole('menu'))
    await userEvent.click(await menu.findByRole('menuitem', { name: `Release 1 ticket, keep ${left}` }))
    await waitFor(() => expect(sent).toHaveLength(count ?? 0))
  }
  const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
  expect(new Set(keys).size).toBe(2)
  vi.restoreAllMocks()
})

test('holds of several events are selected and released in one request', async () => {
  const sent = mockRelease()
  await renderRoute('/profile?tab=holds')
  await userEvent.click((await table()).getByRole('checkbox', { name: 'Select all rows shown' }))
  const bar = within(screen.getByRole('region', { name: 'Selected rows' }))
  expect(bar.getByRole('status').textContent).toBe('2 selected6 tickets · All-in £746.58')
  await userEvent.click(await bar.findByRole('button', { name: 'Release 6 tickets' }))
  await waitFor(async () => expect((await rowOf('Harbour')).getByText('Releasing…')).toBeTruthy())
  expect(sent.map(({ body }) => body)).toEqual([
    [
      { hold_id: 'hld_1', quantity: 4 },
      { hold_id: 'hld_2', quantity: 2 },
    ],
  ])
})

test('releasing more holds than one request allows shows the limit and releases none', async () => {
  holds = Array.from({ length: 101 }, (_, index) =>
    wireHold({
      hold_id: `hld_${index}`,
      quantity: 1,
      listing: { releasable: [1] },
      ...(index === 0 && { event: { ...wireHold().event, title: 'Everton v Leeds' } }),
    }),
  )
  const released = mockRelease()
  await renderRoute('/profile?tab=holds')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows shown' }))
  const bar = within(await screen.findByRole('region', { name: 'Selected rows' }))
  const button = await bar.findByRole('button', { name: 'Release 101 tickets' })
  expect(button).toHaveProperty('disabled', true)
  expect(button.title).toBe('Select at most 100 holds to release')
  expect(bar.getByText('Select at most 100 holds to release')).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: /^Select Everton/ }))
  expect(bar.queryByText('Select at most 100 holds to release')).toBeNull()
  await userEvent.click(await bar.findByRole('button', { name: 'Release 100 tickets' }))
  await waitFor(() => expect(released[0]?.body).toHaveLength(100))
})

test('a rejected release shows the reason and keeps the selection', async () => {
  // The specification wants failures logged.
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  mockRoute(holdsRoutes.scheduleRelease, () =>
    errorReply(409, 'No tickets were released', 'hold.release_rejected'),
  )
  await renderRoute('/profile?tab=holds')
  await userEvent.click((await rowOf('Everton')).getByRole('checkbox'))
  await userEvent.click(await screen.findByRole('button', { name: 'Release 2 tickets' }))
  expect((await screen.findByRole('alert')).textContent).toContain('No tickets were released')
  expect(screen.getByText('1 selected')).toBeTruthy()
  expect(logged).toHaveBeenCalledWith('Failed to release tickets:', expect.anything())
  logged.mockRestore()
})

test('checking out the selection buys exactly these holds', async () => {
  await renderRoute('/profile?tab=holds')
  await userEvent.click((await rowOf('Everton')).getByRole('checkbox'))
  const bar = within(screen.getByRole('region', { name: 'Selected rows' }))
  const link = await bar.findByRole('link', { name: 'Check out' })
  expect(link.getAttribute('href')).toBe('/checkout?holds=hld_2')
})

test('holds in different currencies cannot be checked out together, and the bar says why', async () => {
  const euros = { amount: '10.00', currency: 'EUR' }
  holds = [wireHold({ price: euros, service_fee: euros }), wireHold({ hold_id: 'hld_2' })]
  await renderRoute('/profile?tab=holds')
  await userEvent.click((await table()).getByRole('checkbox', { name: 'Select all rows shown' }))
  const bar = within(screen.getByRole('region', { name: 'Selected rows' }))
  expect(await bar.findByRole('button', { name: 'Check out' })).toHaveProperty('disabled', true)
  expect(bar.queryByRole('link', { name: 'Check out' })).toBeNull()
  expect(bar.getByText('One purchase has one currency. Selected: EUR and GBP')).toBeTruthy()
})

test('tickets that are being paid for can be neither released nor checked out', async () => {
  holds = [wireHold({ state: 'paying', listing: { releasable: [] } })]
  await renderRoute('/profile?tab=holds')
  const row = await rowOf('Arsenal')
  expect(row.getByText('Paying')).toBeTruthy()
  expect(row.queryByRole('button', { name: /^Release/ })).toBeNull()
  await userEvent.click(row.getByRole('checkbox'))
  const bar = within(screen.getByRole('region', { name: 'Selected rows' }))
  expect(await bar.findByRole('button', { name: 'Quote' })).toHaveProperty('disabled', true)
  expect(bar.queryByRole('link', { name: 'Check out' })).toBeNull()
})

test('a hold opens next to the list and closes when it is released', async () => {
  const router = await renderRoute('/profile?tab=holds')
  await userEvent.click((await table()).getByRole('link', { name: 'Everton v Leeds' }))
  expect(router.state.location.href).toBe('/profile?tab=holds&hold=hld_2')
  const panel = within(await screen.findByRole('region', { name: 'Everton v Leeds' }))
  expect(panel.getByText('Lee Park')).toBeTruthy()
  mockRelease()
  await userEvent.click(panel.getByRole('button', { name: 'Release 2 tickets' }))
  await waitFor(() => expect(router.state.location.href).toBe('/profile?tab=holds'))
})

test('before the last hold that starts at once ends, its panel and the undo bar say how long the next one waits', async () => {
  holds = holds.map((hold) => ({ ...hold, next_hold_waits_minutes: hold.hold_id === 'hld_2' ? 10 : null }))
  mockRelease()
  await renderRoute('/profile?tab=holds&hold=hld_2')
  expect(await screen.findByText(/wait 10 minutes to hold them again/)).toBeTruthy()
  await userEvent.click((await rowOf('Everton')).getByRole('button', { name: /^Release/ }))
  const offer = within(await screen.findByRole('group', { name: 'Undo' }))
  expect(offer.getByText(/You can hold them again after 10 minutes/)).toBeTruthy()
})

test('the panel of an ended hold shows that it has ended', async () => {
  await renderRoute('/profile?tab=holds&hold=hld_gone')
  expect(await screen.findByText('No longer held')).toBeTruthy()
})

test('the search filters by event, client and member and is kept in the URL', async () => {
  const router = await renderRoute('/profile?tab=holds')
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search holds' }), 'lee')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ q: 'lee' }))
  await waitFor(async () => expect((await table()).getAllByRole('link')).toHaveLength(1))
})

test('the panel of a converted hold shows the rate and its date', async () => {
  const conversion = {
    original_price: { amount: '140.00', currency: 'EUR' },
    rate: '0.8464285714',
    rate_date: '2031-02-28',
  }
  holds = holds.map((hold) => (hold.hold_id === 'hld_2' ? { ...hold, conversion } : hold))
  await renderRoute('/profile?tab=holds&hold=hld_2')
  const panel = within(await screen.findByRole('region', { name: 'Everton v Leeds' }))
  expect(await panel.findByText('€1 = £0.8464, ECB rate from 28-02-2031')).toBeTruthy()
})

test('the note on a hold is for the team, edited in its panel and found by the search', async () => {
  const saved = mockRoute(holdsRoutes.changeNote, ({ body }) => {
    const { internal_note = null } = body
    holds = holds.map((hold) => (hold.hold_id === 'hld_2' ? { ...hold, internal_note } : hold))
    return { data: { hold_id: 'hld_2', internal_note } }
  })
  await renderRoute('/profile?tab=holds&hold=hld_2')
  const panel = within(await screen.findByRole('region', { name: 'Everton v Leeds' }))
  await userEvent.click(await panel.findByRole('button', { name: 'Add note' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Note' }))
  expect(dialog.queryByLabelText(/reference/)).toBeNull()
  await userEvent.type(dialog.getByLabelText('Internal note'), 'Aisle only')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await panel.findByText('Aisle only')).toBeTruthy()
  expect(saved[0]?.body).toEqual({
    internal_note: 'Aisle only',
    expected: { internal_note: null },
  })
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search holds' }), 'aisle')
  await waitFor(async () => expect((await table()).getAllByRole('link')).toHaveLength(1))
})
