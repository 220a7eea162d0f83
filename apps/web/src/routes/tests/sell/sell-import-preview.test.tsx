import { inventoryImportsRoutes, type WireInventoryImportDetail } from '@terrace/contracts/inventory-imports'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { noCounts, wireHeldEvent, wireImport, wireImportRow } from '#web/test/imports/import-factories.ts'
import { errorReply, mockRoute } from '#web/test/mock-api.ts'
import { seller } from '#web/test/mock-inventory.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

const second = wireHeldEvent({ key: 'spurs', name: 'SPURS V ARSENAL', rows: 1, candidates: [] })

let item: WireInventoryImportDetail
let held = [wireHeldEvent(), second]
const change = (changed: Partial<WireInventoryImportDetail>) => {
  item = { ...item, ...changed }
  return { data: item }
}

beforeEach(() => {
  mockShell()
  item = wireImport()
  held = [wireHeldEvent(), second]
  mockRoute(inventoryImportsRoutes.one, () => ({ data: item }))
  mockRoute(inventoryImportsRoutes.heldEvents, () => ({
    data: held,
    meta: { total: held.length, page: 1, per_page: 50, last_page: 1 },
  }))
})

function mockRows() {
  return mockRoute(inventoryImportsRoutes.rows, ({ query }) => {
    const action = query.get('action')
    const rows =
      action === 'changed'
        ? [
            wireImportRow({
              line: 2114,
              event: { id: 19, title: 'Qatar Grand Prix' },
              price_change_percent: '-17.50',
            }),
            wireImportRow({
              warnings: [{ code: 'sales_subtracted', message: '2 were sold after the file was made' }],
            }),
          ]
        : [wireImportRow({ action: 'new', line: 9, before: null })]
    return { data: rows, meta: { total: rows.length, page: 1, per_page: 100, last_page: 1 } }
  })
}

async function open(search = '') {
  const rows = mockRows()
  const router = await renderRoute(`/sell/imports/imp_1${search}`, { user: seller })
  await screen.findByRole('heading', { name: 'stock.csv' })
  return { router, rows }
}

const title = () => screen.getByRole('heading', { name: 'stock.csv' })

test('a preview shows how the file was read, its figures, and the rows by how much their price moves', async () => {
  const { rows, router } = await open()
  expect(screen.getByText('Preview: nothing has changed yet')).toBeTruthy()
  expect(screen.getByText('£95.00 asked, £87.40 proceeds')).toBeTruthy()
  const figures = within(screen.getByRole('list', { name: 'Rows by what they do' }))
  expect(figures.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'New214702 tickets',
    'Changed2−1.8% proceeds',
    'Unchanged6,945not written',
    'Withdrawn2,61126% of live',
    'Held242 events unknown',
    'Invalid121 reason',
  ])
  const grid = within(await screen.findByRole('grid', { name: 'Changed rows' }))
  await grid.findByText('Qatar Grand Prix')
  expect(Object.fromEntries(rows[0]?.query ?? [])).toMatchObject({
    action: 'changed',
    order_by: 'price_change',
    sort_order: 'asc',
  })
  await userEvent.click(screen.getByRole('button', { name: /Price moves over 10%/ }))
  await waitFor(() => expect(rows.at(-1)?.query.get('price_moves_over')).toBe('10'))
  expect(router.state.location.search).toMatchObject({ moves: 'big' })
  await userEvent.click(screen.getByRole('tab', { name: 'New 214' }))
  expect(await screen.findByRole('grid', { name: 'New rows' })).toBeTruthy()
  expect(screen.getByText('Price is missing or zero')).toBeTruthy()
})

test('rows that are as in the last file are counted, and the list says why it leaves them out', async () => {
  change({ counts: { ...noCounts, unchanged: 7000, changed: 2 }, kept_rows: 6998 })
  await open('?show=unchanged')
  expect(await screen.findByText('6,998 more rows are as in the last file and not listed here')).toBeTruthy()
  expect(screen.getByRole('grid', { name: 'Unchanged rows' }).getAttribute('aria-rowcount')).toBe('3')
})

test.each([
  ['with the permission to see money', undefined, 7],
  ['without it', ['view', 'list'], 6],
])('the problem of a row spans all columns between line and notes, %s', async (_, permissions, span) => {
  change({ counts: { ...noCounts, invalid: 1 } })
  mockRoute(inventoryImportsRoutes.rows, () => ({
    data: [wireImportRow({ action: 'invalid', problem: { code: 'price', message: 'Price is missing' } })],
    meta: { total: 1, page: 1, per_page: 100, last_page: 1 },
  }))
  await renderRoute('/sell/imports/imp_1', { user: { ...seller, seller_permissions: permissions } })
  const grid = within(await screen.findByRole('grid', { name: 'Invalid rows' }))
  const cell = (await grid.findByText('Price is missing')).closest('[role=gridcell]')
  expect(cell?.getAttribute('aria-colspan')).toBe(String(span))
  expect(grid.getAllByRole('columnheader')).toHaveLength(span + 2)
})

test('arrow keys move between rows, and the line below says everything about the row', async () => {
  await open()
  await screen.findByText('Qatar Grand Prix')
  const [first] = screen.getAllByRole('row').filter((row) => row.dataset['position'] === '0')
  first?.focus()
  await userEvent.keyboard('{ArrowDown}')
  await waitFor(() => expect(document.activeElement?.getAttribute('data-position')).toBe('1'))
  expect(
    screen.getByText('Line 118 · id a-118 · changes quantity, price · 2 were sold after the file was made'),
  ).toBeTruthy()
})

test('many withdrawals need the exact number; until then, the import cannot be applied', async () => {
  await open()
  const decided = mockRoute(inventoryImportsRoutes.decideWithdrawals, ({ body }) =>
    'keep' in body ? change({ withdrawals: 'kept' }) : change({ withdrawals: 'confirmed' }),
  )
  const apply = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Apply import' })
  expect(apply().disabled).toBe(true)
  expect(screen.getByText('This file withdraws 2,611 of your 10,042 live listings.')).toBeTruthy()
  const field = screen.getByRole('textbox', { name: 'Type 2611 to confirm' })
  await userEvent.type(field, '261{Enter}')
  expect(decided).toHaveLength(0)
  await userEvent.type(field, '1{Enter}')
  expect(await screen.findByText(/2,611 listings that the file does not name will be withdrawn/)).toBeTruthy()
  expect(decided[0]?.body).toEqual({ count: 2611 })
  await waitFor(() => expect(apply().disabled).toBe(false))
  await userEvent.click(screen.getByRole('button', { name: 'Keep them live' }))
  expect(await screen.findByText(/does not name stay on sale/)).toBeTruthy()
})

test('one decision frees the rows of an event, and the focus goes to the next event', async () => {
  await open()
  const decided = mockRoute(inventoryImportsRoutes.decideEvent, ({ body }) => {
    held = held.filter(({ key }) => key !== body.key)
    return change({ counts: { ...item.counts, held: 1, changed: 25 }, held_events: 1 })
  })
  const panel = within(await screen.findByRole('region', { name: 'Held rows' }))
  expect(await panel.findByText(/file says 17:30/)).toBeTruthy()
  const use = panel.getByRole('button', { name: 'Use for 23 rows' })
  use.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(decided[0]?.body).toEqual({ key: 'arsenal fc v man city', event_id: 17 }))
  await waitFor(() => expect(panel.queryByText('ARSENAL FC V MAN CITY')).toBeNull())
  await waitFor(() => expect(document.activeElement?.closest('[data-held-event]')).not.toBeNull())
  await userEvent.click(panel.getByRole('button', { name: 'Skip rows' }))
  await waitFor(() => expect(decided[1]?.body).toEqual({ key: 'spurs', skip: true }))
  await waitFor(() => expect(document.activeElement).toBe(title()))
})

test('once an import is applied, it asks for no decisions about held rows, and the table has the whole width', async () => {
  change({ state: 'done_with_errors', counts: { ...noCounts, new: 214, held: 24, written: 214 } })
  await open()
  await screen.findByRole('grid')
  expect(screen.getByText(/stayed held/)).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Held rows' })).toBeNull()
  expect(screen.queryByRole('complementary')).toBeNull()
})

test('another import that is being applied, and a preview that is out of date, say what to do', async () => {
  item = wireImport({ withdrawals: 'none', counts: { ...noCounts, new: 1 } })
  await open()
  let error: 'inventory_import.busy' | 'inventory_import.preview_outdated' = 'inventory_import.busy'
  mockRoute(inventoryImportsRoutes.apply, () => errorReply(409, `Because of ${error}`, error))
  await userEvent.click(screen.getByRole('button', { name: 'Apply import' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Because of inventory_import.busy')
  error = 'inventory_import.preview_outdated'
  await userEvent.click(screen.getByRole('button', { name: 'Apply import' }))
  expect(await screen.findByText(/Because of inventory_import.preview_outdated/)).toBeTruthy()
})

test('applying shows its progress, then what was written; an undo says what it does and asks about tickets', async () => {
  item = wireImport({ withdrawals: 'confirmed' })
  await open()
  mockRoute(inventoryImportsRoutes.apply, () =>
    change({ state: 'applying', progress: { done: 100, total: 2827 } }),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Apply import' }))
  expect(await screen.findByRole('progressbar', { name: 'Writing your listings' })).toBeTruthy()
  expect(screen.getByText('100 of 2,827')).toBeTruthy()
  expect(document.activeElement).toBe(title())
  change({
    state: 'done_with_errors',
    progress: null,
    counts: { ...item.counts, written: 2825, rejected: 2 },
    finished_at: '2030-11-23T02:20:00.000Z',
    undo_until: '2030-11-24T02:20:00.000Z',
  })
  expect(await screen.findByText(/^2,825 changes written/, {}, { timeout: 3000 })).toBeTruthy()
  expect(screen.getByText(/2 rows could not be written/)).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Not written 2' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to inventory' }).getAttribute('href')).toBe('/sell/inventory')
  expect(screen.getByRole('link', { name: 'Import another file' }).getAttribute('href')).toBe('/sell/imports')

  mockRoute(inventoryImportsRoutes.undoPreview, () => ({
    data: {
      restored: 2,
      withdrawn: 212,
      relistable: { listings: 2611, tickets: 7000 },
      changed_since: 1,
      committed_tickets: 4,
    },
  }))
  const undone = mockRoute(inventoryImportsRoutes.undo, () =>
    change({ state: 'undone', undone_at: '2030-11-23T03:00:00.000Z', undo_until: null }),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Undo import' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('2 changed listings get their former values back.')).toBeTruthy()
  expect(dialog.getByText(/withdrew 2,611 listings with 7,000 tickets/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('checkbox', { name: /None was sold elsewhere/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Undo import' }))
  await waitFor(() => expect(undone[0]?.body).toEqual({ relist_withdrawn: true }))
  await waitFor(() => expect(document.activeElement).toBe(title()))
})

test('an import that wrote nothing says so and offers no undo', async () => {
  item = wireImport({ state: 'done', undo_until: '2030-11-24T02:20:00.000Z', counts: noCounts })
  await open()
  expect(screen.getByText('Nothing was written: your listings are as the file says')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Undo import' })).toBeNull()
})

test('an undo that would change nothing is not offered', async () => {
  item = wireImport({
    state: 'done',
    undo_until: '2030-11-24T02:20:00.000Z',
    counts: { ...noCounts, written: 3 },
  })
  await open()
  mockRoute(inventoryImportsRoutes.undoPreview, () => ({
    data: {
      restored: 0,
      withdrawn: 0,
      relistable: { listings: 0, tickets: 0 },
      changed_since: 3,
      committed_tickets: 0,
    },
  }))
  await userEvent.click(screen.getByRole('button', { name: 'Undo import' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('Nothing is left to undo.')).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Undo import' }).disabled).toBe(true)
})

test.each([
  [
    'refused',
    { code: 'older', message: 'The file is older than last.csv. Export it again' },
    'Refused: nothing was changed',
  ],
  ['done', { code: 'identical', message: 'This is the file that was applied last' }, 'Nothing to change'],
  ['previewed', null, 'This file has a header and no rows'],
] as const)('a file that is %s (%o) says what happened', async (state, problem, title) => {
  item = wireImport({ state, problem, counts: noCounts, withdrawals: 'none', rows_read: 0 })
  await open()
  expect(screen.getAllByText(title).length).toBeGreaterThan(0)
  if (problem) expect(screen.getByText(`${problem.message}.`)).toBeTruthy()
})

test('a file dropped on a preview is uploaded from the list', async () => {
  mockRoute(inventoryImportsRoutes.list, () => ({
    data: [],
    meta: { total: 0, page: 1, per_page: 20, last_page: 1 },
  }))
  const { router } = await open()
  fireEvent.drop(window, { dataTransfer: { types: ['Files'], files: [new File([''], 'empty.csv')] } })
  await waitFor(() => expect(router.state.location.pathname).toBe('/sell/imports'))
  expect(await screen.findByText('The file is empty. Export it again.')).toBeTruthy()
})
