import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { holdsRoutes } from '@terrace/contracts/holds'
import { listingsRoutes } from '@terrace/contracts/listings'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { selectedLines } from '#web/features/holds/basket/selection.ts'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { gbp, wireEvent } from '#web/test/factories.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { wireBasket, wireFeed, wireListing, wirePlan } from '#web/test/stock-factories.ts'

const path = '/tickets/arsenal-v-chelsea/17'
const both = [wireListing(), wireListing({ id: 'lst_2', section: 'Block 26', proceed_price: gbp('240.00') })]
let stock = both

beforeEach(() => {
  mockShell()
  stock = both
  mockRoute(catalogueRoutes.event, () => ({ data: wireEvent() }))
  mockRoute(catalogueRoutes.seatingPlan, () => ({ data: wirePlan() }))
  mockRoute(holdsRoutes.list, () => wireBasket())
  mockRoute(listingsRoutes.feed, ({ query }) => {
    const blocks = query.getAll('section_name[]')
    return wireFeed(stock.filter(({ section }) => blocks.length === 0 || blocks.includes(section)))
  })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

const row = (section: string) => screen.findByRole('row', { name: new RegExp(`^${section}`) })

function rejectHold(code: string, available: number, splits: number[]) {
  return mockRoute(holdsRoutes.place, () =>
    errorReply(409, 'No tickets were held', 'hold.rejected', {
      lines: [{ index: 0, listing_id: 'lst_1', code, available, splits }],
    }),
  )
}

test('a repeated key press holds, selects and opens only once', async () => {
  const placed = rejectHold('listing.own_team', 4, [])
  await renderRoute(path)
  const shown = await row('Block 25')
  shown.focus()
  fireEvent.keyDown(shown, { key: 'h' })
  await within(shown).findByRole('alert')
  fireEvent.keyDown(shown, { key: 'h', repeat: true })
  fireEvent.keyDown(shown, { key: ' ' })
  const wasScrollAllowed = fireEvent.keyDown(shown, { key: ' ', repeat: true })
  expect(wasScrollAllowed).toBe(false)
  expect(selectedLines()).toHaveLength(1)
  fireEvent.keyDown(shown, { key: 'Enter' })
  fireEvent.keyDown(shown, { key: 'Enter', repeat: true })
  expect(shown.textContent).toContain('External Transfer')
  expect(placed).toHaveLength(1)
})

test('a repeated arrow key keeps moving', async () => {
  await renderRoute(path)
  const shown = await row('Block 25')
  shown.focus()
  fireEvent.keyDown(shown, { key: 'ArrowDown', repeat: true })
  const next = await row('Block 26')
  await waitFor(() => expect(document.activeElement).toBe(next))
})

test('a rejected row suggests the closest quantity, lower if possible', async () => {
  rejectHold('listing.split_not_allowed', 6, [1, 4, 6])
  await renderRoute(path)
  const shown = await row('Block 25')
  await userEvent.click(within(shown).getByRole('button', { name: /^Hold 2 tickets/ }))
  await within(shown).findByRole('alert')
  expect(within(shown).getByRole('button', { name: 'Hold 1' })).toBeTruthy()
})

test('a listing that became unavailable is not shown under another filter', async () => {
  mockRoute(holdsRoutes.place, () => {
    stock = both.slice(1)
    return errorReply(409, 'Sold out', 'hold.rejected', {
      lines: [{ index: 0, listing_id: 'lst_1', code: 'listing.unavailable', available: 0, splits: [] }],
    })
  })
  const router = await renderRoute(path)
  const shown = await row('Block 25')
  await userEvent.click(within(shown).getByRole('button', { name: /^Hold 2 tickets/ }))
  expect(await screen.findByText('unavailable')).toBeTruthy()
  await act(() => router.navigate({ href: `${path}?section=Block+26` }))
  await waitFor(() => expect(screen.queryByRole('row', { name: /^Block 25/ })).toBeNull())
})
