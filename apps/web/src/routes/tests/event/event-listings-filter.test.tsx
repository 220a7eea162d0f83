import { listingsRoutes } from '@terrace/contracts/listings'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { mockRoute, type ApiRequest } from '#web/test/mock-api.ts'
import { wireFacets } from '#web/test/feed-facets.ts'
import {
  cheap,
  eventPath,
  expensive,
  facets,
  findRow,
  lastListQuery,
  mockEventPage,
  openEventPage,
} from '#web/test/mock-event-page.ts'
import { renderRoute } from '#web/test/render-route.tsx'
import { wireFeed, wireListing } from '#web/test/stock-factories.ts'

let requests: ApiRequest[] = []

/** A filter of the bar; column headers have the same names. */
const filterButton = (name: string) =>
  within(screen.getByRole('group', { name: 'Filters' })).getByRole('button', { name })

beforeEach(() => {
  requests = mockEventPage()
})

test('each option shows its listing count and lowest price, and goes into the URL', async () => {
  const router = await openEventPage()
  await userEvent.click(filterButton('Section'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Section' }))
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Block 26, 1 listing all-in from £252.00' }))
  await waitFor(() => expect(router.state.location.href).toBe(`${eventPath}?section=Block+26`))
  await waitFor(() => expect(lastListQuery(requests).getAll('section_name[]')).toEqual(['Block 26']))
  await userEvent.click(dialog.getByRole('checkbox', { name: /^Block 25/ }))
  await waitFor(() =>
    expect(router.state.location.href).toBe(`${eventPath}?section=Block+26&section=Block+25`),
  )
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog', { name: 'Section' })).toBeNull()
  const sectionButton = await within(screen.getByRole('group', { name: 'Filters' })).findByRole('button', {
    name: 'Section, 2 selected',
  })
  await waitFor(() => expect(document.activeElement).toBe(sectionButton))
})

test('delivery types show their label and sellers their name', async () => {
  const router = await openEventPage()
  await userEvent.click(screen.getByRole('button', { name: 'Delivery type' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: /^E-ticket, 1 listing/ }))
  await waitFor(() => expect(router.state.location.href).toBe(`${eventPath}?type=eTicket`))
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'More filters' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Kop Stock, 1 listing/ }))
  await waitFor(() => expect(router.state.location.href).toBe(`${eventPath}?type=eTicket&seller=tm_3`))
})

test('a section can be found by name among many', async () => {
  const manyListings = Array.from({ length: 70 }, (_, place) =>
    wireListing({ id: `lst_m${place}`, section: `Block ${100 + place}` }),
  )
  requests = mockRoute(listingsRoutes.feed, () => wireFeed([cheap], { facets: wireFacets(manyListings) }))
  const router = await openEventPage()
  await userEvent.click(filterButton('Section'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Section' }))
  expect(dialog.getByText('10 more. Search by name.')).toBeTruthy()
  await userEvent.type(dialog.getByRole('searchbox'), '169')
  await userEvent.click(dialog.getByRole('checkbox', { name: /^Block 169/ }))
  await waitFor(() => expect(router.state.location.href).toBe(`${eventPath}?section=Block+169`))
})

test('flags toggle inline', async () => {
  const router = await openEventPage()
  await userEvent.click(screen.getByRole('button', { name: /^In hand/ }))
  await waitFor(() => expect(router.state.location.href).toBe(`${eventPath}?in_hand=1`))
  expect(screen.getByRole('button', { name: /^In hand/ }).getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: /^In hand/ }))
  await waitFor(() => expect(router.state.location.href).toBe(eventPath))
})

test('typed price bounds apply once they are valid', async () => {
  const router = await openEventPage()
  await userEvent.click(screen.getByRole('button', { name: 'All-in price' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'All-in price per ticket' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'From' }), '300')
  await userEvent.type(dialog.getByRole('textbox', { name: 'To' }), '200{Enter}')
  expect(dialog.getByRole('alert').textContent).toBe('Minimum must be below maximum.')
  await userEvent.clear(dialog.getByRole('textbox', { name: 'From' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'From' }), '85.50{Enter}')
  await waitFor(() => expect(router.state.location.href).toBe(`${eventPath}?min=81.43&max=190.48`))
  await userEvent.keyboard('{Escape}')
  expect(await screen.findByRole('button', { name: 'Remove filter £85.50 to £200 all-in' })).toBeTruthy()
})

test('Escape applies typed price bounds and closes the filter', async () => {
  const router = await openEventPage()
  await userEvent.click(screen.getByRole('button', { name: 'All-in price' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'All-in price per ticket' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'To' }), '150{Escape}')
  await waitFor(() => expect(router.state.location.href).toBe(`${eventPath}?max=142.86`))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('Escape shows the error of an invalid price, and closes it when pressed again', async () => {
  const router = await openEventPage()
  await userEvent.click(screen.getByRole('button', { name: 'All-in price' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'All-in price per ticket' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'To' }), 'cheap{Escape}')
  expect(dialog.getByRole('alert').textContent).toBe('Enter a price, like 150 or 150.00.')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.href).toBe(eventPath)
})

test('arrow keys move the price range thumbs', async () => {
  const router = await openEventPage()
  await userEvent.click(screen.getByRole('button', { name: 'All-in price' }))
  const lowest = await screen.findByRole('slider', { name: /Lowest price/ })
  act(() => lowest.focus())
  await userEvent.keyboard('{ArrowRight}')
  await waitFor(() => expect(router.state.location.href).toBe(`${eventPath}?min=119.05`))
  act(() => screen.getByRole('slider', { name: /Lowest price/ }).focus())
  await userEvent.keyboard('{ArrowLeft}')
  await waitFor(() => expect(router.state.location.href).toBe(eventPath))
})

test('changing the currency reloads prices and clears a range in the old currency', async () => {
  const router = await openEventPage('?min=100&quantity=2')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Currency' }), 'EUR')
  await waitFor(() => expect(router.state.location.href).toBe(`${eventPath}?quantity=2&currency=EUR`))
  await waitFor(() => expect(lastListQuery(requests).get('target_currency')).toBe('EUR'))
})

test('the team’s currency comes first and stays available while another is shown', async () => {
  requests = mockRoute(listingsRoutes.feed, () => wireFeed([cheap], { facets, currency: 'EUR' }))
  await renderRoute(`${eventPath}?currency=EUR`, { user: { username: 'buyer', base_currency: 'CHF' } })
  const options = within(await screen.findByRole('combobox', { name: 'Currency' })).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual(['CHF', 'EUR', 'GBP', 'USD'])
})

test('filters that the bar does not show are chips that clear one by one or all at once', async () => {
  const router = await openEventPage('?quantity=2&category=9&section=block-26&hospitality=1&order=row')
  const chips = () =>
    within(screen.getByRole('group', { name: 'Active filters' }))
      .getAllByRole('button')
      .map((chip) => chip.textContent)
  expect(chips()).toEqual(['Club level', 'Block 26', 'Hospitality', 'Clear all'])
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter Block 26' }))
  await waitFor(() => expect(chips()).toEqual(['Club level', 'Hospitality', 'Clear all']))
  await userEvent.click(screen.getByRole('button', { name: 'Clear all' }))
  await waitFor(() => expect(router.state.location.href).toBe(`${eventPath}?order=row`))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Clear all' })).toBeNull())
})

test('a selected option without matches can still be cleared', async () => {
  requests = mockRoute(listingsRoutes.feed, ({ query }) =>
    query.has('category_name[]')
      ? wireFeed([], { facets: wireFacets([]) })
      : wireFeed([cheap, expensive], { facets }),
  )
  const router = await renderRoute(`${eventPath}?category=9&hospitality=1`)
  expect(await screen.findByText('No listings match these filters')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Remove filter Club level' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(router.state.location.href).toBe(eventPath))
  expect(await findRow('Block 25')).toBeTruthy()
})

test('the number of remaining listings is announced next to the active filters', async () => {
  requests = mockRoute(listingsRoutes.feed, ({ query }) =>
    query.has('ticket_in_hand')
      ? wireFeed([expensive], { facets })
      : wireFeed([cheap, expensive], { facets }),
  )
  await openEventPage()
  const announced = screen.getAllByRole('status')
  await userEvent.click(screen.getByRole('button', { name: /^In hand/ }))
  await waitFor(() => expect(announced.map(({ textContent }) => textContent)).toContain('1 of 2'))
  expect(screen.getByText('1 of 2 listings')).toBeTruthy()
  const tickets = cheap.available + expensive.available
  expect(screen.getByText(/tickets in/).textContent).toBe(
    `${tickets} tickets in 2 listings, all-in from £124.43`,
  )
})

test('"More filters" has the filters without a control in the bar and counts the active ones', async () => {
  const router = await openEventPage('?quantity=2&category=9&hospitality=1')
  await userEvent.click(screen.getByRole('button', { name: 'More filters (2)' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }))
  await userEvent.click(sheet.getByRole('checkbox', { name: /^Instant/ }))
  await waitFor(() =>
    expect(router.state.location.href).toBe(`${eventPath}?quantity=2&category=9&hospitality=1&instant=1`),
  )
  await userEvent.keyboard('{Escape}')
  expect(await screen.findByRole('button', { name: 'More filters (3)' })).toBeTruthy()
})

test('"1 or more" is not offered, and in a link it means any quantity', async () => {
  await openEventPage('?quantity=1')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Any quantity' }).checked).toBe(true)
  const quantities = within(screen.getByRole('radiogroup', { name: 'Quantity' })).getAllByRole('radio')
  expect(quantities.map((radio) => radio.getAttribute('value'))).toEqual(['6', '2', '3', '4', '5'])
  expect(screen.queryByRole('button', { name: 'Clear all' })).toBeNull()
  expect(lastListQuery(requests).get('min_quantity')).toBe('1')
})

test('on small screens a sheet contains every filter', async () => {
  const router = await openEventPage('?quantity=2')
  await userEvent.click(screen.getByRole('button', { name: 'Filters · 1' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }))
  expect(sheet.getAllByRole('group').map((group) => group.querySelector('legend')?.textContent)).toEqual(
    expect.arrayContaining([
      'All-in price per ticket',
      'Show only',
      'Category',
      'Section',
      'Delivery type',
      'Seller',
    ]),
  )
  await userEvent.click(sheet.getByRole('checkbox', { name: /^Hospitality/ }))
  await userEvent.click(sheet.getByRole('checkbox', { name: /^Club level/ }))
  await waitFor(() =>
    expect(router.state.location.href).toBe(`${eventPath}?quantity=2&hospitality=1&category=9`),
  )
  await userEvent.click(sheet.getByRole('button', { name: 'Clear all' }))
  await waitFor(() => expect(router.state.location.href).toBe(eventPath))
  await userEvent.click(sheet.getByRole('button', { name: 'Show 2 listings' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Filters' })).toBeNull())
})
