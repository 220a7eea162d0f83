import { trackedListingsRoutes } from '@terrace/contracts/tracked-listings'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { fakeChannel } from '#web/test/fakes/fake-realtime.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import {
  wireTracked,
  wireTrackedListing,
  wireTrackingAlert,
  wireTrackingSettings,
} from '#web/test/tracking-factories.ts'
import { toastQueue } from '#web/ui/overlay/toast-queue.ts'
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
  mockShell()
  mockRoute(catalogueRoutes.hotEvents, () => ({ data: [] }))
})

async function openHome() {
  await renderRoute('/', { user })
  await screen.findByRole('button', { name: /Your account/ })
}

const emitTrackingUpdate = () => act(() => fakeChannel('private-team-tm_1').onEvent('tracking-changed', {}))

test('[X-TRACK-01] price drops and low stock show once, on any page', async () => {
  const requests = mockRoute(trackedListingsRoutes.alerts, () => ({ data: [drop, low] }))
  await openHome()
  emitTrackingUpdate()
  expect((await screen.findByText(/^Price drop/)).textContent).toBe(
    'Price drop: £103.95 all-in, was £124.43\nArsenal v Chelsea, Block 25, row 18',
  )
  expect(screen.getByText(/^Only/).textContent).toBe(
    'Only 1 ticket left at £103.95 all-in\nArsenal v Chelsea, Block 25, row 18',
  )
  emitTrackingUpdate()
  await vi.waitFor(() => expect(requests).toHaveLength(2))
  expect(requests[1]?.query.get('since')).toBe(low.at)
  expect(screen.getAllByText(/^Price drop/)).toHaveLength(1)
})

test('many alerts at once show as one message', async () => {
  const data = Array.from({ length: 5 }, (_, index) => ({ ...drop, id: `alr_${index}` }))
  mockRoute(trackedListingsRoutes.alerts, () => ({ data }))
  await openHome()
  emitTrackingUpdate()
  expect(await screen.findByText(/^5 alerts/)).toBeTruthy()
  expect(screen.queryByText(/^Price drop/)).toBeNull()
})

test('alerts that arrive while the tab is hidden show when it becomes visible', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const requests = mockRoute(trackedListingsRoutes.alerts, () => ({ data: [drop] }))
  await openHome()
  emitTrackingUpdate()
  // Long enough for a request in a visible tab.
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(requests).toEqual([])
  visibility.mockReturnValue('visible')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(await screen.findByText(/^Price drop/)).toBeTruthy()
})

test('alerts that fail to load are logged and retried with the next update', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let works = false
  mockRoute(trackedListingsRoutes.alerts, () => (works ? { data: [drop] } : errorReply(400, 'Unavailable')))
  await openHome()
  emitTrackingUpdate()
  await vi.waitFor(() => expect(logged).toHaveBeenCalled())
  works = true
  emitTrackingUpdate()
  expect(await screen.findByText(/^Price drop/)).toBeTruthy()
})

test('[X-PROFILE-06] an open list shows a new price immediately', async () => {
  let price = gbp('118.50')
  mockRoute(trackedListingsRoutes.settings, () => ({ data: wireTrackingSettings() }))
  mockRoute(trackedListingsRoutes.list, () => wireTracked(wireTrackedListing({ current_price: price })))
  await renderRoute('/profile?tab=tracked', { user })
  expect(await screen.findByText('unchanged')).toBeTruthy()
  price = gbp('99.00')
  emitTrackingUpdate()
  expect(await screen.findByText('£20.48 less')).toBeTruthy()
  expect(screen.getByText('£103.95').className).toContain('animate-flash')
  price = gbp('118.50')
  emitTrackingUpdate()
  expect(await screen.findByText('unchanged')).toBeTruthy()
  const isFlashing = screen
    .getAllByText('£124.43')
    .map(({ className }) => className.includes('animate-flash'))
  expect(isFlashing).toEqual([false, true])
})
