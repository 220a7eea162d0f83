import { inventoryRoutes } from '@terrace/contracts/inventory'
import { inventoryApiKeysRoutes } from '@terrace/contracts/inventory-api-keys'
import { inventoryEditRoutes } from '@terrace/contracts/inventory-edit'
import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { gbp } from '#web/test/factories.ts'
import { inventoryEvent, wireInventoryRow } from '#web/test/inventory-factories.ts'
import { fakeChannel, subscribedChannels } from '#web/test/fakes/fake-realtime.ts'
import { errorReply, mockRoute } from '#web/test/mock-api.ts'
import { mockInventory, seller } from '#web/test/mock-inventory.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { runUndo } from '#web/ui/overlay/show-undo.ts'

const upper = wireInventoryRow()
const lower = wireInventoryRow({
  id: 'lst_4',
  section: 'Block 4',
  row: '12',
  price: gbp('146.00'),
  version: 3,
})
const spurs = wireInventoryRow({
  id: 'lst_250',
  section: 'Block 250',
  event: { ...inventoryEvent, id: 18, title: 'Tottenham vs Arsenal' },
})

let rows: WireInventoryRow[]
beforeEach(() => {
  rows = [upper, lower, spurs]
  mockShell()
})

async function open(search = '') {
  const requests = mockInventory(() => rows)
  const router = await renderRoute(`/sell/inventory${search}`, { user: seller })
  await screen.findByRole('grid', { name: 'Inventory' })
  return { router, requests }
}

const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(name) })
const cell = (name: string, column: string) => {
  const titles = screen.getAllByRole('columnheader').map((each) => each.getAttribute('aria-label'))
  return within(rowOf(name)).getAllByRole('gridcell')[titles.indexOf(column)] ?? fail(column)
}
function fail(column: string): never {
  throw new Error(`no column ${column}`)
}
const focusCell = (name: string, column: string) => act(() => cell(name, column).focus())

/** Updates the listing as the server does. */
function mockUpdate() {
  return mockRoute(inventoryEditRoutes.update, ({ params, body }) => {
    const row = rows.find(({ id }) => id === params['listing_id']) ?? upper
    if (row.version !== body.version)
      return errorReply(409, 'This listing was changed', 'supply.listing_changed', { listing: row })
    const saved = { ...row, price: gbp(String(body.price)), version: row.version + 1 }
    rows = rows.map((each) => (each.id === saved.id ? saved : each))
    return { data: saved }
  })
}

test('a seller starts in the inventory, grouped by event with totals', async () => {
  mockInventory(() => rows)
  const router = await renderRoute('/', { user: seller })
  await screen.findByRole('grid', { name: 'Inventory' })
  expect(router.state.location.pathname).toBe('/sell/inventory')
  expect(screen.getByRole('link', { name: 'Inventory' }).getAttribute('aria-current')).toBe('page')
  expect(rowOf('Arsenal vs Manchester City').textContent).toContain('£1,034')
  expect(
    within(rowOf('Block 115'))
      .getAllByRole('gridcell')
      .map((each) => each.textContent),
  ).toEqual(
    expect.arrayContaining([
      'Block 115',
      '11',
      '255–258',
      '4',
      'Pairs',
      '£82.00',
      '£112.50',
      '£103.50',
      '£21.50',
    ]),
  )
})

test('coming back to the inventory shows what another page added, such as an import', async () => {
  rows = [upper]
  mockRoute(inventoryApiKeysRoutes.list, () => ({ data: { keys: [], can_manage: true } }))
  const { router } = await open()
  await act(() => router.navigate({ to: '/sell/$', params: { _splat: 'api-keys' } }))
  await screen.findByText('No API keys')
  rows = [upper, lower]
  await act(() => router.navigate({ to: '/sell/$', params: { _splat: 'inventory' } }))
  expect(await screen.findByRole('row', { name: new RegExp(lower.section) })).toBeTruthy()
})

test('a buyer finds nothing at the seller’s address and loads none of it', async () => {
  await renderRoute('/sell/inventory')
  expect((await screen.findAllByText('Page not found')).length).toBeGreaterThan(0)
  expect(screen.queryByRole('navigation', { name: 'Sell' })).toBeNull()
})

test('filters, sort, grouping and columns are in the URL and done by the server', async () => {
  const { router, requests } = await open('?section=Block+115')
  expect(requests.at(-1)?.query.getAll('section[]')).toEqual(['Block 115'])
  await userEvent.click(screen.getByRole('button', { name: 'Price' }))
  await waitFor(() => expect(requests.at(-1)?.query.get('order_by')).toBe('price'))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Event' }), '18')
  await waitFor(() => expect(requests.at(-1)?.query.getAll('event_id[]')).toEqual(['18']))
  await userEvent.click(screen.getByRole('button', { name: 'More filters' }))
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Competition' }), '3')
  await waitFor(() => expect(requests.at(-1)?.query.getAll('competition_id[]')).toEqual(['3']))
  await userEvent.keyboard('{Escape}')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Grouping' }), 'none')
  await waitFor(() => expect(requests.at(-1)?.query.get('group_by')).toBeNull())
  expect(router.state.location.search).toEqual({
    event: '18',
    competition: '3',
    sort: 'price',
    group: 'none',
  })
  expect(await screen.findByRole('columnheader', { name: 'Event' })).toBeTruthy()
})

test('an event collapses by key and click, and its listings keep their places', async () => {
  await open()
  focusCell('Block 115', 'Section')
  await userEvent.keyboard('{ArrowUp}{ArrowLeft}')
  expect(screen.queryByText('Block 115', { selector: 'span' })).toBeNull()
  expect(rowOf('Block 250')).toBeTruthy()
  await userEvent.keyboard('{Enter}')
  expect(rowOf('Block 115')).toBeTruthy()
})

test('a price is edited with the keyboard, shows what it means, and can be undone', async () => {
  const updates = mockUpdate()
  await open()
  focusCell('Block 115', 'Price')
  await userEvent.keyboard('{Enter}')
  const field = await screen.findByRole('textbox', { name: 'Price of Block 115 · row 11' })
  expect(field).toHaveProperty('value', '112.50')
  await userEvent.clear(field)
  await userEvent.type(field, '100')
  const card = () => field.parentElement?.textContent
  await waitFor(() => expect(card()).toContain('You receive, fee 8%£92.00'))
  expect(card()).toContain('Buyers see, all-in£105.00')
  await waitFor(() => expect(card()).toContain('Rank in section4 of 9'))
  expect(card()).toContain('Past sales, median£110.00 (12)')
  await userEvent.keyboard('{Enter}')
  expect(cell('Block 115', 'Price').textContent).toBe('£100.00')
  expect(document.activeElement).toBe(cell('Block 4', 'Price'))
  await waitFor(() => expect(updates.at(-1)?.body).toEqual({ price: '100.00', version: 7 }))
  await screen.findByText('Block 115 · row 11: Price saved')
  act(() => runUndo())
  await waitFor(() => expect(updates.at(-1)?.body).toEqual({ price: '112.50', version: 8 }))
  expect(cell('Block 115', 'Price').textContent).toBe('£112.50')
})

test('a wrong amount keeps the field open and says what would be right; Esc cancels', async () => {
  rows = [{ ...upper, floor: gbp('96.00') }]
  await open()
  focusCell('Block 115', 'Price')
  await userEvent.keyboard('9')
  const field = await screen.findByRole('textbox', { name: /^Price of/ })
  await userEvent.type(field, '0{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Type at least your floor, £96.00.')
  await userEvent.keyboard('{Escape}')
  expect(cell('Block 115', 'Price').textContent).toBe('£112.50')
  expect(document.activeElement).toBe(cell('Block 115', 'Price'))
})

test('a price that was changed elsewhere is not overwritten unasked', async () => {
  const updates = mockUpdate()
  await open()
  rows = rows.map((row) => (row.id === upper.id ? { ...row, price: gbp('110.00'), version: 9 } : row))
  focusCell('Block 115', 'Price')
  await userEvent.keyboard('100{Enter}')
  const dialog = within(await screen.findByRole('alertdialog', { name: /was changed elsewhere/ }))
  expect(dialog.getAllByRole('cell').map((each) => each.textContent)).toEqual([
    '£112.50',
    '£110.00',
    '£100.00',
  ])
  expect(rows[0]?.price.amount).toBe('110.00')
  await userEvent.click(dialog.getByRole('button', { name: 'Save mine' }))
  await waitFor(() => expect(updates.at(-1)?.body).toEqual({ price: '100.00', version: 9 }))
  await waitFor(() => expect(cell('Block 115', 'Price').textContent).toBe('£100.00'))
})

test('a listing goes off sale with its switch, and an error brings it back with the reason', async () => {
  mockRoute(inventoryEditRoutes.withdraw, () => errorReply(500, 'Try again later'))
  await open()
  await userEvent.click(within(rowOf('Block 115')).getByRole('switch'))
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Taking it off sale is not saved. Try again later',
  )
  expect(within(rowOf('Block 115')).getByRole('switch').getAttribute('aria-checked')).toBe('true')
})

test('pasted cells show what they change and are saved listing by listing', async () => {
  const updates = mockUpdate()
  await open()
  focusCell('Block 115', 'Price')
  fireEvent.paste(cell('Block 115', 'Price'), {
    clipboardData: { getData: () => '£99.00\nfree\n' },
  })
  const dialog = within(await screen.findByRole('dialog', { name: 'Paste cells' }))
  expect(dialog.getByRole('status').textContent).toBe('2 listings differ. 1 cell cannot be used.')
  expect(updates).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Change 1 listing' }))
  await waitFor(() => expect(updates.map(({ body }) => body)).toEqual([{ price: '99.00', version: 7 }]))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo 1 change' }))
  await waitFor(() => expect(updates.at(-1)?.body).toEqual({ price: '112.50', version: 8 }))
})

test('chosen cells are copied as a spreadsheet reads them', async () => {
  await open()
  focusCell('Block 115', 'Price')
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowRight}{/Shift}')
  const setData = vi.fn()
  fireEvent.copy(cell('Block 4', 'Proceeds'), { clipboardData: { setData } })
  expect(setData).toHaveBeenCalledWith('text/plain', '112.50\t£103.50\n146.00\t£103.50')
})

test('a hold by a buyer changes the row and the totals without a reload', async () => {
  const { requests } = await open()
  await waitFor(() => expect(subscribedChannels()).toContain('private-event-17'))
  const before = requests.length
  rows = rows.map((row) => (row.id === upper.id ? { ...row, held: 2 } : row))
  act(() =>
    fakeChannel('private-event-17').onEvent('event-changed', {
      event_changed: false,
      listings: [{ id: upper.id, version: 8 }],
    }),
  )
  await waitFor(() => expect(cell('Block 115', 'Held').textContent).toBe('2'))
  expect(requests.slice(before).map(({ query }) => query.getAll('listing_id[]'))).toEqual([[upper.id]])
  const total = () =>
    within(rowOf('Arsenal vs Manchester City'))
      .getAllByRole('gridcell')
      .map((each) => each.textContent)
  await waitFor(() => expect(total()).toContain('2'), { timeout: 5000 })
})

test('the header is one Tab stop, whose keys move, sort, resize and hide', async () => {
  const { router } = await open()
  const grid = screen.getByRole('grid', { name: 'Inventory' })
  const stops = [...grid.querySelectorAll<HTMLElement>('a, button, input, [tabindex]')].filter(
    (each) => each.tabIndex === 0,
  )
  expect(stops).toHaveLength(2)
  act(() => screen.getByRole('checkbox', { name: 'Select all that match' }).focus())
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(document.activeElement?.textContent).toBe('Row')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ sort: 'row' }))
  const header = () => screen.getByRole('columnheader', { name: 'Row' })
  expect(header().getAttribute('aria-sort')).toBe('ascending')
  expect(header().getAttribute('aria-keyshortcuts')).toContain('Delete')
  await userEvent.keyboard('{Delete}')
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Row' })).toBeNull())
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Seats'))
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement?.closest('[data-position]')).not.toBeNull()
})

test('a colleague’s change of the cost shows without a reload', async () => {
  await open()
  rows = rows.map((row) =>
    row.id === upper.id ? { ...row, cost: gbp('77.00'), version: row.version + 1 } : row,
  )
  act(() => {
    fakeChannel('private-inventory-tm_9').onEvent('inventory-changed', { listing_ids: [upper.id] })
  })
  await waitFor(() => expect(cell('Block 115', 'Cost').textContent).toBe('£77.00'), { timeout: 3000 })
})

test('a list that cannot be loaded says so after three attempts, and loads again on demand', async () => {
  let isDown = true
  mockInventory(() => rows)
  const requests = mockRoute(inventoryRoutes.list, () =>
    isDown
      ? errorReply(500, 'Something went wrong')
      : {
          data: rows,
          meta: {
            total: rows.length,
            page: 1,
            per_page: 100,
            last_page: 1,
            service_fee_percent: '5.00',
            seller_fee_percent: '8.00',
          },
        },
  )
  await renderRoute('/sell/inventory', { user: seller })
  expect(await screen.findByText('Couldn’t load your listings', undefined, { timeout: 15_000 })).toBeTruthy()
  expect(requests).toHaveLength(3)
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('grid', { name: 'Inventory' })).toBeTruthy()
}, 30_000)

test('listings that are not in view yet and cannot be loaded hide none that are', async () => {
  rows = Array.from({ length: 150 }, (_, number) =>
    wireInventoryRow({ id: `lst_${number}`, section: `Block ${number}` }),
  )
  mockInventory(() => rows)
  const requests = mockRoute(inventoryRoutes.list, ({ query }) =>
    query.get('page') === '2'
      ? errorReply(500, 'Something went wrong')
      : {
          data: rows.slice(0, 100),
          meta: {
            total: rows.length,
            page: 1,
            per_page: 100,
            last_page: 2,
            service_fee_percent: '5.00',
            seller_fee_percent: '8.00',
          },
        },
  )
  await renderRoute('/sell/inventory', { user: seller })
  await screen.findByRole('grid', { name: 'Inventory' })
  const failures = () => requests.filter(({ query }) => query.get('page') === '2')
  await waitFor(() => expect(failures()).toHaveLength(3), { timeout: 15_000 })
  expect(rowOf('Block 0')).toBeTruthy()
  expect(screen.queryByText(/couldn’t be loaded/)).toBeNull()
})
