import { trackedListingsRoutes } from '@terrace/contracts/tracked-listings'
import { trackingRoutes } from '@terrace/contracts/tracking'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { gbp } from '#web/test/factories.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { runUndo } from '#web/ui/overlay/show-undo.ts'
import {
  trackedPrice,
  wireTracked,
  wireTrackedListing,
  wireTrackingSettings,
} from '#web/test/tracking-factories.ts'

const cheaper = wireTrackedListing({
  listing_id: 'lst_2',
  section: 'Block 112',
  row: '',
  tracked_at: '2031-02-02T12:00:00.000Z',
  price_when_tracked: gbp('90.00'),
  current_price: gbp('80.50'),
  state: 'back',
  history: [
    trackedPrice('2031-02-02T12:00:00.000Z', gbp('90.00')),
    trackedPrice('2031-02-03T12:00:00.000Z', gbp('95.00')),
    trackedPrice('2031-02-04T12:00:00.000Z', null),
    trackedPrice('2031-02-05T12:00:00.000Z', gbp('80.50')),
  ],
})
const unavailable = wireTrackedListing({
  listing_id: 'lst_3',
  section: 'Block 7',
  tracked_at: '2031-01-02T12:00:00.000Z',
  current_price: null,
  available: 0,
  state: 'unavailable',
  unavailable: 'withdrawn',
})

beforeEach(() => {
  mockShell()
  mockRoute(trackedListingsRoutes.settings, () => ({ data: wireTrackingSettings() }))
})

const open = () => renderRoute('/profile?tab=tracked')
const rowOf = async (text: string) =>
  (await screen.findAllByRole('row')).find((row) => row.textContent.includes(text)) ?? document.body

test('[X-PROFILE-06] each listing shows its original and current price, the difference and its availability', async () => {
  mockRoute(trackedListingsRoutes.list, () => wireTracked(cheaper, wireTrackedListing(), unavailable))
  await open()
  const back = await rowOf('Block 112')
  expect(back.textContent).toContain('£94.50£84.53£9.97 less')
  expect(back.textContent).toContain('4Back on sale')
  const same = await rowOf('Block 25, row 18')
  expect(same.textContent).toContain('4Listed')
  expect(same.textContent).toContain('unchanged')
  const last = await rowOf('Block 7')
  expect(last.textContent).toContain('no current price')
  expect(last.textContent).toContain('Unavailable, Withdrawn')
})

test('[X-PROFILE-06] the sparkline has a text description', async () => {
  mockRoute(trackedListingsRoutes.list, () => wireTracked(cheaper, unavailable))
  await open()
  const line = within(await rowOf('Block 112')).getByRole('img', { name: /^All-in since/ })
  expect(line.getAttribute('aria-label')).toMatch(
    /^All-in since 02 Feb 31, \d\d:00: from £94\.50 to £84\.53, highest £99\.75, unavailable once$/,
  )
  expect(
    within(await rowOf('Block 7')).getByRole('img', { name: /until it became unavailable$/ }),
  ).toBeTruthy()
})

test('a listing that fell is reached from the list in one press', async () => {
  mockRoute(trackedListingsRoutes.list, () => wireTracked(cheaper))
  await open()
  const view = within(await rowOf('Block 112')).getByRole('link', { name: 'View listing, Block 112' })
  expect(view.getAttribute('href')).toBe('/tickets/arsenal-v-chelsea/17#lst_2')
})

test('a row opens its prices and history next to the list, with a link to its row on the event page', async () => {
  mockRoute(trackedListingsRoutes.list, () => wireTracked(cheaper))
  const router = await open()
  await userEvent.click(within(await rowOf('Block 112')).getByRole('link', { name: 'Arsenal v Chelsea' }))
  expect(router.state.location.search).toMatchObject({ tab: 'tracked', listing: 'lst_2' })
  const panel = within(await screen.findByRole('region', { name: 'Block 112' }))
  const terms = panel.getAllByRole('term').map(({ textContent }) => textContent)
  const values = panel.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(terms.map((term, index) => `${term}: ${values[index]}`).slice(0, 5)).toEqual([
    'All-in when tracked: £94.50',
    'All-in now: £84.53',
    'Change: £9.97 less',
    'Price before the fee: £80.50',
    'Availability: 4 tickets left',
  ])
  const changes = panel.getAllByRole('listitem').map(({ textContent }) => textContent.replace(/^.*:\d\d/, ''))
  expect(changes).toEqual(['£84.53', 'Unavailable', '£99.75', '£94.50'])
  expect(panel.getByRole('link', { name: 'View listing' }).getAttribute('href')).toBe(
    '/tickets/arsenal-v-chelsea/17#lst_2',
  )
})

test('the count is that of the listings found by a search', async () => {
  mockRoute(trackedListingsRoutes.list, () => wireTracked(cheaper, wireTrackedListing(), unavailable))
  await open()
  expect(await screen.findByText('3 tracked listings')).toBeTruthy()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search tracked listings' }), 'Block 112')
  expect(await screen.findByText('1 tracked listing')).toBeTruthy()
})

test('the selected listings are untracked together, and one undo tracks all of them again', async () => {
  let tracked = [cheaper, wireTrackedListing(), unavailable]
  mockRoute(trackedListingsRoutes.list, () => wireTracked(...tracked))
  const sent = mockRoute(trackingRoutes.track, ({ body }) => {
    const { list_id: id, status } = Object(body)
    if (status === 'No') tracked = tracked.filter(({ listing_id }) => listing_id !== id)
    return { data: { list_id: id, tracked: status === 'yes' } }
  })
  await open()
  for (const section of ['Block 112', 'Block 25']) {
    await userEvent.click(within(await rowOf(section)).getByRole('checkbox'))
  }
  await userEvent.click(await screen.findByRole('button', { name: 'Stop tracking' }))
  expect(await screen.findByText('2 listings no longer tracked')).toBeTruthy()
  expect((await rowOf('Block 112')).textContent).toContain('No longer tracked')
  expect((await rowOf('Block 7')).textContent).toContain('Withdrawn')
  expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull()
  act(() => runUndo())
  const statusesOf = (id: string) =>
    sent.flatMap(({ body }) => (Object(body).list_id === id ? [Object(body).status] : []))
  await vi.waitFor(() =>
    expect([statusesOf('lst_2'), statusesOf('lst_1'), statusesOf('lst_3')]).toEqual([
      ['No', 'yes'],
      ['No', 'yes'],
      [],
    ]),
  )
})

test('[TRACK-02] untracking keeps the row, and "Undo" restores tracking at the original price', async () => {
  let tracked = [cheaper, wireTrackedListing(), unavailable]
  mockRoute(trackedListingsRoutes.list, () => wireTracked(...tracked))
  const sent = mockRoute(trackingRoutes.track, ({ body }) => {
    const isTracked = JSON.stringify(body).includes('"yes"')
    tracked = isTracked ? [cheaper, wireTrackedListing(), unavailable] : [cheaper, unavailable]
    return { data: { list_id: 'lst_1', tracked: isTracked } }
  })
  await open()
  await userEvent.click(within(await rowOf('Block 25')).getByRole('button', { name: /^Stop tracking/ }))
  expect((await rowOf('Block 25')).textContent).toContain('No longer tracked')
  expect(await screen.findByText('No longer tracked: Arsenal v Chelsea, Block 25, row 18')).toBeTruthy()
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  const seats = screen.getAllByRole('row').map((row) => /Block \d+/.exec(row.textContent)?.[0])
  expect(seats).toEqual([undefined, 'Block 112', 'Block 25', 'Block 7'])
  await userEvent.click(within(await rowOf('Block 25')).getByRole('button', { name: 'Undo' }))
  const afterUndo = await rowOf('Block 25')
  expect(afterUndo.textContent).toContain('Listed')
  expect(afterUndo.textContent).toContain('£124.43£124.43unchanged')
  await vi.waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Stop tracking, Block 25, row 18'),
  )
  await vi.waitFor(() => expect(sent.map(({ body }) => Object(body).status)).toEqual(['No', 'yes']))
})

test('untracking updates the number in the navigation', async () => {
  let count = 7
  mockRoute(workspaceRoutes.profileCounts, () => ({ data: { clients: 0, tracked: count, searches: 0 } }))
  mockRoute(trackedListingsRoutes.list, () => wireTracked(wireTrackedListing()))
  mockRoute(trackingRoutes.track, () => {
    count = 6
    return { data: { list_id: 'lst_1', tracked: false } }
  })
  await open()
  const nav = screen.getByRole('navigation', { name: 'Profile' })
  expect((await within(nav).findByText('7')).textContent).toBe('7')
  await userEvent.click(within(await rowOf('Block 25')).getByRole('button', { name: /^Stop tracking/ }))
  expect(await within(nav).findByText('6')).toBeTruthy()
})

test('a failed untrack is undone and shows the reason', async () => {
  mockRoute(trackedListingsRoutes.list, () => wireTracked(wireTrackedListing()))
  mockRoute(trackingRoutes.track, () => errorReply(400, 'Not just now'))
  await open()
  await userEvent.click(within(await rowOf('Block 25')).getByRole('button', { name: /^Stop tracking/ }))
  expect(await screen.findByText('Not just now')).toBeTruthy()
  expect((await rowOf('Block 25')).textContent).toContain('Listed')
})

test('a list that fails to load shows the reason and can be retried', async () => {
  let isUp = false
  mockRoute(trackedListingsRoutes.list, () =>
    isUp ? wireTracked(wireTrackedListing()) : errorReply(400, 'Not just now'),
  )
  await open()
  // An earlier toast may show the same text; this button is in the list’s place.
  const retry = await screen.findByRole('button', { name: 'Try again' })
  expect(retry.closest('[role=alert]')?.textContent).toContain('Not just now')
  isUp = true
  await userEvent.click(retry)
  expect((await rowOf('Block 25')).textContent).toContain('Arsenal v Chelsea')
})

test('more listings load page by page', async () => {
  mockRoute(trackedListingsRoutes.list, ({ query }) => {
    const page = Number(query.get('page'))
    return {
      data: [wireTrackedListing({ listing_id: `lst_${page}`, section: `Block ${page}` })],
      meta: { total: 51, page, per_page: 50, last_page: 2 },
    }
  })
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  expect((await rowOf('Block 2')).textContent).toContain('Block 2')
})

test('each alert shows on one line, is edited inline and saved', async () => {
  mockRoute(trackedListingsRoutes.list, () => wireTracked())
  const saved = mockRoute(trackedListingsRoutes.changeSettings, ({ body }) => ({
    data: trackedListingsRoutes.changeSettings.body?.parse(body) ?? wireTrackingSettings(),
  }))
  await open()
  expect(await screen.findByText('Price drop: in the app and by email')).toBeTruthy()
  expect(screen.getByText('Low availability (2 tickets or fewer): in the app')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Change alerts' }))
  const form = within(screen.getByRole('form', { name: 'Alerts' }))
  await vi.waitFor(() => expect(document.activeElement).toBe(form.getAllByRole('checkbox')[0]))
  const drop = within(form.getByRole('group', { name: /^Price drop/ }))
  for (const name of ['In the app', 'By email']) await userEvent.click(drop.getByRole('checkbox', { name }))
  await userEvent.clear(form.getByRole('textbox', { name: 'Alert me at or below' }))
  await userEvent.type(form.getByRole('textbox', { name: 'Alert me at or below' }), '1')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Alerts saved')).toBeTruthy()
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Change alerts'))
  expect(saved[0]?.body).toEqual({
    price_drop: { live: false, mail: false },
    low_stock: { live: true, mail: false, max_tickets: 1 },
  })
  expect(screen.getByText('Price drop: off')).toBeTruthy()
  expect(screen.getByText('Low availability (1 ticket): in the app')).toBeTruthy()
})

test('alerts that fail to load show an error above the list and can be retried', async () => {
  let isUp = false
  mockRoute(trackedListingsRoutes.list, () => wireTracked(wireTrackedListing()))
  mockRoute(trackedListingsRoutes.settings, () =>
    isUp ? { data: wireTrackingSettings() } : errorReply(400, 'Not just now'),
  )
  await open()
  expect((await screen.findByText(/^Couldn’t load your alert settings/)).textContent).toContain(
    'Not just now',
  )
  expect((await rowOf('Block 25')).textContent).toContain('Listed')
  isUp = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Price drop: in the app and by email')).toBeTruthy()
})

test.each(['', '0', '51', '2.5', 'two'])(
  'a threshold of "%s" shows an error at its field and is not sent',
  async (text) => {
    mockRoute(trackedListingsRoutes.list, () => wireTracked())
    const saved = mockRoute(trackedListingsRoutes.changeSettings, () => ({ data: wireTrackingSettings() }))
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Change alerts' }))
    const field = screen.getByRole('textbox', { name: 'Alert me at or below' })
    await userEvent.clear(field)
    if (text !== '') await userEvent.type(field, text)
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Enter a whole number from 1 to 50')).toBeTruthy()
    expect(saved).toEqual([])
  },
)

test('alerts that fail to save show the reason and keep the changes', async () => {
  mockRoute(trackedListingsRoutes.list, () => wireTracked())
  mockRoute(trackedListingsRoutes.changeSettings, () => errorReply(400, 'Not just now'))
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Change alerts' }))
  const field = screen.getByRole('textbox', { name: 'Alert me at or below' })
  await userEvent.clear(field)
  await userEvent.type(field, '7')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Not just now')
  expect(field.getAttribute('value')).toBe('7')
})
