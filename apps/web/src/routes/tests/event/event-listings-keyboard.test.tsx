import { holdsRoutes } from '@terrace/contracts/holds'
import { listingsRoutes } from '@terrace/contracts/listings'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { selectedLines } from '#web/features/holds/basket/selection.ts'
import { errorReply, mockRoute } from '#web/test/mock-api.ts'
import { wireFacets } from '#web/test/feed-facets.ts'
import { cheap, eventPath, facets, findRow, mockEventPage, openEventPage } from '#web/test/mock-event-page.ts'
import { renderRoute } from '#web/test/render-route.tsx'
import { wireFeed, wireListing } from '#web/test/stock-factories.ts'

beforeEach(() => {
  mockEventPage()
})

test('F focuses the filters and L the listings; inside a field both type letters', async () => {
  const manyListings = Array.from({ length: 12 }, (_, place) =>
    wireListing({ id: `lst_m${place}`, section: `Loge ${place}` }),
  )
  mockRoute(listingsRoutes.feed, () => wireFeed([cheap], { facets: wireFacets(manyListings) }))
  await openEventPage()
  await userEvent.keyboard('l')
  expect(document.activeElement).toBe(await findRow('Block 25'))
  await userEvent.keyboard('f')
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Any quantity' }))
  await userEvent.keyboard('l')
  expect(document.activeElement).toBe(await findRow('Block 25'))
  await userEvent.click(
    within(screen.getByRole('group', { name: 'Filters' })).getByRole('button', { name: 'Section' }),
  )
  const field = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Find in section' })
  await userEvent.type(field, 'fl')
  expect(field.value).toBe('fl')
})

test('? works from a filter checkbox and never opens over a dialog', async () => {
  await openEventPage()
  await userEvent.keyboard('f?')
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(
    within(screen.getByRole('group', { name: 'Filters' })).getByRole('button', { name: 'Section' }),
  )
  const dialog = await screen.findByRole('dialog')
  act(() => within(dialog).getAllByRole('checkbox')[0]?.focus())
  await userEvent.keyboard('?/')
  expect(screen.getAllByRole('dialog')).toEqual([dialog])
})

test('a focused row keeps focus while the page scrolls, and L returns to it', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(132)
  const manyListings = Array.from({ length: 80 }, (_, place) =>
    wireListing({ id: `lst_s${place}`, section: `Stand ${place}` }),
  )
  mockRoute(listingsRoutes.feed, () => wireFeed(manyListings, { facets }))
  await renderRoute(eventPath)
  const first = await findRow('Stand 0,')
  act(() => first.focus())
  vi.stubGlobal('scrollY', 6000)
  act(() => void window.dispatchEvent(new Event('scroll')))
  await findRow('Stand 50,')
  expect(screen.queryByRole('row', { name: /^Stand 20,/ })).toBeNull()
  expect(document.activeElement).toBe(first)
  act(() => first.blur())
  await userEvent.keyboard('l')
  expect(document.activeElement).toBe(first)
})

test('Shift with an arrow extends the selection, and moving back shrinks it', async () => {
  const listings = Array.from({ length: 4 }, (_, place) =>
    wireListing({ id: `lst_r${place}`, section: `Stand ${place}` }),
  )
  mockRoute(listingsRoutes.feed, () => wireFeed(listings, { facets }))
  await renderRoute(eventPath)
  const first = await findRow('Stand 0,')
  act(() => first.focus())
  const selectedIds = () => selectedLines().map(({ listing_id: id }) => id)
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
  expect(selectedIds()).toEqual(['lst_r0', 'lst_r1', 'lst_r2'])
  expect(document.activeElement).toBe(await findRow('Stand 2,'))
  await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}')
  expect(selectedIds()).toEqual(['lst_r0', 'lst_r1'])
  // A move without Shift ends the range.
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Shift>}{ArrowUp}{/Shift}')
  expect(selectedIds().toSorted()).toEqual(['lst_r0', 'lst_r1', 'lst_r2', 'lst_r3'])
})

/** Two listings that are sold as 1 or 2, then one that is sold as 4. */
function mockQuantities() {
  const listings = [
    wireListing({ id: 'lst_q1', section: 'Block 11', row: 'E', splits: [1, 2] }),
    wireListing({ id: 'lst_q2', section: 'Block 12', row: 'F', splits: [2] }),
    wireListing({ id: 'lst_q3', section: 'Block 13', row: 'G', splits: [2, 4] }),
  ]
  return mockRoute(listingsRoutes.feed, ({ query }) => {
    const least = Number(query.get('min_quantity'))
    const found = listings.filter(({ splits }) => (splits.at(-1) ?? 0) >= least)
    return wireFeed(found, { facets: wireFacets(found) })
  })
}

test('Shift with a click selects all rows from the one that was selected last', async () => {
  const listings = Array.from({ length: 5 }, (_, place) =>
    wireListing({ id: `lst_r${place}`, section: `Stand ${place}` }),
  )
  mockRoute(listingsRoutes.feed, () => wireFeed(listings, { facets }))
  await renderRoute(eventPath)
  const checkbox = async (section: string) => within(await findRow(section)).getByRole('checkbox')
  const user = userEvent.setup()
  const selected = () => selectedLines().map(({ section }) => section)

  await user.click(await checkbox('Stand 1,'))
  await user.keyboard('{Shift>}')
  await user.click(await checkbox('Stand 3,'))
  expect(selected()).toEqual(['Stand 1', 'Stand 2', 'Stand 3'])
  // From the same start.
  await user.click(await checkbox('Stand 4,'))
  expect(selected()).toEqual(['Stand 1', 'Stand 2', 'Stand 3', 'Stand 4'])
  await user.keyboard('{/Shift}')
})

test('a quantity that the row does not offer moves to the next row that does, and says so', async () => {
  mockQuantities()
  const holds = mockRoute(holdsRoutes.place, () => errorReply(409, 'No tickets were held', 'hold.rejected'))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await renderRoute(eventPath)
  await findRow('Block 11')
  await userEvent.keyboard('l4')
  expect(document.activeElement).toBe(await findRow('Block 13'))
  expect(await screen.findByText('Not sold as 4. Moved to Block 13, row G')).toBeTruthy()
  await userEvent.keyboard('h')
  await waitFor(() => expect(holds[0]?.body).toEqual([{ listing_id: 'lst_q3', quantity: 4 }]))
})

test('a quantity that no listing offers is announced, and H holds nothing else instead', async () => {
  mockQuantities()
  const holds = mockRoute(holdsRoutes.place, () => errorReply(409, 'No tickets were held', 'hold.rejected'))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await renderRoute(eventPath)
  await findRow('Block 11')
  await userEvent.keyboard('l3')
  expect(await screen.findByText('No listing is sold as 3')).toBeTruthy()
  expect(document.activeElement).toBe(await findRow('Block 11'))
  await userEvent.keyboard('h')
  await userEvent.keyboard('1')
  expect(screen.queryByText('No listing is sold as 3')).toBeNull()
  await userEvent.keyboard('h')
  await waitFor(() => expect(holds).toHaveLength(1))
  expect(holds[0]?.body).toEqual([{ listing_id: 'lst_q1', quantity: 1 }])
})

const pressShift = (code: string, key: string) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { code, key, shiftKey: true })

test('Shift with a digit sets the minimum quantity, and the focus stays in the list', async () => {
  const requests = mockQuantities()
  await renderRoute(eventPath)
  await findRow('Block 11')
  await userEvent.keyboard('l')
  pressShift('Digit4', '$')
  await waitFor(() => expect(requests.at(-1)?.query.get('min_quantity')).toBe('4'))
  await waitFor(() => expect(screen.queryByRole('row', { name: /^Block 11/ })).toBeNull())
  expect(document.activeElement).toBe(await findRow('Block 13'))
  pressShift('Digit1', '!')
  expect(await findRow('Block 11')).toBeTruthy()
  await userEvent.keyboard('?')
  const keys = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  expect(keys.getByText('Minimum quantity')).toBeTruthy()
})
