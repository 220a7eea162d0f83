import { cardsRoutes } from '@terrace/contracts/cards'
import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { checkoutRoutes } from '@terrace/contracts/checkout'
import { checkoutDraftRoutes } from '@terrace/contracts/checkout-draft'
import { holdsRoutes, type WireHold } from '@terrace/contracts/holds'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { resetCheckout } from '#web/features/checkout/checkout-state.ts'
import { forgetIntention } from '#web/features/checkout/intention.ts'
import { forgetLapsed } from '#web/features/holds/noted-lapses.ts'
import { leaveTo } from '#web/lib/navigation.ts'
import { clearSession } from '#web/lib/session.ts'
import { answer } from '#web/test/api-server.ts'
import { answerShell, renderRoute } from '#web/test/render-route.tsx'
import { wireBasket, wireHold } from '#web/test/stock-factories.ts'
import { wireCurrentUser } from '#web/test/user-factory.ts'

vi.mock('#web/lib/navigation.ts', () => ({ leaveTo: vi.fn<(path: string) => void>() }))

let held: WireHold[]

beforeEach(() => {
  vi.mocked(leaveTo).mockReset()
  resetCheckout()
  forgetIntention()
  forgetLapsed()
  answerShell()
  answer(catalogueRoutes.hotEvents, () => ({ data: [] }))
  held = [
    wireHold({ expires_at: new Date(Date.now() + 400).toISOString() }),
    wireHold({ hold_id: 'hld_2', listing_id: 'lst_2' }),
  ]
  answer(holdsRoutes.list, () => wireBasket(...held))
  answer(cardsRoutes.list, () => ({ data: [] }))
  answer(checkoutDraftRoutes.read, () => ({ data: { listings: [] } }))
  answer(checkoutRoutes.openAttempts, () => ({ data: [] }))
  answer(workspaceRoutes.info, () => ({ data: wireCurrentUser() }))
})

/** The countdown of the checkout reaches zero, and nothing stays but what a full load of another page finds. */
async function letTimeRunOut() {
  await renderRoute('/checkout')
  await waitFor(() => expect(leaveTo).toHaveBeenCalledExactlyOnceWith('/'))
  cleanup()
  held = held.slice(1)
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
