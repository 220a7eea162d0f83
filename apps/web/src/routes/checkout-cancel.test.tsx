import { holdsRoutes } from '@terrace/contracts/holds'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { leaveTo } from '#web/lib/navigation.ts'
import { answer, server } from '#web/test/api-server.ts'
import { answerCheckout, type CheckoutServer } from '#web/test/checkout-server.ts'
import { renderRoute } from '#web/test/render-route.tsx'

vi.mock('#web/lib/navigation.ts', () => ({ leaveTo: vi.fn<(path: string) => void>() }))

let team: CheckoutServer

beforeEach(() => {
  vi.mocked(leaveTo).mockReset()
  team = answerCheckout()
})

/** The connection breaks before the answer of a release is here; `onSent` is what the server makes of it. */
function loseAnswers(onSent: () => void = () => undefined) {
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

async function askToCancel() {
  await renderRoute('/checkout')
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel purchase' }))
  return within(await screen.findByRole('alertdialog', { name: 'Cancel this purchase?' }))
}

const confirmIn = (dialog: ReturnType<typeof within>) =>
  userEvent.click(dialog.getByRole('button', { name: 'Cancel purchase' }))

test('[CHECKOUT-04] a cancelled purchase ends at home, and says nowhere that nothing is held', async () => {
  answer(holdsRoutes.release, () => {
    team.held = []
    return { data: [{ hold_id: 'hld_1', released: 2, remaining: 0 }] }
  })
  await confirmIn(await askToCancel())
  await waitFor(() => expect(leaveTo).toHaveBeenCalledExactlyOnceWith('/'))
  expect(screen.queryByText('Nothing is held')).toBeNull()
})

test('[CHECKOUT-04] a cancelled purchase whose answer was lost ends at home too', async () => {
  loseAnswers(() => (team.held = []))
  await confirmIn(await askToCancel())
  await waitFor(() => expect(leaveTo).toHaveBeenCalledExactlyOnceWith('/'))
  expect(screen.queryByText('Nothing is held')).toBeNull()
})

test('[CHECKOUT-04] without a connection cancelling says so and what to do, and pressed again is the same call', async () => {
  const lost = loseAnswers()
  const dialog = await askToCancel()
  await confirmIn(dialog)
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'The connection was lost before the answer came. Press Cancel purchase again when you are connected: it releases only once.',
  )
  expect(leaveTo).not.toHaveBeenCalled()
  const released = answer(holdsRoutes.release, () => ({
    data: [{ hold_id: 'hld_1', released: 2, remaining: 0 }],
  }))
  await confirmIn(dialog)
  await waitFor(() => expect(leaveTo).toHaveBeenCalledExactlyOnceWith('/'))
  expect(released.map(({ headers }) => headers.get('idempotency-key'))).toEqual(lost)
})
