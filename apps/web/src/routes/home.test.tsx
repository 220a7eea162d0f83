import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer, fail } from '#web/test/api-server.ts'
import { gbp, wireEvent } from '#web/test/factories.ts'
import { answerShell, renderRoute } from '#web/test/render-route.tsx'

const figures = { event_count: 1630, ticket_count: 61_240, seller_count: 12 }
const hot = [
  wireEvent({ id: 1, title: 'Arsenal v Chelsea' }),
  wireEvent({ id: 2, title: 'Monaco Grand Prix', min_price: null, ticket_count: 0 }),
]
const soon = [wireEvent({ id: 3, title: 'Eagles at Cowboys', min_price: gbp('64.00'), ticket_count: 1 })]

beforeEach(() => {
  answerShell()
  answer(catalogueRoutes.hotEvents, () => ({ data: hot }))
  answer(catalogueRoutes.upcomingEvents, () => ({ data: soon, meta: figures }))
})

const rail = (name: string) => screen.findByRole('region', { name })
const titles = (region: HTMLElement) =>
  within(region)
    .queryAllByRole('heading', { level: 3 })
    .map((heading) => heading.textContent)

test('[ROUTE-06] / shows home: the tagline, the live figures, the hot and the soonest events', async () => {
  await renderRoute('/')
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(
    'One connection. A world of events.',
  )
  expect(await screen.findByText('1,630 events · 61,240 tickets from 12 sellers, live')).toBeTruthy()
  await vi.waitFor(async () =>
    expect(titles(await rail('Hot events'))).toEqual(hot.map(({ title }) => title)),
  )
  expect(titles(await rail('Soonest events'))).toEqual(['Eagles at Cowboys'])
})

test('a card says where, from how much and how many, and leads to the event', async () => {
  await renderRoute('/')
  const [card] = await within(await rail('Hot events')).findAllByRole('article')
  expect(card?.textContent).toContain('Emirates Stadium, London')
  expect(card?.textContent).toContain('from £1,085.00')
  expect(card?.textContent).toContain('412 tickets')
  const link = card && within(card).getByRole('link')
  expect(link?.getAttribute('href')).toBe('/tickets/arsenal-v-chelsea/1')
})

test('an event without stock names no price', async () => {
  await renderRoute('/')
  const cards = await within(await rail('Hot events')).findAllByRole('article')
  expect(cards[1]?.textContent).not.toContain('£')
  expect(cards[1]?.textContent).toContain('0 tickets')
})

test('while the events are on their way each rail says so', async () => {
  let release: () => void = () => undefined
  answer(catalogueRoutes.hotEvents, () => new Promise((resolve) => (release = () => resolve({ data: hot }))))
  await renderRoute('/')
  expect(await screen.findByText('Hot events are loading')).toBeTruthy()
  await vi.waitFor(async () => expect(titles(await rail('Soonest events'))).toHaveLength(1))
  release()
  await vi.waitFor(() => expect(screen.queryByText('Hot events are loading')).toBeNull())
})

test('a marketplace without stock says so instead of showing nothing', async () => {
  answer(catalogueRoutes.hotEvents, () => ({ data: [] }))
  await renderRoute('/')
  expect(await within(await rail('Hot events')).findByText('No events with tickets right now')).toBeTruthy()
})

test('one rail that failed says why and can be tried again; the other is not touched', async () => {
  let works = false
  answer(catalogueRoutes.hotEvents, () => (works ? { data: hot } : fail(400, 'The list is being renewed')))
  await renderRoute('/')
  const region = await rail('Hot events')
  const alert = await within(region).findByRole('alert')
  expect(alert.textContent).toContain('The list is being renewed')
  expect(titles(await rail('Soonest events'))).toEqual(['Eagles at Cowboys'])
  works = true
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  await vi.waitFor(() => expect(titles(region)).toHaveLength(2))
})

test('the large field leads to the search page', async () => {
  answer(catalogueRoutes.searchEvents, () => ({
    data: soon,
    meta: { total: 1, page: 1, per_page: 20, last_page: 1 },
  }))
  const router = await renderRoute('/')
  const main = within(await screen.findByRole('main'))
  await main.findByRole('searchbox')
  await userEvent.keyboard('/')
  expect(document.activeElement).toBe(main.getByRole('searchbox'))
  await userEvent.keyboard('cowboys{Enter}')
  await vi.waitFor(() => expect(router.state.location.href).toBe('/search?q=cowboys'))
})
