import { inventoryBulkRoutes, type WireBulkEdit, type WireBulkRow } from '@terrace/contracts/inventory-bulk'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { gbp } from '#web/test/factories.ts'
import { wireBulkEdit, wireInventoryRow } from '#web/test/inventory-factories.ts'
import { mockRoute } from '#web/test/mock-api.ts'
import { mockInventory, seller } from '#web/test/mock-inventory.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

const rows = Array.from({ length: 250 }, (_, index) =>
  wireInventoryRow({ id: `lst_${index}`, section: `Block ${index}`, row: '' }),
)
const changed: WireBulkRow = {
  listing_id: 'lst_0',
  event: { id: 17, title: 'Arsenal vs Manchester City' },
  section: 'Block 0',
  row: '',
  changes: [
    { field: 'price', from: gbp('112.50'), to: gbp('108.00') },
    { field: 'proceeds', from: gbp('103.50'), to: gbp('99.36') },
  ],
  uses_floor: true,
  problem: null,
  shared_seats: [],
  result: 'pending',
}

let edit: WireBulkEdit
beforeEach(() => {
  mockShell()
  edit = wireBulkEdit()
})

async function open(search = '') {
  const requests = mockInventory(() => rows)
  await renderRoute(`/sell/inventory${search}`, { user: seller })
  await screen.findByRole('grid', { name: 'Inventory' })
  return requests
}
function mockBulk() {
  const previews = mockRoute(inventoryBulkRoutes.preview, () => ({ data: edit }))
  mockRoute(inventoryBulkRoutes.rows, () => ({
    data: [{ ...changed, result: edit.state === 'previewed' ? ('pending' as const) : ('applied' as const) }],
    meta: { total: 1, page: 1, per_page: 100, last_page: 1 },
  }))
  mockRoute(inventoryBulkRoutes.list, () => ({ data: [edit] }))
  const applied = mockRoute(inventoryBulkRoutes.apply, () => {
    edit = { ...edit, state: 'applied', counts: { ...edit.counts, applied: 2 } }
    return { data: edit }
  })
  const undone = mockRoute(inventoryBulkRoutes.undo, () => {
    edit = { ...edit, state: 'undone', counts: { ...edit.counts, undone: 2 } }
    return { data: edit }
  })
  return { previews, applied, undone }
}
const select = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` })

test('a price change is previewed, applied and undone', async () => {
  const { previews, applied, undone } = mockBulk()
  await open()
  const user = userEvent.setup()
  await user.click(select('Block 0'))
  await user.keyboard('{Shift>}')
  await user.click(select('Block 2'))
  await user.keyboard('{/Shift}')
  const bar = within(screen.getByRole('form', { name: 'Selected listings' }))
  expect(bar.getByRole('status').textContent).toBe('3 selectedof 250')
  await userEvent.type(bar.getByRole('textbox', { name: 'Percent' }), '-4')
  await userEvent.selectOptions(bar.getByRole('combobox', { name: 'Rounding' }), '0.50')
  await userEvent.click(bar.getByRole('button', { name: 'Preview 3 changes' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Preview: nothing has changed yet' }))
  expect(previews[0]?.body).toEqual({
    selection: { listing_ids: ['lst_0', 'lst_1', 'lst_2'] },
    change: {
      price: { change: { by: 'percent', percent: '-4' }, round: { to: '0.50' }, below_floor: 'use_floor' },
    },
  })
  const [, first] = await dialog.findAllByRole('row')
  expect(first?.textContent).toContain('Price£112.50→£108.00Your floor is used.')
  expect(applied).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Apply 2 changes' }))
  await screen.findByRole('dialog', { name: 'Bulk edit applied' })
  expect(applied).toHaveLength(1)
  await userEvent.click(await screen.findByRole('button', { name: 'Undo 2 changes' }))
  await screen.findByRole('dialog', { name: 'Bulk edit undone' })
  expect(undone).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  // The bar has gone with the selection.
  await waitFor(() => expect(document.activeElement?.closest('[role=grid]')).not.toBeNull())
})

test('everything that matches is selected by its filter, without the rows left out', async () => {
  const { previews } = mockBulk()
  await open('?section=Block+1')
  act(() =>
    screen
      .getByRole('row', { name: /Block 1\b/ })
      .querySelector<HTMLElement>('[data-column]')
      ?.focus(),
  )
  await userEvent.keyboard('{Control>}a{/Control} ')
  const bar = within(screen.getByRole('form', { name: 'Selected listings' }))
  expect(bar.getByRole('status').textContent).toBe('249 selectedof 250')
  await userEvent.selectOptions(bar.getByRole('combobox', { name: 'Change' }), 'published')
  await userEvent.click(bar.getByRole('button', { name: 'Preview 249 changes' }))
  await waitFor(() =>
    expect(previews[0]?.body).toEqual({
      selection: { filter: { 'section[]': ['Block 1'] }, except: ['lst_1'] },
      change: { published: false },
    }),
  )
})

test('a preview names the events of what changes, and none if nothing does', async () => {
  mockBulk()
  await open()
  await userEvent.click(select('Block 0'))
  const bar = within(screen.getByRole('form', { name: 'Selected listings' }))
  await userEvent.selectOptions(bar.getByRole('combobox', { name: 'Change' }), 'floor')
  await userEvent.type(bar.getByRole('textbox', { name: 'Percent' }), '60')
  const preview = async () => {
    await userEvent.click(bar.getByRole('button', { name: 'Preview 1 change' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Preview: nothing has changed yet' }))
    return dialog.findByRole('status')
  }
  expect((await preview()).textContent).toBe(
    '2 listings: 2 change in 1 event, 0 stay as they are, 0 with a problem.',
  )
  await userEvent.keyboard('{Escape}')
  edit = { ...edit, events: 0, counts: { ...edit.counts, changed: 0, problems: 2 } }
  expect((await preview()).textContent).toBe('2 listings: 0 change, 0 stay as they are, 2 with a problem.')
  await userEvent.keyboard('{Escape}')
  edit = { ...edit, counts: { ...edit.counts, selected: 9563, changed: 0, unchanged: 1200, problems: 8363 } }
  expect((await preview()).textContent).toBe(
    '9,563 listings: 0 change, 1,200 stay as they are, 8,363 with a problem.',
  )
})

test('a change that is not complete says what is missing, and no preview is asked for', async () => {
  const { previews } = mockBulk()
  await open()
  await userEvent.click(select('Block 0'))
  await userEvent.click(screen.getByRole('button', { name: 'Preview 1 change' }))
  expect(screen.getByRole('alert').textContent).toBe('Type a percentage such as -4 or +2.5.')
  expect(previews).toEqual([])
})

test('a whole event is selected although only its first page is loaded', async () => {
  mockBulk()
  const requests = await open()
  await userEvent.click(select('all of Arsenal vs Manchester City'))
  await screen.findByRole('button', { name: 'Preview 250 changes' })
  expect(requests.map(({ query }) => query.get('page'))).toEqual(expect.arrayContaining(['1', '2', '3']))
})

test('an undo puts back on sale only what was not sold elsewhere', async () => {
  edit = wireBulkEdit({ state: 'applied', counts: { ...edit.counts, applied: 2 } })
  const { undone } = mockBulk()
  const off = (id: string): WireBulkRow => ({
    ...changed,
    listing_id: id,
    changes: [{ field: 'published', from: true, to: false }],
    result: 'applied',
  })
  mockRoute(inventoryBulkRoutes.rows, () => ({
    data: [off('lst_0'), off('lst_1')],
    meta: { total: 2, page: 1, per_page: 100, last_page: 1 },
  }))
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Bulk edits' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Show and undo' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: /^None of these 2/ }))
  await userEvent.click(screen.getAllByRole('checkbox', { name: /^Not sold elsewhere/ })[1] ?? document.body)
  await userEvent.click(screen.getByRole('button', { name: 'Undo 2 changes' }))
  await waitFor(() => expect(undone.map(({ body }) => body)).toEqual([{ confirmed_unsold: ['lst_0'] }]))
})

test('a row that goes on sale with seats that another seller offers says which', async () => {
  mockBulk()
  mockRoute(inventoryBulkRoutes.rows, () => ({
    data: [{ ...changed, shared_seats: [4, 5] }],
    meta: { total: 1, page: 1, per_page: 100, last_page: 1 },
  }))
  await open()
  await userEvent.click(select('Block 0'))
  await userEvent.type(screen.getByRole('textbox', { name: 'Percent' }), '-4{Enter}')
  expect(await screen.findByText(/^Another seller already offers seats 4–5 of this row/)).toBeTruthy()
})
