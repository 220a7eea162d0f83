import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { holdsRoutes } from '@terrace/contracts/holds'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { forgetLapsed } from '#web/features/holds/noted-lapses.ts'
import { leaveTo } from '#web/lib/navigation.ts'
import { clearSession } from '#web/lib/session.ts'
import { answer } from '#web/test/api-server.ts'
import { answerCheckout, type CheckoutServer } from '#web/test/checkout-server.ts'
import { renderRoute } from '#web/test/render-route.tsx'
import { wireHold } from '#web/test/stock-factories.ts'

vi.mock('#web/lib/navigation.ts', () => ({ leaveTo: vi.fn<(path: string) => void>() }))

let team: CheckoutServer

beforeEach(() => {
  vi.mocked(leaveTo).mockReset()
  forgetLapsed()
  team = answerCheckout()
  answer(catalogueRoutes.hotEvents, () => ({ data: [] }))
  team.held = [
    wireHold({ expires_at: new Date(Date.now() + 400).toISOString() }),
    wireHold({ hold_id: 'hld_2', listing_id: 'lst_2' }),
  ]
})

/** The countdown of the checkout reaches zero, and nothing stays but what a full load of another page finds. */
async function letTimeRunOut() {
  await renderRoute('/checkout')
  await waitFor(() => expect(leaveTo).toHaveBeenCalledExactlyOnceWith('/'))
  cleanup()
  team.held = team.held.slice(1)
}

test('[CHECKOUT-03] after the load at zero it is said once which tickets ran out, with the way back to their event', async () => {
  await letTimeRunOut()
  const asked = answer(holdsRoutes.lapsed, () => ({ data: ['hld_1'] }))
  await renderRoute('/')
  const notice = within(await screen.findByRole('alert'))
  expect(screen.getByRole('alert').textContent).toContain(
    'The hold on 2 tickets, Block 25 · R 18, has lapsed. They are on sale again: Arsenal v Chelsea',
  )
  expect(notice.getByRole('link', { name: 'Arsenal v Chelsea' }).getAttribute('href')).toBe(
    '/tickets/arsenal-v-chelsea/17',
  )
  expect(asked[0]?.query.getAll('hold_id[]')).toEqual(['hld_1'])
  await userEvent.click(notice.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
  cleanup()
  await renderRoute('/')
  await screen.findByRole('region', { name: 'Basket' })
  expect(asked).toHaveLength(1)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('[CHECKOUT-03] of tickets that were bought in the last moment nothing is said', async () => {
  await letTimeRunOut()
  const asked = answer(holdsRoutes.lapsed, () => ({ data: [] }))
  await renderRoute('/')
  await waitFor(() => expect(asked).toHaveLength(1))
  await screen.findByRole('region', { name: 'Basket' })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('whoever logs in next is told nothing of it', async () => {
  await letTimeRunOut()
  clearSession()
  const asked = answer(holdsRoutes.lapsed, () => ({ data: ['hld_1'] }))
  await renderRoute('/')
  await screen.findByRole('region', { name: 'Basket' })
  expect(asked).toHaveLength(0)
})
