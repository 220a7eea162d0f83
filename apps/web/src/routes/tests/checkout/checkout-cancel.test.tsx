import { holdsRoutes } from '@terrace/contracts/holds'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { redirectTo } from '#web/lib/url/navigation.ts'
import { mockRoute, server } from '#web/test/mock-api.ts'
import { mockCheckout, type CheckoutServer } from '#web/test/mock-checkout.ts'
import { renderRoute } from '#web/test/render-route.tsx'
import { withoutRelease } from '#web/test/stock-factories.ts'

vi.mock('#web/lib/url/navigation.ts', () => ({ redirectTo: vi.fn<(path: string) => void>() }))

let team: CheckoutServer

beforeEach(() => {
  vi.mocked(redirectTo).mockReset()
  team = mockCheckout()
})

/** Loses every release response; `onSent` applies the request on the server. */
function loseResponses(onSent: () => void = () => undefined) {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const keys: (string | null)[] = []
  server.use(
    http.post('*/tickets/release-multiple-tickets', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      onSent()
      return HttpResponse.error()
    }),
  )
  return keys
}

async function openCancelDialog() {
  await renderRoute('/checkout')
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel purchase' }))
  return within(await screen.findByRole('alertdialog', { name: 'Cancel this purchase?' }))
}

const confirmIn = (dialog: ReturnType<typeof within>) =>
  userEvent.click(dialog.getByRole('button', { name: 'Cancel purchase' }))

test('[CHECKOUT-04] a cancelled purchase goes to home without an "empty basket" message', async () => {
  mockRoute(holdsRoutes.release, () => {
    team.held = []
    return { data: [{ hold_id: 'hld_1', released: 2, remaining: 0 }] }
  })
  await confirmIn(await openCancelDialog())
  await waitFor(() => expect(redirectTo).toHaveBeenCalledExactlyOnceWith('/'))
  expect(screen.queryByText('No tickets held')).toBeNull()
})

test('[CHECKOUT-04] a cancelled purchase whose response was lost goes to home too', async () => {
  loseResponses(() => (team.held = []))
  await confirmIn(await openCancelDialog())
  await waitFor(() => expect(redirectTo).toHaveBeenCalledExactlyOnceWith('/'))
  expect(screen.queryByText('No tickets held')).toBeNull()
})

test('[CHECKOUT-04] offline, cancelling explains what to do and a retry repeats the same call', async () => {
  const releaseKeys = loseResponses()
  const dialog = await openCancelDialog()
  await confirmIn(dialog)
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'Connection lost. Try again. Nothing will be released twice.',
  )
  expect(redirectTo).not.toHaveBeenCalled()
  const released = mockRoute(holdsRoutes.release, () => ({
    data: [{ hold_id: 'hld_1', released: 2, remaining: 0 }],
  }))
  await confirmIn(dialog)
  await waitFor(() => expect(redirectTo).toHaveBeenCalledExactlyOnceWith('/'))
  expect(released.map(({ headers }) => headers.get('idempotency-key'))).toEqual(releaseKeys)
})

test('checking out tickets that are being released cancels the release', async () => {
  team.held = team.held.map((hold) => ({
    ...hold,
    releasing: { quantity: hold.quantity, release_at: new Date(Date.now() + 5000).toISOString() },
  }))
  const undone = mockRoute(holdsRoutes.undoRelease, () => {
    team.held = team.held.map(withoutRelease)
    return { data: [{ hold_id: 'hld_1', held: 2 }] }
  })
  await renderRoute('/checkout')
  await waitFor(() => expect(undone[0]?.body).toEqual(team.held.map(({ hold_id }) => ({ hold_id }))))
})
