import { QueryClientProvider } from '@tanstack/react-query'
import { inventoryEditRoutes, type WireListingChange } from '@terrace/contracts/inventory-edit'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { setEnv } from '#web/lib/env.ts'
import { createQueryClient } from '#web/lib/http/query-client.ts'
import { mockRoute } from '#web/test/mock-api.ts'
import { testEnv } from '#web/test/test-env.ts'
import { ListingHistory } from './listing-history.tsx'

beforeEach(() => setEnv(testEnv))

const change = (id: string, changes: WireListingChange['changes']): WireListingChange => ({
  id,
  at: '2031-05-01T12:00:00.000Z',
  source: 'operator',
  kind: 'changed',
  actor_name: null,
  bulk_edit_id: null,
  is_undo: false,
  changes,
})

test('what happens by itself is not shown as a change by the operator', async () => {
  mockRoute(inventoryEditRoutes.history, () => ({
    data: [
      change('3', [
        { field: 'own_hold_quantity', from: 2, to: null },
        { field: 'own_hold_until', from: '2031-05-01T11:59:59.000Z', to: null },
      ]),
      change('2', [{ field: 'in_hand_date', from: '2031-05-20', to: '2031-06-20' }]),
      change('1', [{ field: 'quantity', from: 4, to: 2 }]),
    ],
    meta: { has_more: false },
  }))
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ListingHistory id="lst_1" />
    </QueryClientProvider>,
  )
  await screen.findByText('Own hold ended')
  expect(screen.getByText('In-hand date moved with the event')).toBeTruthy()
  expect(screen.getAllByText(/by Marketplace operator/).map(({ textContent }) => textContent)).toEqual([
    'Changed by Marketplace operator',
  ])
})
