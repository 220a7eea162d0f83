import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { listingsRoutes, type WireListing } from '@terrace/contracts/listings'
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer } from '#web/test/api-server.ts'
import { wireEvent } from '#web/test/factories.ts'
import { answerShell, renderRoute } from '#web/test/render-route.tsx'
import { wireFeed, wireListing, wirePlan } from '#web/test/stock-factories.ts'

const listings = [1, 2, 3].map((number) => wireListing({ id: `lst_${number}`, section: `Block 2${number}` }))

beforeEach(() => {
  answerShell()
  answer(catalogueRoutes.event, () => ({ data: wireEvent() }))
  answer(catalogueRoutes.seatingPlan, () => ({ data: wirePlan() }))
})

const focused = () => document.activeElement?.getAttribute('data-listing')

test('a link to a listing leads to its row, and the address forgets it', async () => {
  answer(listingsRoutes.feed, () => wireFeed(listings))
  const router = await renderRoute('/tickets/arsenal-v-chelsea/17?sort=desc#lst_3')
  await vi.waitFor(() => expect(focused()).toBe('lst_3'))
  expect(router.state.location.href).toBe('/tickets/arsenal-v-chelsea/17?sort=desc')
})

test('a listing further down is looked for page by page', async () => {
  answer(listingsRoutes.feed, ({ query }) => {
    const page = Number(query.get('page') ?? 1)
    return wireFeed(listings.slice(page - 1, page), { total: 3, page, per_page: 1, last_page: 3 })
  })
  await renderRoute('/tickets/arsenal-v-chelsea/17#lst_3')
  await vi.waitFor(() => expect(focused()).toBe('lst_3'))
})

/** What became of a listing that the list does not have. */
function answerMissing(found: WireListing[]) {
  answer(listingsRoutes.feed, ({ query }) => {
    if (query.has('listing_id[]')) return wireFeed(found)
    return wireFeed(query.has('hospitality') ? listings.slice(0, 1) : [...listings, ...found.filter(isLeft)])
  })
}
const isLeft = ({ available }: WireListing) => available > 0

test('a listing of which nothing is known any more is said to be off sale, and the list stays as it is', async () => {
  answerMissing([])
  const router = await renderRoute('/tickets/arsenal-v-chelsea/17#lst_gone')
  expect(await screen.findByText('The listing that you were sent to is no longer on sale.')).toBeTruthy()
  expect(await screen.findByRole('row', { name: /^Block 21/ })).toBeTruthy()
  expect(router.state.location.hash).toBe('')
  expect(focused()).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText(/no longer on sale/)).toBeNull()
})

test('a listing that is sold out is said to be gone, and leads to the nearest', async () => {
  answerMissing([wireListing({ id: 'lst_gone', section: 'Block 40', available: 0, splits: [] })])
  await renderRoute('/tickets/arsenal-v-chelsea/17#lst_gone')
  expect(await screen.findByText('Block 40, Row 18, seats 401 to 404, is gone.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Nearest to Block 40' }))
  await vi.waitFor(() => expect(focused()).toBe('lst_1'))
})

test('a listing that the filters leave out is found without them', async () => {
  answerMissing([wireListing({ id: 'lst_4', section: 'Block 40' })])
  await renderRoute('/tickets/arsenal-v-chelsea/17?hospitality=1#lst_4')
  expect(
    await screen.findByText('Block 40, Row 18, seats 401 to 404, is left out by these filters.'),
  ).toBeTruthy()
  const [clear] = screen.getAllByRole('button', { name: 'Clear all filters' }).slice(-1)
  if (clear) await userEvent.click(clear)
  await vi.waitFor(() => expect(focused()).toBe('lst_4'))
  expect(screen.queryByText(/left out/)).toBeNull()
})

test('a listing that the team holds whole is theirs and not gone, whether the list shows it or not', async () => {
  const mine = wireListing({ id: 'lst_4', section: 'Block 40', available: 0, splits: [] })
  const held = [{ listing_id: 'lst_4', hold_id: 'hld_1', quantity: 4, expires_at: '2031-03-08T17:00:00Z' }]
  answer(listingsRoutes.feed, ({ query }) => {
    if (!query.has('listing_id[]')) return wireFeed(listings, { mine: { tracked: [], held } })
    return wireFeed(query.has('hospitality') ? [] : [mine], { mine: { tracked: [], held } })
  })
  const router = await renderRoute('/tickets/arsenal-v-chelsea/17#lst_4')
  await vi.waitFor(() => expect(focused()).toBe('lst_4'))
  await act(() =>
    router.navigate({
      to: '/tickets/$name/$id',
      params: { name: 'arsenal-v-chelsea', id: 17 },
      search: { hospitality: '1' },
      hash: 'lst_4',
    }),
  )
  expect(
    await screen.findByText('Block 40, Row 18, seats 401 to 404, is left out by these filters.'),
  ).toBeTruthy()
})
