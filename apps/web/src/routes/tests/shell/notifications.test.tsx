import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { notificationsRoutes, type WireNotification } from '@terrace/contracts/notifications'
import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeChannel } from '#web/test/fakes/fake-realtime.ts'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { showToast, toastQueue } from '#web/ui/overlay/toast-queue.ts'

const user = { id: 'usr_1', firstname: 'Jane', team_data: { id: 'tm_1', name: 'Harbour Box Office' } }

/** The account's notifications on the server. */
let notifications: WireNotification[]

function notification(values: Partial<WireNotification> = {}): WireNotification {
  return {
    id: 'ntf_1',
    kind: 'quote_accepted',
    severity: 0,
    title: 'Client accepted “Derby”',
    detail: 'Ada Wong',
    link: '/profile?tab=quotes',
    at: new Date().toISOString(),
    read: false,
    ...values,
  }
}

const unread = () => notifications.filter(({ read }) => !read).length

beforeEach(() => {
  act(() => toastQueue.clear())
  mockShell()
  mockRoute(catalogueRoutes.hotEvents, () => ({ data: [] }))
  notifications = []
  mockRoute(notificationsRoutes.list, () => ({ data: notifications }))
  mockRoute(notificationsRoutes.unread, () => ({ data: { unread: unread() } }))
})

const mockMarkRead = () =>
  mockRoute(notificationsRoutes.markRead, ({ body }) => {
    notifications = notifications.map((each) => ({ ...each, read: each.read || body.ids.includes(each.id) }))
    return { data: { unread: unread() } }
  })

const bell = () => screen.findByRole('button', { name: /^Notifications/ })
const panel = () => screen.findByRole('dialog', { name: 'Notifications' })

test('the bell counts unread notifications and lists them with their links', async () => {
  notifications = [
    notification(),
    notification({ id: 'ntf_2', read: true, title: 'Hold expired: 2 tickets', link: null }),
  ]
  await renderRoute('/', { user })
  await vi.waitFor(async () => expect((await bell()).textContent).toContain('1 unread'))
  await userEvent.click(await bell())
  const rows = await within(await panel()).findAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    'Unread: Client accepted “Derby”Ada WongNow',
    'Hold expired: 2 ticketsAda WongNow',
  ])
  const link = within(await panel()).getByRole('link', { name: /Client accepted/ })
  expect(link.getAttribute('href')).toBe('/profile?tab=quotes')
})

test('while the panel slides out after Esc, the page has the focus and takes the next key', async () => {
  await renderRoute('/', { user })
  await userEvent.click(await bell())
  await panel()
  // Below 1024 px: a transition that never ends.
  const slide = { playState: 'running', finished: new Promise(() => undefined) }
  Object.assign(Element.prototype, { getAnimations: () => [slide] })
  try {
    await userEvent.keyboard('{Escape}')
    expect(document.querySelector('[data-exiting] [role=dialog]')).toBeTruthy()
    expect(document.activeElement).toBe(await bell())
    await userEvent.keyboard('{Control>}k{/Control}')
    expect(await screen.findByRole('dialog', { name: 'Search or run a command' })).toBeTruthy()
  } finally {
    Reflect.deleteProperty(Element.prototype, 'getAnimations')
  }
})

test('following a link opens its page and marks the notification as read', async () => {
  notifications = [notification()]
  const sent = mockMarkRead()
  const router = await renderRoute('/', { user })
  await userEvent.click(await bell())
  await userEvent.click(await within(await panel()).findByRole('link', { name: /Client accepted/ }))
  await vi.waitFor(() => expect(router.state.location.href).toBe('/profile?tab=quotes'))
  await vi.waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ ids: ['ntf_1'] }]))
  await vi.waitFor(async () => expect((await bell()).textContent).toBe('Notifications'))
})

test('N and Enter open the newest notification that has a page', async () => {
  notifications = [
    notification({ title: 'Hold expired: 2 tickets', link: null }),
    notification({ id: 'ntf_2' }),
  ]
  mockMarkRead()
  const router = await renderRoute('/', { user })
  await bell()
  await userEvent.keyboard('n')
  const link = await within(await panel()).findByRole('link', { name: /Client accepted/ })
  await vi.waitFor(() => expect(document.activeElement).toBe(link))
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(router.state.location.href).toBe('/profile?tab=quotes'))
})

test('one or all can be marked as read, and the focus stays in the list', async () => {
  notifications = ['ntf_1', 'ntf_2', 'ntf_3'].map((id) => notification({ id }))
  const sent = mockMarkRead()
  await renderRoute('/', { user })
  await userEvent.click(await bell())
  const [first] = await within(await panel()).findAllByRole('button', { name: /^Mark as read/ })
  if (!first) throw new Error('nothing to mark')
  await userEvent.click(first)
  expect(await screen.findByText('2 unread', { selector: 'p' })).toBeTruthy()
  expect(document.activeElement?.tagName).toBe('LI')
  await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }))
  expect(await screen.findByText('All read')).toBeTruthy()
  expect(document.activeElement?.tagName).toBe('UL')
  await vi.waitFor(() => expect(sent.map(({ body }) => body.ids)).toEqual([['ntf_1'], ['ntf_2', 'ntf_3']]))
})

test('marks are taken back when the server cannot save them', async () => {
  notifications = [notification()]
  mockRoute(notificationsRoutes.markRead, () => errorReply(503, 'Not now'))
  await renderRoute('/', { user })
  await userEvent.click(await bell())
  await userEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Couldn’t mark as read. Not now')
  expect(screen.getByText('1 unread', { selector: 'p' })).toBeTruthy()
})

test('N opens the list, Esc closes it, and the focus returns', async () => {
  await renderRoute('/', { user })
  const logo = await screen.findByRole('link', { name: 'Terrace, home' })
  await bell()
  logo.focus()
  await userEvent.keyboard('n')
  expect(await within(await panel()).findByText('No notifications yet')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await vi.waitFor(() => expect(document.activeElement).toBe(logo))
})

test('a list that cannot be loaded can be tried again', async () => {
  mockRoute(notificationsRoutes.list, () => errorReply(422, 'Not this time'))
  await renderRoute('/', { user })
  await userEvent.click(await bell())
  expect(await screen.findByText('Couldn’t load your notifications')).toBeTruthy()
  notifications = [notification()]
  mockRoute(notificationsRoutes.list, () => ({ data: notifications }))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Client accepted “Derby”')).toBeTruthy()
})

test('a notification from another device updates the count, a colleague’s does not', async () => {
  const requests = mockRoute(notificationsRoutes.unread, () => ({ data: { unread: unread() } }))
  await renderRoute('/', { user })
  await bell()
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  notifications = [notification()]
  const receive = (account_id: string) =>
    act(() => fakeChannel('private-team-tm_1').onEvent('notifications-changed', { account_id }))
  receive('usr_2')
  receive('usr_1')
  await vi.waitFor(async () => expect((await bell()).textContent).toContain('1 unread'))
  expect(requests).toHaveLength(2)
})

test('a toast is recorded with its page, and sent again only if the server did not receive it', async () => {
  const failed = mockRoute(notificationsRoutes.record, () => errorReply(503, 'Not now'))
  await renderRoute('/', { user })
  await bell()
  act(() => showToast('Saved'))
  await vi.waitFor(() => expect(failed).toHaveLength(1))
  const sent = mockRoute(notificationsRoutes.record, () => ({ data: { unread: 2 } }))
  act(() => void window.dispatchEvent(new Event('online')))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  const [message] = sent[0]?.body.messages ?? []
  expect(message).toMatchObject({ text: 'Saved', severity: 0, link: location.pathname })
  expect(message?.key).toBe(failed[0]?.body.messages[0]?.key)
  await vi.waitFor(() => expect(localStorage.getItem('unsentNotifications')).toBeNull())
})
