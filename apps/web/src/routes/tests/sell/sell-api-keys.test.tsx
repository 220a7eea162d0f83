import { inventoryApiKeysRoutes, type WireApiKey } from '@terrace/contracts/inventory-api-keys'
import { inventoryProfilesRoutes } from '@terrace/contracts/inventory-profiles'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { errorReply, mockRoute } from '#web/test/mock-api.ts'
import { seller } from '#web/test/mock-inventory.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

const key: WireApiKey = {
  id: 'iak_1',
  name: 'Warehouse',
  prefix: 'invkey_Ab12Cd',
  profile: { id: 'ipf_1', name: 'Our system' },
  created_at: '2026-11-01T10:00:00.000Z',
  created_by: 'jo',
  expires_at: '2027-01-30T10:00:00.000Z',
  last_used_at: null,
  revoked_at: null,
  state: 'active',
}
const profile = {
  id: 'ipf_1',
  name: 'Our system',
  version: 1,
  settings: { dialect: 'own-export', mode: 'by_id', currency: 'GBP', date_order: 'ymd' } as const,
  updated_at: '2026-11-01T10:00:00.000Z',
  live_listings: 0,
}

beforeEach(() => mockShell())

const open = () => renderRoute('/sell/api-keys', { user: seller })

test('a key is created for a profile, shown once, and recognised by its start', async () => {
  let keys: WireApiKey[] = []
  mockRoute(inventoryApiKeysRoutes.list, () => ({ data: { keys, can_manage: true } }))
  mockRoute(inventoryProfilesRoutes.list, () => ({ data: [profile] }))
  const created = mockRoute(inventoryApiKeysRoutes.create, () => {
    keys = [key]
    return { data: { key, secret: 'invkey_Ab12Cd-secret' } }
  })
  await open()
  expect(await screen.findByText('No API keys')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Create key' }))
  const form = within(await screen.findByRole('dialog', { name: 'Create API key' }))
  await form.findByRole('option', { name: 'Our system' })
  await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'Warehouse')
  await userEvent.click(form.getByRole('button', { name: 'Create key' }))
  const shown = within(await screen.findByRole('dialog', { name: 'Copy the key now' }))
  expect(shown.getByText('invkey_Ab12Cd-secret')).toBeTruthy()
  expect(shown.getByText(/curl .*Bearer invkey_Ab12Cd-secret/)).toBeTruthy()
  expect(created[0]?.body).toEqual({ name: 'Warehouse', profile_id: 'ipf_1', expires_in_days: 90 })
  await userEvent.click(shown.getByRole('button', { name: 'I have stored it' }))
  expect(await screen.findByText('invkey_Ab12Cd…')).toBeTruthy()
  expect(screen.queryByText(/-secret/)).toBeNull()
})

test('a key is revoked after a confirmation that says what stops', async () => {
  mockRoute(inventoryApiKeysRoutes.list, () => ({ data: { keys: [key], can_manage: true } }))
  const revoked = mockRoute(inventoryApiKeysRoutes.revoke, () =>
    errorReply(404, 'API key not found', 'api_key.not_found'),
  )
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke Warehouse' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Revoke “Warehouse”?' }))
  expect(revoked).toHaveLength(0)
  await userEvent.click(dialog.getByRole('button', { name: 'Revoke key' }))
  expect(await screen.findByText(/API key not found/)).toBeTruthy()
  expect(revoked).toHaveLength(1)
})

test('a member reads why there is nothing to see', async () => {
  mockRoute(inventoryApiKeysRoutes.list, () => ({ data: { keys: [], can_manage: false } }))
  await open()
  expect(await screen.findByText('Only owners manage API keys')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Create key' }).getAttribute('aria-disabled')).toBe('true')
})
