import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { holdsRoutes, type WireHold } from '@terrace/contracts/holds'
import { listingsRoutes } from '@terrace/contracts/listings'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { eventPath, mockEventPage } from '#web/test/mock-event-page.ts'
import { mockRoute } from '#web/test/mock-api.ts'
import { renderRoute } from '#web/test/render-route.tsx'
import { selectedLine } from '#web/test/selection-factory.ts'
import { wireBasket, wireFeed, wireHold, wireListing } from '#web/test/stock-factories.ts'
import { toggleSelected } from './selection.ts'

/** The basket in the header of pages other than an event's. */

let held: WireHold[] = []

beforeEach(() => {
  mockEventPage()
  mockRoute(catalogueRoutes.hotEvents, () => ({ data: [] }))
  mockRoute(holdsRoutes.list, () => wireBasket(...held))
  held = [
    wireHold({ expires_at: inSeconds(1500) }),
    wireHold({ hold_id: 'hld_2', quantity: 1, expires_at: inSeconds(400) }),
  ]
})

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
const header = () => within(screen.getByRole('banner'))
const openButton = () => header().findByRole('button', { name: /^Open basket/ })

test('away from events, the header counts down to the next expiry and shows the held tickets', async () => {
  await renderRoute('/')
  expect((await openButton()).getAttribute('aria-label')).toBe('Open basket, 3 tickets held')
  expect(header().getByRole('timer', { name: 'Time left to check out' }).textContent).toMatch(/^06:\d\d$/)
  expect(header().getByText('3 held')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Basket' })).toBeNull()
})

test('on an event page the bar has the basket and the header none', async () => {
  await renderRoute(eventPath)
  await screen.findByRole('region', { name: 'Basket' })
  expect(screen.queryByRole('button', { name: /^Open basket/ })).toBeNull()
})

test('without held or selected tickets the header shows no timer', async () => {
  held = []
  await renderRoute('/')
  await screen.findByRole('contentinfo')
  expect(header().queryByRole('button', { name: /^Open basket/ })).toBeNull()
})

test('the timer opens the held tickets, with release, quote and checkout', async () => {
  const router = await renderRoute('/')
  await userEvent.click(await openButton())
  const dialog = within(await screen.findByRole('dialog', { name: 'Basket' }))
  expect(dialog.getAllByRole('listitem')).toHaveLength(2)
  expect(dialog.getAllByRole('button', { name: /^Release/ }).length).toBeGreaterThan(1)
  expect(dialog.getByRole('button', { name: 'Quote' })).toBeTruthy()
  await userEvent.click(dialog.getByRole('link', { name: 'Check out · £373.29' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/checkout'))
})

test('under two minutes the timer warns, and announces it once', async () => {
  held = [wireHold({ expires_at: inSeconds(90) })]
  await renderRoute('/')
  await openButton()
  expect(header().getByText('Less than two minutes left').getAttribute('role')).toBe('status')
})

test('the button counts selected listings and opens the dialog that holds them', async () => {
  held = []
  mockRoute(listingsRoutes.feed, () => wireFeed([wireListing()]))
  toggleSelected(selectedLine())
  await renderRoute('/')
  expect((await openButton()).getAttribute('aria-label')).toBe('Open basket, 1 listing selected')
  await userEvent.keyboard('b')
  expect(
    await within(await screen.findByRole('dialog', { name: 'Basket' })).findByRole('button', {
      name: 'Hold 2 tickets',
    }),
  ).toBeTruthy()
})
