import { trackedRoutes } from '@terrace/contracts/tracked-listings'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { answer, fail } from '#web/test/api-server.ts'
import { playRealtime } from '#web/test/fake-realtime.ts'
import { answerShell, renderRoute } from '#web/test/render-route.tsx'
import {
  wireTracked,
  wireTrackedListing,
  wireTrackingAlert,
  wireTrackingSettings,
} from '#web/test/tracking-factories.ts'
import { toastQueue } from '#web/ui/toast-queue.ts'
import { gbp } from '#web/test/factories.ts'

const user = { firstname: 'Jane', lastname: 'Miller', team_data: { id: 'tm_1', name: 'Harbour Box Office' } }
const drop = wireTrackingAlert()
const low = wireTrackingAlert({
  id: 'alr_2',
  kind: 'low_stock',
  at: '2031-02-02T12:00:01.000Z',
  available: 1,
})

beforeEach(() => {
  act(() => toastQueue.clear())
  answerShell()
  answer(catalogueRoutes.hotEvents, () => ({ data: [] }))
})

async function openHome() {
  await renderRoute('/', { user })
  await screen.findByRole('button', { name: /Your account/ })
}

const news = () => act(() => playRealtime('private-team-tm_1').onEvent('tracking-news', {}))

test('[X-TRACK-01] a price drop and low stock are said on whatever page is open, each once', async () => {
  const asked = answer(trackedRoutes.alerts, () => ({ data: [drop, low] }))
  await openHome()
  news()
  expect((await screen.findByText(/^Price drop/)).textContent).toBe(
    'Price drop: £99.00, was £118.50\nArsenal v Chelsea, Block 25, row 18',
  )
  expect(screen.getByText(/^Only/).textContent).toBe(
    'Only 1 ticket left at £99.00\nArsenal v Chelsea, Block 25, row 18',
  )
  news()
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  expect(asked[1]?.query.get('since')).toBe(low.at)
  expect(screen.getAllByText(/^Price drop/)).toHaveLength(1)
})

test('many alerts at once are one word', async () => {
  const data = Array.from({ length: 5 }, (_, index) => ({ ...drop, id: `alr_${index}` }))
  answer(trackedRoutes.alerts, () => ({ data }))
  await openHome()
  news()
  expect(await screen.findByText(/^5 alerts on listings that you track/)).toBeTruthy()
  expect(screen.queryByText(/^Price drop/)).toBeNull()
})

test('what happened while the tab was in the background is said when somebody looks at it again', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const asked = answer(trackedRoutes.alerts, () => ({ data: [drop] }))
  await openHome()
  news()
  // As long as it takes where somebody looks.
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(asked).toEqual([])
  visibility.mockReturnValue('visible')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(await screen.findByText(/^Price drop/)).toBeTruthy()
})

test('alerts that cannot be had are logged, and come with the next news', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let works = false
  answer(trackedRoutes.alerts, () => (works ? { data: [drop] } : fail(400, 'Not just now')))
  await openHome()
  news()
  await vi.waitFor(() => expect(logged).toHaveBeenCalled())
  works = true
  news()
  expect(await screen.findByText(/^Price drop/)).toBeTruthy()
})

test('[X-PROFILE-06] the open list shows the new price at once', async () => {
  let price = gbp('118.50')
  answer(trackedRoutes.settings, () => ({ data: wireTrackingSettings() }))
  answer(trackedRoutes.list, () => wireTracked(wireTrackedListing({ price_now: price })))
  await renderRoute('/profile?tab=tracked', { user })
  expect(await screen.findByText('unchanged')).toBeTruthy()
  price = gbp('99.00')
  news()
  expect(await screen.findByText('£19.50 less')).toBeTruthy()
  expect(screen.getByText('£99.00').className).toContain('animate-flash')
  price = gbp('118.50')
  news()
  expect(await screen.findByText('unchanged')).toBeTruthy()
  const isMarked = screen.getAllByText('£118.50').map(({ className }) => className.includes('animate-flash'))
  expect(isMarked).toEqual([false, true])
})
