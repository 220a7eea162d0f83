import { inventoryApiKeysRoutes } from '@terrace/contracts/inventory-api-keys'
import { inventoryImportsRoutes } from '@terrace/contracts/inventory-imports'
import { inventoryEditRoutes } from '@terrace/contracts/inventory-edit'
import { priceRulesRoutes } from '@terrace/contracts/price-rules'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { wireInventoryRow } from '#web/test/inventory-factories.ts'
import { wireImport } from '#web/test/imports/import-factories.ts'
import { mockRoute } from '#web/test/mock-api.ts'
import { mockInventory, seller } from '#web/test/mock-inventory.ts'
import { rulesOverview, wirePriceRuleOf } from '#web/test/pricing/price-rule-factories.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

beforeEach(() => {
  mockShell()
  mockInventory(() => [wireInventoryRow()])
})

const open = (path: string, ...permissions: string[]) =>
  renderRoute(path, { user: { ...seller, seller_permissions: permissions } })
const list = 'You need the permission “List”. Ask an owner of your team for it.'
const price = 'You need the permission “Price”. Ask an owner of your team for it.'

function expectRefused(control: HTMLElement, reason: string): void {
  expect(control.getAttribute('aria-disabled')).toBe('true')
  expect(document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent).toBe(reason)
}

test('who may only view reads at each control why it does nothing; keys and cells change nothing either', async () => {
  const updated = mockRoute(inventoryEditRoutes.update, () => ({ data: wireInventoryRow() }))
  await open('/sell/inventory', 'view')
  const grid = within(await screen.findByRole('grid', { name: 'Inventory' }))
  const add = screen.getByRole('button', { name: 'Add listing' })
  expectRefused(add, list)
  await userEvent.click(add)
  await userEvent.keyboard('a')
  expect(screen.queryByRole('dialog')).toBeNull()
  act(() => add.focus())
  const published = await grid.findByRole('switch', { name: /^Published/ })
  expect([published.getAttribute('aria-disabled'), published.getAttribute('title')]).toEqual(['true', list])
  await userEvent.click(published)
  expect(screen.getByRole('alert').textContent).toContain(list)
  const cell = grid.getAllByRole('gridcell').find((each) => each.getAttribute('title') === price)
  act(() => cell?.focus())
  if (cell) fireEvent.keyDown(cell, { key: 'Enter' })
  expect(await screen.findByText(price)).toBeTruthy()
  expect(grid.queryByRole('textbox')).toBeNull()
  expect(updated).toHaveLength(0)
})

test('who may list but not price changes no price', async () => {
  await open('/sell/inventory', 'view', 'list')
  const grid = within(await screen.findByRole('grid', { name: 'Inventory' }))
  expect(screen.getByRole('button', { name: 'Add listing' }).getAttribute('aria-disabled')).toBeNull()
  const published = await grid.findByRole('switch', { name: /^Published/ })
  expect(published.getAttribute('aria-disabled')).toBeNull()
  await userEvent.click(grid.getByRole('checkbox', { name: /^Select Block/ }))
  const bar = within(await screen.findByRole('form', { name: 'Selected listings' }))
  expectRefused(bar.getByRole('button', { name: /^Preview/ }), price)
  await userEvent.selectOptions(bar.getByRole('combobox', { name: 'Change' }), 'tags')
  expect(bar.getByRole('button', { name: /^Preview/ }).getAttribute('aria-disabled')).toBeNull()
})

const money = 'You need the permission “Money”. Ask an owner of your team for it.'

test('who may price but not see money has no columns, fields and sums of it', async () => {
  const { cost: _cost, proceeds: _proceeds, ...row } = wireInventoryRow()
  const requests = mockInventory(() => [row])
  await open('/sell/inventory?sort=-cost', 'view', 'list', 'price')
  const grid = within(await screen.findByRole('grid', { name: 'Inventory' }))
  await grid.findByText('£112.50')
  const titles = () => grid.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(titles()).toContain('Price')
  for (const title of ['Cost', 'Proceeds', 'Margin']) expect(titles()).not.toContain(title)
  expect(requests.map(({ query }) => query.get('order_by'))).not.toContain('cost')
  await userEvent.click(grid.getByRole('checkbox', { name: /^Select Block/ }))
  const bar = within(await screen.findByRole('form', { name: 'Selected listings' }))
  await userEvent.selectOptions(bar.getByRole('combobox', { name: 'Change' }), 'floor')
  const ways = within(bar.getByRole('combobox', { name: 'How' })).getAllByRole('option')
  expect(ways.map(({ textContent }) => textContent)).toEqual(['Price ± %', 'Set to', 'Remove'])
  await userEvent.click(screen.getByRole('button', { name: 'Add listing' }))
  const dialog = within(await screen.findByRole('dialog', { name: /Add/ }))
  expect(dialog.queryByLabelText('Cost')).toBeNull()
})

test('what a rule does can be changed with the permission to see money only', async () => {
  mockRoute(priceRulesRoutes.list, () => ({ data: rulesOverview([wirePriceRuleOf()]) }))
  await open('/sell/rules', 'view', 'price')
  await screen.findByRole('list', { name: 'Price rules' })
  for (const name of ['New rule', 'Simulate', 'Edit'])
    expectRefused(screen.getByRole('button', { name }), money)
  for (const name of ['Stop all rules', 'Remove'])
    expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBeNull()
})

test('rules can be read without the permission to price', async () => {
  mockRoute(priceRulesRoutes.list, () => ({ data: rulesOverview([wirePriceRuleOf()]) }))
  await open('/sell/rules', 'view', 'list')
  await screen.findByRole('list', { name: 'Price rules' })
  for (const name of ['New rule', 'Stop all rules', 'Run now', 'Simulate', 'Edit', 'Remove'])
    expectRefused(screen.getByRole('button', { name }), price)
  expect(screen.getByRole('button', { name: 'Log' }).getAttribute('aria-disabled')).toBeNull()
})

test('imports can be read without the permission to list', async () => {
  mockRoute(inventoryImportsRoutes.list, () => ({
    data: [wireImport()],
    meta: { total: 1, page: 1, per_page: 20, last_page: 1 },
  }))
  await open('/sell/imports', 'view', 'price')
  await screen.findByRole('table', { name: 'Imports' })
  expectRefused(screen.getByRole('button', { name: 'Upload files' }), list)
  const transfer = { types: ['Files'], files: [new File(['x'], 'dropped.csv')] }
  fireEvent.drop(window, { dataTransfer: transfer })
  expect(screen.queryByText('dropped.csv')).toBeNull()
})

test('members read that only owners create API keys', async () => {
  mockRoute(inventoryApiKeysRoutes.list, () => ({ data: { keys: [], can_manage: false } }))
  await open('/sell/api-keys', 'view', 'list', 'price')
  await screen.findByText('Only owners manage API keys')
  expectRefused(
    screen.getByRole('button', { name: 'Create key' }),
    'Only owners of your team create API keys. A key can put stock on sale and take it off.',
  )
})

test('a member without any permission reads why the desk is empty', async () => {
  await open('/sell/inventory')
  expect(await screen.findByText('You can’t see this page')).toBeTruthy()
  expect(screen.getByText('You need the permission “View”. Ask an owner of your team for it.')).toBeTruthy()
})
