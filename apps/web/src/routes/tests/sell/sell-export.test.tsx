import { inventoryDetailsRoutes } from '@terrace/contracts/inventory-details'
import { inventoryEditRoutes } from '@terrace/contracts/inventory-edit'
import { inventoryExportRoutes } from '@terrace/contracts/inventory-export'
import { inventoryProfilesRoutes, type WireDialect } from '@terrace/contracts/inventory-profiles'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { inventorySettingsOf } from '#web/test/imports/import-factories.ts'
import { wireInventoryRow } from '#web/test/inventory-factories.ts'
import { mockRoute } from '#web/test/mock-api.ts'
import { mockInventory, seller } from '#web/test/mock-inventory.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { saveText } from '#web/lib/save-as.ts'

vi.mock('#web/lib/save-as.ts', () => ({ saveText: vi.fn<(text: string) => void>() }))

const dialect = (name: string, title: string, canExport = true): WireDialect => ({
  name,
  title,
  header: [],
  columns: name === 'own-export' ? { Currency: { field: 'currency' } } : {},
  currency: null,
  can_export: canExport,
  settings: inventorySettingsOf({}),
})

beforeEach(() => {
  mockShell()
  mockInventory(() => [wireInventoryRow()])
  mockRoute(inventoryProfilesRoutes.dialects, () => ({
    data: [
      dialect('own-export', 'Terrace'),
      dialect('gametime', 'Gametime'),
      dialect('tdpos', 'TDPOS', false),
    ],
  }))
})

async function openExport(search = '') {
  await renderRoute(`/sell/inventory${search}`, { user: seller })
  await screen.findByRole('grid', { name: 'Inventory' })
  await userEvent.click(screen.getByRole('button', { name: 'Export' }))
  return within(await screen.findByRole('dialog', { name: 'Export listings' }))
}

test('the filtered listings are saved in the chosen form, in all parts', async () => {
  const parts = mockRoute(inventoryExportRoutes.export, ({ query }) => ({
    data: {
      filename: 'inventory.csv',
      csv: query.get('after') ?? 'a',
      next: query.get('after') ? null : 'b',
    },
  }))
  const dialog = await openExport('?tag=vip')
  const form = await dialog.findByRole('combobox', { name: 'File format' })
  expect(
    within(form)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Terrace', 'Gametime'])
  await userEvent.selectOptions(form, 'gametime')
  await userEvent.click(dialog.getByRole('button', { name: 'Save CSV' }))
  await waitFor(() =>
    expect(saveText).toHaveBeenCalledWith('ab', expect.objectContaining({ filename: 'inventory.csv' })),
  )
  expect(parts.map(({ query }) => [query.get('dialect'), query.getAll('tag[]'), query.get('after')])).toEqual(
    [
      ['gametime', ['vip'], null],
      ['gametime', ['vip'], 'b'],
    ],
  )
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a filter by market cannot be exported, and the dialog says why', async () => {
  const dialog = await openExport('?market=lowest')
  expect(dialog.getByText(/^A filter by market can’t be exported/)).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save CSV' }).disabled).toBe(true)
})

test('who puts seats on sale that another seller offers is warned', async () => {
  const off = wireInventoryRow({ published: false, status: 'unpublished' })
  mockInventory(() => [off])
  mockRoute(inventoryEditRoutes.publish, () => ({
    data: { ...off, published: true, status: 'published' as const, version: off.version + 1 },
  }))
  mockRoute(inventoryDetailsRoutes.details, () => ({
    data: { sales: [], source: null, unsold_seats: [12, 13], barcodes: 0, shared_seats: [12], refusals: [] },
  }))
  await renderRoute('/sell/inventory', { user: seller })
  const grid = within(await screen.findByRole('grid', { name: 'Inventory' }))
  await userEvent.click(await grid.findByRole('switch', { name: /^Published/ }))
  expect(
    await screen.findByText(
      'Another seller already offers seat 12 of this row. Check that it is yours before a buyer pays for it twice.',
    ),
  ).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByText(/^Another seller/)).toBeNull()
})
