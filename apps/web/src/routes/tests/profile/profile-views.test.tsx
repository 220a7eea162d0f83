import { ordersRoutes } from '@terrace/contracts/orders'
import { preferencesRoutes, type Preferences, type SavedView } from '@terrace/contracts/preferences'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { setPreference } from '#web/lib/preferences.ts'
import { storeSession } from '#web/lib/http/session.ts'
import { wireOrder } from '#web/test/factories.ts'
import { mockRoute } from '#web/test/mock-api.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { runUndo } from '#web/ui/overlay/show-undo.ts'

const user = { id: 'usr_1', firstname: 'Jane', base_currency: 'GBP' }
const late: SavedView = { id: 'late', name: 'Late', search: 'q=arsenal&sort=-total' }

let saved: Preferences
let listed: string[]

beforeEach(() => {
  mockShell()
  saved = {}
  mockRoute(preferencesRoutes.read, () => ({ data: saved }))
  mockRoute(preferencesRoutes.change, ({ body }) => ({ data: (saved = { ...saved, ...body }) }))
  listed = []
  mockRoute(ordersRoutes.list, ({ query }) => {
    listed.push(query.get('search') ?? '')
    return { data: [wireOrder()], meta: { total: 1, page: 1, per_page: 20, last_page: 1 } }
  })
})

async function openPurchases(query = '', views: SavedView[] = [late]) {
  saved = { 'views.purchases': views }
  storeSession('t0ken', user)
  setPreference('views.purchases', views)
  const router = await renderRoute(`/profile?tab=purchases${query}`, { user })
  await screen.findByRole('table', { name: 'Purchases' })
  return router
}

const openViews = async (name: string) => {
  await userEvent.click(screen.getByRole('button', { name }))
  return within(await screen.findByRole('dialog', { name: 'Views' }))
}

async function pressOption(views: ReturnType<typeof within>, name: string, option: string) {
  await userEvent.click(views.getByRole('button', { name: `Options for view ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: option }))
}

const storedViews = async (views: object[]) =>
  waitFor(() => expect(saved['views.purchases']).toMatchObject(views))

test('a view is saved with the shown filters and sort, and can be opened by its URL', async () => {
  const router = await openPurchases('&q=gala&sort=-total', [])
  const views = await openViews('Views')
  await userEvent.click(views.getByRole('button', { name: 'Save as new view' }))
  await userEvent.keyboard('Gala{Enter}')
  await storedViews([{ name: 'Gala', search: 'q=gala&sort=-total' }])
  expect(saved['views.purchases']).toHaveLength(1)
  expect(router.state.location.search).toMatchObject({ q: 'gala', view: saved['views.purchases']?.[0]?.id })
  expect(await screen.findByRole('button', { name: 'View: Gala' })).toBeTruthy()
})

test('choosing a view replaces filters, sort and columns in the URL; Back returns', async () => {
  const router = await openPurchases('&q=gala&cols=deadline')
  const views = await openViews('Views')
  await userEvent.click(views.getByRole('button', { name: 'Late' }))
  await waitFor(() =>
    expect(router.state.location.search).toEqual({
      tab: 'purchases',
      q: 'arsenal',
      sort: '-total',
      view: 'late',
    }),
  )
  expect(listed.at(-1)).toBe('arsenal')
  act(() => router.history.back())
  await waitFor(() => expect(router.state.location.search).toMatchObject({ q: 'gala', cols: 'deadline' }))
})

test('changed filters mark the view as edited and can be saved into it', async () => {
  await openPurchases('&q=gala&sort=-total&view=late')
  const views = await openViews('View: Late · edited')
  await userEvent.click(views.getByRole('button', { name: 'Save changes' }))
  await storedViews([{ id: 'late', name: 'Late', search: 'q=gala&sort=-total' }])
  expect(await screen.findByRole('button', { name: 'View: Late' })).toBeTruthy()
})

test('a view can be renamed, but not to the name of another', async () => {
  await openPurchases('', [late, { id: 'x', name: 'Next week', search: 'q=x' }])
  const views = await openViews('Views')
  await pressOption(views, 'Late', 'Rename')
  const field = await views.findByRole('textbox', { name: 'View name' })
  await userEvent.clear(field)
  await userEvent.type(field, 'next week{Enter}')
  expect(await views.findByText('Another view has this name.')).toBeTruthy()
  await userEvent.clear(field)
  await userEvent.type(field, 'Overdue{Enter}')
  await storedViews([{ name: 'Overdue' }, { name: 'Next week' }])
})

test('a deleted view can be brought back', async () => {
  await openPurchases()
  const views = await openViews('Views')
  await pressOption(views, 'Late', 'Delete')
  await waitFor(() => expect(saved['views.purchases']).toEqual([]))
  act(() => runUndo())
  await storedViews([late])
})

test('the default view opens with the table, and clearing its filters shows everything', async () => {
  const router = await openPurchases('', [{ ...late, is_default: true }])
  await waitFor(() => expect(router.state.location.search).toMatchObject({ q: 'arsenal', view: 'late' }))
  expect(listed).toEqual(['arsenal'])
  const views = await openViews('View: Late')
  await userEvent.click(views.getByRole('button', { name: 'All purchases' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'purchases', view: 'all' }))
  expect(listed.at(-1)).toBe('')
})

test('the default view does not replace a list that is already filtered', async () => {
  const router = await openPurchases('&q=gala', [{ ...late, is_default: true }])
  expect(router.state.location.search).toEqual({ tab: 'purchases', q: 'gala' })
})

test('making a view the default keeps the shown filters', async () => {
  const router = await openPurchases()
  const views = await openViews('Views')
  await pressOption(views, 'Late', 'Use as default')
  await storedViews([{ id: 'late', is_default: true }])
  expect(router.state.location.search).toEqual({ tab: 'purchases', view: 'all' })
})

test('an older view skips columns that the table does not have, and lists them', async () => {
  await openPurchases('&q=arsenal&cols=margin&status=Lost&view=old', [
    { id: 'old', name: 'Old', search: 'q=arsenal&cols=margin&status=Lost' },
  ])
  expect(
    screen.getByText(
      'Left out of this view, because the table no longer has it: column “margin”, filter “Lost”.',
    ),
  ).toBeTruthy()
  expect(listed).toEqual(['arsenal'])
})

test("a link to a colleague's view shows its filters", async () => {
  const router = await openPurchases('&q=gala&view=someone-elses', [])
  expect(listed).toEqual(['gala'])
  expect(router.state.location.search).toMatchObject({ q: 'gala' })
})
