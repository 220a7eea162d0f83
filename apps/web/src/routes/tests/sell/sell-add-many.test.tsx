import { inventoryDraftsRoutes } from '@terrace/contracts/inventory-drafts'
import { inventoryEditRoutes } from '@terrace/contracts/inventory-edit'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { otherMatch, wireDraft, wireTextDraft } from '#web/test/draft-factories.ts'
import { wireInventoryRow } from '#web/test/inventory-factories.ts'
import { mockRoute } from '#web/test/mock-api.ts'
import { mockInventory, seller } from '#web/test/mock-inventory.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

const format = { currency: 'GBP', date_order: 'ymd' as const }
const added = wireInventoryRow({ id: 'lst_new', section: 'Block 12', row: '8' })

beforeEach(() => {
  mockShell()
  mockInventory(() => [wireInventoryRow()])
})

async function open(way: 'Quick text' | 'Paste rows') {
  await renderRoute('/sell/inventory', { user: { ...seller, base_currency: 'GBP' } })
  const [button] = within(await screen.findByRole('main')).getAllByRole('button', { name: 'Add listing' })
  await userEvent.click(button ?? document.body)
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByText(way))
  return dialog
}

test('a typed line shows what it means, Enter adds it, and the next one can be typed at once', async () => {
  mockRoute(inventoryDraftsRoutes.readText, () => ({
    data: { format, drafts: [wireTextDraft()], left_out: 0 },
  }))
  const sent = mockRoute(inventoryEditRoutes.createMany, () => ({ data: [{ listing: added, error: null }] }))
  const dialog = await open('Quick text')
  const field = dialog.getByRole('textbox', { name: 'Listings, one per line' })
  await userEvent.type(field, 'Arsenal 4 x block 12 £180')
  expect(await dialog.findByText(/4 tickets · Block 12 · Row 8 · Seats 101–104 · £180\.00 each/)).toBeTruthy()
  expect(dialog.getByTitle('Arsenal').textContent).toBe('Arsenal')
  expect(dialog.getByText(/Emirates Stadium/)).toBeTruthy()
  await waitFor(() =>
    expect(dialog.getByRole('button', { name: 'Add listing' })).toHaveProperty('disabled', false),
  )
  await userEvent.type(field, '{Enter}')
  expect(await dialog.findByText('1 listing added.')).toBeTruthy()
  expect(sent[0]?.body).toMatchObject({ listings: [{ section: 'Block 12', price: '180.00' }] })
  expect([(field as HTMLTextAreaElement).value, document.activeElement]).toEqual(['', field])
})

test('several events are offered, and what is missing keeps the line from being added', async () => {
  const incomplete = wireTextDraft({
    event: null,
    listing: null,
    proceeds: null,
    candidates: [wireDraft().event ?? otherMatch, otherMatch],
    problems: [{ field: 'event', message: 'can be one of 2 upcoming events' }],
  })
  const reads = mockRoute(inventoryDraftsRoutes.readText, ({ body }) => ({
    data: { format, drafts: [body.chosen?.length ? wireTextDraft() : incomplete], left_out: 0 },
  }))
  const sent = mockRoute(inventoryEditRoutes.createMany, () => ({ data: [] }))
  const dialog = await open('Quick text')
  const field = dialog.getByRole('textbox', { name: 'Listings, one per line' })
  await userEvent.type(field, 'Arsenal 4 x')
  expect(await dialog.findByText('Event can be one of 2 upcoming events')).toBeTruthy()
  await userEvent.type(field, '{Enter}')
  expect(sent).toHaveLength(0)
  await userEvent.click(dialog.getByText('Tottenham vs Arsenal'))
  expect(await dialog.findByText(/4 tickets · Block 12/)).toBeTruthy()
  expect(reads.at(-1)?.body.chosen).toEqual([{ key: 'arsenal', event_id: 18 }])
  const remembered = mockRoute(inventoryDraftsRoutes.rememberEvent, () => ({ data: { remembered: true } }))
  await userEvent.click(dialog.getByRole('button', { name: 'Remember this event for this name' }))
  expect(await dialog.findByText(/^Remembered/)).toBeTruthy()
  expect(remembered[0]?.body).toMatchObject({ from: 'text', key: 'arsenal' })
})

test('pasted rows are corrected in place, and only the good ones are added', async () => {
  const bad = wireDraft({
    cells: { section: '999', quantity: '2', price: '90' },
    listing: null,
    proceeds: null,
    problems: [{ field: 'section', message: 'is not a block' }],
  })
  const column = (field: 'section' | 'quantity' | 'price') => ({
    name: field,
    sample: 'x',
    meaning: { field },
  })
  mockRoute(inventoryDraftsRoutes.readRows, () => ({
    data: {
      columns: [column('section'), column('quantity'), column('price')],
      has_header: true,
      recognised_as: null,
      missing: [],
      format,
      drafts: [wireDraft(), bad],
      left_out: 0,
    },
  }))
  const checks = mockRoute(inventoryDraftsRoutes.check, () => ({ data: [wireDraft()] }))
  const sent = mockRoute(inventoryEditRoutes.createMany, () => ({
    data: [
      { listing: added, error: null },
      { listing: null, error: { code: 'supply.seats_taken', message: 'These seats are taken' } },
    ],
  }))
  const dialog = await open('Paste rows')
  const field = dialog.getByRole('textbox', { name: 'Rows of a spreadsheet' })
  act(() => void fireEvent.change(field, { target: { value: 'section\tqty\tprice\n12\t4\t180' } }))
  expect(await dialog.findByText('Section is not a block')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Add 1 listing' })).toBeTruthy()
  const cell = dialog.getByRole('textbox', { name: 'Section, line 2' })
  await userEvent.clear(cell)
  await userEvent.type(cell, '12{Enter}')
  await userEvent.click(await dialog.findByRole('button', { name: 'Add 2 listings' }))
  expect(checks[0]?.body.drafts[0]).toMatchObject({ cells: { section: '12', quantity: '2' } })
  expect(await dialog.findByText('Not added: These seats are taken')).toBeTruthy()
  expect(dialog.getByText(/^Added: 4 tickets/)).toBeTruthy()
  expect(dialog.getByText('1 listing added, 1 rejected.')).toBeTruthy()
  expect(sent).toHaveLength(1)
})
