import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { listingsRoutes } from '@terrace/contracts/listings'
import { screen } from '@testing-library/react'
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

test('a listing that is not there leaves the list as it is', async () => {
  answer(listingsRoutes.feed, () => wireFeed(listings))
  const router = await renderRoute('/tickets/arsenal-v-chelsea/17#lst_gone')
  await screen.findByRole('row', { name: /^Block 21/ })
  await vi.waitFor(() => expect(router.state.location.hash).toBe(''))
  expect(focused()).toBeNull()
})
