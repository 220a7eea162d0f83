import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { holdsRoutes } from '@terrace/contracts/holds'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { clearRecordedExpirations } from '#web/features/holds/expiry/recorded-expirations.ts'
import { redirectTo } from '#web/lib/url/navigation.ts'
import { clearSession } from '#web/lib/http/session.ts'
import { mockRoute } from '#web/test/mock-api.ts'
import { mockCheckout, type CheckoutServer } from '#web/test/mock-checkout.ts'
import { renderRoute } from '#web/test/render-route.tsx'
import { wireHold } from '#web/test/stock-factories.ts'

vi.mock('#web/lib/url/navigation.ts', () => ({ redirectTo: vi.fn<(path: string) => void>() }))

let team: CheckoutServer

beforeEach(() => {
  vi.mocked(redirectTo).mockReset()
  clearRecordedExpirations()
  team = mockCheckout()
  mockRoute(catalogueRoutes.hotEvents, () => ({ data: [] }))
  team.held = [
    wireHold({ expires_at: new Date(Date.now() + 400).toISOString() }),
    wireHold({ hold_id: 'hld_2', listing_id: 'lst_2' }),
  ]
})

/** Lets the countdown reach zero and simulates the full page load that follows. */
async function expireHolds() {
  await renderRoute('/checkout')
  await waitFor(() => expect(redirectTo).toHaveBeenCalledExactlyOnceWith('/'))
  cleanup()
  team.held = team.held.slice(1)
}

test('[CHECKOUT-03] after expiry home names the expired tickets once and links to their event', async () => {
  await expireHolds()
  const requests = mockRoute(holdsRoutes.endedUnsold, () => ({ data: ['hld_1'] }))
  await renderRoute('/')
  const notice = within(await screen.findByRole('alert'))
  expect(screen.getByRole('alert').textContent).toContain(
    'The hold on 2 tickets, Block 25 · R 18, has expired. Back on sale: Arsenal v Chelsea',
  )
  expect(notice.getByRole('link', { name: 'Arsenal v Chelsea' }).getAttribute('href')).toBe(
    '/tickets/arsenal-v-chelsea/17',
  )
  expect(requests[0]?.query.getAll('hold_id[]')).toEqual(['hld_1'])
  await userEvent.click(notice.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
  cleanup()
  await renderRoute('/')
  await screen.findByRole('button', { name: /^Open basket/ })
  expect(requests).toHaveLength(1)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('[CHECKOUT-03] tickets bought at the last moment show no expiry notice', async () => {
  await expireHolds()
  const requests = mockRoute(holdsRoutes.endedUnsold, () => ({ data: [] }))
  await renderRoute('/')
  await waitFor(() => expect(requests).toHaveLength(1))
  await screen.findByRole('button', { name: /^Open basket/ })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the next user to log in sees no expiry notice', async () => {
  await expireHolds()
  clearSession()
  const requests = mockRoute(holdsRoutes.endedUnsold, () => ({ data: ['hld_1'] }))
  await renderRoute('/')
  await screen.findByRole('button', { name: /^Open basket/ })
  expect(requests).toHaveLength(0)
})
