import { attentionRoutes } from '@terrace/contracts/attention'
import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { teamChannel } from '@terrace/contracts/realtime'
import { trackedListingsRoutes } from '@terrace/contracts/tracked-listings'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { attentionItems, wireAttention } from '#web/test/attention-factories.ts'
import { wireEvent } from '#web/test/factories.ts'
import { fakeChannel } from '#web/test/fakes/fake-realtime.ts'
import { errorReply, mockRoute } from '#web/test/mock-api.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

beforeEach(() => {
  mockShell()
  mockRoute(catalogueRoutes.hotEvents, () => ({ data: [wireEvent({ id: 1, title: 'Arsenal v Chelsea' })] }))
})

const section = () => screen.findByRole('region', { name: /^Needs attention/ })
const rows = async () =>
  within(await within(await section()).findByRole('list', { name: /^Needs/ })).getAllByRole('listitem')
const row = async (text: string) => {
  const found = (await rows()).find(({ textContent }) => textContent.includes(text))
  if (!found) throw new Error(`no row has ${text}`)
  return found
}

test.each([
  ['Hold expires: 3 tickets', /8:5\d/, '£267.75', 'Check out', '/checkout?holds=hld_1%2Chld_2'],
  ['Details missing: 2 attendees', /21:5\d/, '£1,240.00', 'Add details', '/checkout?holds=hld_3'],
  ['Quote expires unopened', /1:09:5\d/, '£374.00', 'Open quote', '/profile?tab=quotes&quote=qt_1'],
  ['Quote accepted', /9:59:5\d/, '£240.00–£480.00', 'Open quote', '/profile?tab=quotes&quote=qt_2'],
  ['Delivery late: 2 tickets', '3 h late', '£178.50', 'Track delivery', '/profile?tab=purchases&order=ord_1'],
  ['Quote declined', '2 h ago', '£374.00', 'Open quote', '/profile?tab=quotes&quote=qt_3'],
  ['Price down £5.25', '4 left', '£84.00 all-in', 'View listing', '/tickets/arsenal-v-chelsea/1#lst_1'],
])('"%s" shows its time, amount and the one action', async (what, time, amount, action, address) => {
  mockRoute(attentionRoutes.read, () => wireAttention())
  await renderRoute('/')
  const item = await row(what)
  expect(item.textContent).toMatch(time)
  expect(item.textContent).toContain(amount)
  const link = within(item).getByRole('link')
  expect(link.textContent).toMatch(new RegExp(`^${action}:`))
  expect(link.getAttribute('href')).toBe(address)
})

test('the heading counts rows, and a row of several holds says how many', async () => {
  mockRoute(attentionRoutes.read, () => wireAttention())
  await renderRoute('/')
  const heading = within(await section()).getByRole('heading')
  expect(heading.textContent).toBe(`Needs attention ${(await rows()).length}`)
  expect((await row('Hold expires')).textContent).toContain('Arsenal v Chelsea · 2 holds')
  expect((await row('Details missing')).textContent).not.toContain('hold')
})

test('links lead to the lists of all items, with their filters', async () => {
  mockRoute(attentionRoutes.read, () => wireAttention())
  await renderRoute('/')
  const region = within(await section())
  expect(region.getByRole('heading').textContent).toBe('Needs attention 7')
  const links = ['3 holds', '3 quotes', '1 price drop', '1 late delivery']
  expect(links.map((name) => region.getByRole('link', { name }).getAttribute('href'))).toEqual([
    '/profile?tab=holds',
    '/profile?tab=quotes&sort=expires',
    '/profile?tab=tracked&sort=change',
    '/profile?tab=purchases&deadline=late&sort=deadline',
  ])
})

test('the link to quotes of one status filters by it', async () => {
  const accepted = attentionItems().filter(({ kind }) => kind === 'quote_accepted')
  mockRoute(attentionRoutes.read, () => wireAttention(accepted))
  await renderRoute('/')
  const link = within(await section()).getByRole('link', { name: '1 quote' })
  expect(link.getAttribute('href')).toBe('/profile?tab=quotes&sort=expires&status=Accepted')
})

test('home shows only the rails if nothing needs attention', async () => {
  await renderRoute('/')
  await screen.findByRole('region', { name: 'Hot events' })
  expect(screen.queryByRole('region', { name: /^Needs attention/ })).toBeNull()
})

test('the rails do not wait for the items, whose place is kept from the last visit', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(430)
  mockRoute(attentionRoutes.read, () => wireAttention())
  await renderRoute('/')
  await section()
  cleanup()
  const { promise, resolve: respond } = Promise.withResolvers<ReturnType<typeof wireAttention>>()
  mockRoute(attentionRoutes.read, () => promise)
  await renderRoute('/')
  expect(await screen.findByRole('region', { name: 'Hot events' })).toBeTruthy()
  const place = screen.getByText('Loading what needs your attention').closest<HTMLElement>('[style]')
  expect(place?.style.height).toBe('430px')
  respond(wireAttention())
  await section()
  expect(screen.queryByText('Loading what needs your attention')).toBeNull()
})

test('if the items fail to load, home shows an error with a retry, and the rails', async () => {
  let isUp = false
  mockRoute(attentionRoutes.read, () => (isUp ? wireAttention() : errorReply(400, 'Try later')))
  await renderRoute('/')
  const alert = await screen.findByText('Couldn’t load what needs your attention.')
  expect(screen.getByRole('region', { name: 'Hot events' })).toBeTruthy()
  isUp = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await section()
  expect(alert.isConnected).toBe(false)
})

test('eight items are shown at first, and all on request', async () => {
  const drops = attentionItems()
    .filter(({ kind }) => kind === 'price_drop')
    .flatMap((drop) => Array.from({ length: 11 }, (_, index) => ({ ...drop, id: `lst_${index}` })))
  mockRoute(attentionRoutes.read, () => wireAttention(drops))
  await renderRoute('/')
  expect(await rows()).toHaveLength(8)
  const button = screen.getByRole('button', { name: 'Show all 11' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(button)
  expect(await rows()).toHaveLength(11)
  await userEvent.click(screen.getByRole('button', { name: 'Show fewer' }))
  expect(await rows()).toHaveLength(8)
})

test('informative items can be dismissed on all devices, and undo restores them', async () => {
  let dismissed: string[] = []
  mockRoute(attentionRoutes.read, () =>
    wireAttention(attentionItems().filter(({ id }) => !dismissed.includes(id))),
  )
  const requests = mockRoute(attentionRoutes.dismiss, ({ body }) => {
    dismissed = body.dismissed ? [...dismissed, body.id] : []
    return { data: body }
  })
  await renderRoute('/')
  await section()
  expect(screen.getAllByRole('button', { name: /^Dismiss: / }).map(({ ariaLabel }) => ariaLabel)).toEqual([
    'Dismiss: Quote accepted, Arsenal v Chelsea',
    'Dismiss: Quote declined, Arsenal v Chelsea',
    'Dismiss: Price down £5.25, Arsenal v Chelsea',
  ])
  await userEvent.click(screen.getByRole('button', { name: /^Dismiss: Quote declined/ }))
  await vi.waitFor(async () => expect(await rows()).toHaveLength(6))
  expect(within(await section()).getByRole('link', { name: '2 quotes' })).toBeTruthy()
  // The next row has the focus.
  expect(document.activeElement?.ariaLabel ?? document.activeElement?.textContent).toContain('Price down')
  await userEvent.click(
    within(screen.getByRole('group', { name: 'Undo' })).getByRole('button', { name: /^Undo/ }),
  )
  await vi.waitFor(async () => expect(await rows()).toHaveLength(7))
  expect(requests.map(({ body }) => body)).toEqual([
    { id: 'qt_3', version: '2', dismissed: true },
    { id: 'qt_3', version: '2', dismissed: false },
  ])
})

test('a failed dismissal returns the item and says why', async () => {
  mockRoute(attentionRoutes.read, () => wireAttention())
  mockRoute(attentionRoutes.dismiss, () => errorReply(400, 'Not now'))
  await renderRoute('/')
  await section()
  await userEvent.click(screen.getByRole('button', { name: /^Dismiss: Quote declined/ }))
  expect(await screen.findByText('Not now')).toBeTruthy()
  await vi.waitFor(async () => expect(await rows()).toHaveLength(7))
})

test.each(['holds-changed', 'quotes-changed', 'orders-changed', 'draft-changed', 'attention-changed'])(
  '"%s" reloads the list',
  async (event) => {
    let items = attentionItems().slice(0, 1)
    mockRoute(attentionRoutes.read, () => wireAttention(items))
    await renderRoute('/', { user: { id: 'usr_1', team_data: { id: 'tm_1', name: 'Harbour Box Office' } } })
    expect(await rows()).toHaveLength(1)
    items = attentionItems().slice(0, 2)
    fakeChannel(teamChannel('tm_1')).onEvent(event, {})
    await vi.waitFor(async () => expect(await rows()).toHaveLength(2))
  },
)

test('an alert of a tracked listing reloads the list', async () => {
  const alerts = mockRoute(trackedListingsRoutes.alerts, () => ({ data: [] }))
  const lists = mockRoute(attentionRoutes.read, () => wireAttention())
  await renderRoute('/', { user: { id: 'usr_1', team_data: { id: 'tm_1', name: 'Harbour Box Office' } } })
  await section()
  fakeChannel(teamChannel('tm_1')).onEvent('tracking-changed', {})
  await vi.waitFor(() => expect([lists.length, alerts.length]).toEqual([2, 1]))
})
