import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { holdsRoutes } from '@terrace/contracts/holds'
import { listingsRoutes } from '@terrace/contracts/listings'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { selectedLines } from '#web/features/holds/selection.ts'
import { answer, fail } from '#web/test/api-server.ts'
import { gbp, wireEvent } from '#web/test/factories.ts'
import { answerShell, renderRoute } from '#web/test/render-route.tsx'
import { wireBasket, wireFeed, wireListing, wirePlan } from '#web/test/stock-factories.ts'

const address = '/tickets/arsenal-v-chelsea/17'
const both = [wireListing(), wireListing({ id: 'lst_2', section: 'Block 26', proceed_price: gbp('240.00') })]
let stock = both

beforeEach(() => {
  answerShell()
  stock = both
  answer(catalogueRoutes.event, () => ({ data: wireEvent() }))
  answer(catalogueRoutes.seatingPlan, () => ({ data: wirePlan() }))
  answer(holdsRoutes.list, () => wireBasket())
  answer(listingsRoutes.feed, ({ query }) => {
    const blocks = query.getAll('section_name[]')
    return wireFeed(stock.filter(({ section }) => blocks.length === 0 || blocks.includes(section)))
  })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

const row = (section: string) => screen.findByRole('row', { name: new RegExp(`^${section}`) })

/** Refuses whatever is asked for. */
function refuse(code: string, available: number, splits: number[]) {
  return answer(holdsRoutes.place, () =>
    fail(409, 'Nothing was held', 'hold.refused', {
      lines: [{ index: 0, listing_id: 'lst_1', code, available, splits }],
    }),
  )
}

test('a key that is held down acts once: it holds once, selects once, opens once', async () => {
  const placed = refuse('listing.own', 4, [])
  await renderRoute(address)
  const shown = await row('Block 25')
  shown.focus()
  fireEvent.keyDown(shown, { key: 'h' })
  await within(shown).findByRole('alert')
  fireEvent.keyDown(shown, { key: 'h', repeat: true })
  fireEvent.keyDown(shown, { key: ' ' })
  const wasLeftToScroll = fireEvent.keyDown(shown, { key: ' ', repeat: true })
  expect(wasLeftToScroll).toBe(false)
  expect(selectedLines()).toHaveLength(1)
  fireEvent.keyDown(shown, { key: 'Enter' })
  fireEvent.keyDown(shown, { key: 'Enter', repeat: true })
  expect(shown.textContent).toContain('External Transfer')
  expect(placed).toHaveLength(1)
})

test('an arrow that is held down walks on', async () => {
  await renderRoute(address)
  const shown = await row('Block 25')
  shown.focus()
  fireEvent.keyDown(shown, { key: 'ArrowDown', repeat: true })
  const next = await row('Block 26')
  await waitFor(() => expect(document.activeElement).toBe(next))
})

test('a refused row offers the quantity next to what was wanted, rather fewer than more', async () => {
  refuse('listing.split_not_allowed', 6, [1, 4, 6])
  await renderRoute(address)
  const shown = await row('Block 25')
  await userEvent.click(within(shown).getByRole('button', { name: /^Hold 2 tickets/ }))
  await within(shown).findByRole('alert')
  expect(within(shown).getByRole('button', { name: 'Hold 1' })).toBeTruthy()
})

test('what is just gone from one list is not told in the list of another filter', async () => {
  answer(holdsRoutes.place, () => {
    stock = both.slice(1)
    return fail(409, 'These tickets are gone', 'hold.refused', {
      lines: [{ index: 0, listing_id: 'lst_1', code: 'listing.gone', available: 0, splits: [] }],
    })
  })
  const router = await renderRoute(address)
  const shown = await row('Block 25')
  await userEvent.click(within(shown).getByRole('button', { name: /^Hold 2 tickets/ }))
  expect(await screen.findByText('just gone')).toBeTruthy()
  await act(() => router.navigate({ href: `${address}?section=Block+26` }))
  await waitFor(() => expect(screen.queryByRole('row', { name: /^Block 25/ })).toBeNull())
})
