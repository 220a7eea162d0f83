import { catalogueRoutes } from '@terrace/contracts/catalogue'
import type { ResponseInputOf } from '@terrace/contracts/route'
import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer, fail } from '#web/test/api-server.ts'
import { wireEvent } from '#web/test/factories.ts'
import { answerShell, renderRoute } from '#web/test/render-route.tsx'

type Found = ResponseInputOf<typeof catalogueRoutes.searchEvents>

/** The answer with these events, out of `total`. */
function found(titles: string[], { total = titles.length, page = 1 } = {}): Found {
  return {
    data: titles.map((title, index) => wireEvent({ id: page * 100 + index, title, slug: `event-${index}` })),
    meta: { total, page, per_page: 20, last_page: Math.max(1, Math.ceil(total / 20)) },
  }
}

beforeEach(() => {
  answerShell()
  answer(catalogueRoutes.upcomingEvents, () => ({
    data: [wireEvent({ title: 'The next event' })],
    meta: { event_count: 1, ticket_count: 1, seller_count: 1 },
  }))
})

const field = () => screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search events' })
const main = () => within(screen.getByRole('main'))
const rows = () =>
  main()
    .queryAllByRole('link')
    .filter((link) => link.getAttribute('href')?.startsWith('/tickets/'))

test('[ROUTE-12] /search shows the search page, with what is on next before anything is typed', async () => {
  await renderRoute('/search')
  expect(document.activeElement).toBe(await field())
  expect(await screen.findByText('The next event')).toBeTruthy()
})

test('the text stands in the address: it is read from there and written there', async () => {
  const asked = answer(catalogueRoutes.searchEvents, ({ query }) => found([`Found ${query.get('query')}`]))
  const router = await renderRoute('/search?q=2026')
  expect((await field()).value).toBe('2026')
  expect(await screen.findByText('Found 2026')).toBeTruthy()
  expect(screen.getByText('1 event matches “2026”')).toBeTruthy()
  await userEvent.clear(await field())
  await userEvent.type(await field(), ' cup  ')
  expect(await screen.findByText('Found cup')).toBeTruthy()
  expect(router.state.location.href).toBe('/search?q=cup')
  // A pause decides when to ask: not every letter is a question.
  expect(asked.map(({ query }) => query.get('query'))).toEqual(['2026', 'cup'])
})

test('an older answer that comes late never takes the place of a newer one', async () => {
  const waiting = new Map<string, () => void>()
  answer(
    catalogueRoutes.searchEvents,
    ({ query }) =>
      new Promise((resolve) => {
        const text = query.get('query') ?? ''
        waiting.set(text, () => resolve(found([`Found ${text}`])))
      }),
  )
  await renderRoute('/search?q=ars')
  await vi.waitFor(() => expect([...waiting.keys()]).toEqual(['ars']))
  await userEvent.type(await field(), 'enal')
  await vi.waitFor(() => expect([...waiting.keys()]).toEqual(['ars', 'arsenal']))
  waiting.get('arsenal')?.()
  expect(await screen.findByText('Found arsenal')).toBeTruthy()
  waiting.get('ars')?.()
  // Another question and its answer: the late one has had its chance by then.
  await userEvent.type(await field(), ' w')
  await vi.waitFor(() => expect(waiting.has('arsenal w')).toBe(true))
  expect(screen.queryByText('Found ars')).toBeNull()
  expect(screen.getByText('Found arsenal')).toBeTruthy()
  waiting.get('arsenal w')?.()
  expect(await screen.findByText('Found arsenal w')).toBeTruthy()
})

test('back and forward change the field and the results', async () => {
  answer(catalogueRoutes.searchEvents, ({ query }) => found([`Found ${query.get('query')}`]))
  const router = await renderRoute('/search?q=arsenal')
  await act(() => router.navigate({ to: '/search', search: { q: 'chelsea' } }))
  expect(await screen.findByText('Found chelsea')).toBeTruthy()
  act(() => router.history.back())
  expect(await screen.findByText('Found arsenal')).toBeTruthy()
  await vi.waitFor(async () => expect((await field()).value).toBe('arsenal'))
})

test('arrow keys walk from the field through the rows and back, Enter in the field opens the first', async () => {
  answer(catalogueRoutes.searchEvents, () => found(['First', 'Second', 'Third']))
  answer(catalogueRoutes.event, () => fail(404, 'gone', 'event.not_found'))
  await renderRoute('/search?q=x')
  await screen.findByText('Third')
  await userEvent.click(await field())
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement?.textContent).toContain('Second')
  await userEvent.keyboard('{End}')
  expect(document.activeElement?.textContent).toContain('Third')
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toContain('Third')
  await userEvent.keyboard('{Home}{ArrowUp}')
  expect(document.activeElement).toBe(await field())
  const [first] = rows()
  const opened = vi.fn<(event: Event) => void>((event) => event.preventDefault())
  first?.addEventListener('click', opened)
  await userEvent.keyboard('{Enter}')
  expect(opened).toHaveBeenCalledOnce()
})

test('Enter opens nothing while the rows still answer an older text', async () => {
  let isHeld = false
  answer(catalogueRoutes.searchEvents, () =>
    isHeld ? new Promise<Found>(() => undefined) : found(['First']),
  )
  const router = await renderRoute('/search?q=x')
  await screen.findByText('First')
  isHeld = true
  await userEvent.type(await field(), 'y{Enter}')
  expect(router.state.location.pathname).toBe('/search')
})

test('no match says so and what to do', async () => {
  answer(catalogueRoutes.searchEvents, () => found([]))
  const router = await renderRoute('/search?q=zzz')
  expect(await screen.findByText('No match for “zzz”')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }))
  expect(await screen.findByText('The next event')).toBeTruthy()
  expect(router.state.location.href).toBe('/search')
  expect(document.activeElement).toBe(await field())
})

test('"Show more" adds the next page and says how far one is', async () => {
  answer(catalogueRoutes.searchEvents, ({ query }) => {
    const page = Number(query.get('page'))
    return found([`Event of page ${page}`], { total: 21, page })
  })
  await renderRoute('/search?q=x')
  expect(await screen.findByText('1 of 21')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('Event of page 2')).toBeTruthy()
  expect(screen.getByText('Event of page 1')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('a search that failed says why and can be made again', async () => {
  let works = false
  answer(catalogueRoutes.searchEvents, () => (works ? found(['Found']) : fail(400, 'Not just now')))
  await renderRoute('/search?q=x')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Not just now')
  works = true
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Found')).toBeTruthy()
})
