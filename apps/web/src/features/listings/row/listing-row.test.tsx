import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { holdsRoutes, type WireHold } from '@terrace/contracts/holds'
import { listingsRoutes, type WireListing } from '@terrace/contracts/listings'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { selectedLines } from '#web/features/holds/basket/selection.ts'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { gbp, wireEvent } from '#web/test/factories.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { wireBasket, wireFeed, wireHold, wireListing, wirePlan } from '#web/test/stock-factories.ts'

const path = '/tickets/arsenal-v-chelsea/17'
let stock: WireListing[]
let held: WireHold[]

beforeEach(() => {
  mockShell()
  stock = [wireListing(), wireListing({ id: 'lst_2', section: 'Block 26', proceed_price: gbp('240.00') })]
  held = []
  mockRoute(catalogueRoutes.event, () => ({ data: wireEvent() }))
  mockRoute(catalogueRoutes.seatingPlan, () => ({ data: wirePlan() }))
  mockRoute(holdsRoutes.list, () => wireBasket(...held))
  mockRoute(listingsRoutes.feed, ({ query }) => {
    const ids = query.getAll('listing_id[]')
    const data = stock.filter(({ id, available }) => (ids.length > 0 ? ids.includes(id) : available > 0))
    return wireFeed(data, { mine: { tracked: [], held } })
  })
})

const row = (section: string) => screen.findByRole('row', { name: new RegExp(`^${section}`) })

async function openRow(section = 'Block 25') {
  const shown = await row(section)
  await userEvent.click(within(shown).getByRole('button', { name: `${section}, details` }))
  return shown
}

test('[LIST-01] an open row shows split type, unit and limit; only allowed quantities are offered', async () => {
  stock = [
    wireListing({
      split_type: 'Sell In Multiples',
      multiple_sale_unit: 2,
      quantity_limit: 4,
      splits: [2, 4],
    }),
  ]
  await renderRoute(path)
  const opened = await openRow()
  expect(opened.textContent).toContain('Sell In Multiples of 2, max 4 per purchase')
  const offered = within(opened).getAllByRole('radio')
  expect(offered.map((radio) => radio.getAttribute('value'))).toEqual(['2', '4'])
})

test('the row shows the first delivery label, the open row the second', async () => {
  await renderRoute(path)
  const shown = await row('Block 25')
  expect(shown.textContent).toContain('Mobile')
  expect(shown.textContent).not.toContain('External Transfer')
  expect((await openRow()).textContent).toContain('External Transfer')
})

test('[LIST-02] [LIST-04] [LIST-05] [LIST-06] flags and single seats use the texts of the specification', async () => {
  stock = [
    wireListing({
      attendee_delivery_details_required: true,
      attendee_identification_details_required: true,
      split_type: 'Single Seats',
    }),
  ]
  await renderRoute(path)
  const benefits = within(await openRow()).getByRole('list', { name: 'Benefits' })
  expect(
    within(benefits)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    'Attendee delivery details required',
    'Attendee identification details required',
    'Single seat(s) - these seats are non-consecutive and will be split across the category/section/block listed',
  ])
})

test('[LIST-03] [X-LIST-05] a note shows its kind', async () => {
  stock = [
    wireListing({
      notes: [
        { kind: 'benefit', text: 'Lounge' },
        { kind: 'restriction', text: 'Restricted view' },
        { kind: 'information', text: 'Gate C' },
      ],
    }),
  ]
  await renderRoute(path)
  const benefits = within(await openRow()).getByRole('list', { name: 'Benefits' })
  const kinds = within(benefits).getAllByRole('img')
  expect(kinds.map((kind) => kind.getAttribute('aria-label'))).toEqual([
    'Benefit',
    'Restriction',
    'Information',
  ])
})

test.each([
  [5, 'grid-cols-1'],
  [6, 'grid-cols-2'],
])('[LIST-07] %i benefits are laid out as %s', async (count, columns) => {
  stock = [
    wireListing({
      notes: Array.from({ length: count }, (_, index) => ({
        kind: 'benefit' as const,
        text: `Benefit ${index}`,
      })),
    }),
  ]
  await renderRoute(path)
  const benefits = within(await openRow()).getByRole('list', { name: 'Benefits' })
  expect(benefits.classList.contains(columns)).toBe(true)
})

test('[X-LIST-04] hidden seats are not shown anywhere', async () => {
  stock = [wireListing({ first_seat: undefined, last_seat: undefined })]
  await renderRoute(path)
  const opened = await openRow()
  expect(within(opened).getByRole('checkbox').getAttribute('aria-label')).toBe('Select Block 25, Row 18')
  expect(
    within(opened)
      .getAllByText(/^R 18/)
      .map(({ textContent }) => textContent),
  ).toEqual(['R 18', 'R 18'])
  expect(opened.textContent).not.toMatch(/seat|undefined/)
})

test("hovering or focusing a row's icons shows their texts", async () => {
  stock = [wireListing({ notes: [{ kind: 'benefit', text: 'Lounge' }] })]
  await renderRoute(path)
  const icons = within(await row('Block 25')).getByRole('button', { name: /^Notes on Block 25/ })
  await userEvent.hover(icons)
  expect((await screen.findByRole('tooltip')).textContent).toBe('Lounge')
  await userEvent.unhover(icons)
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
  const block = within(await row('Block 25')).getByRole('button', { name: /details$/ })
  block.focus()
  while (document.activeElement !== icons) await userEvent.tab()
  expect((await screen.findByRole('tooltip')).textContent).toBe('Lounge')
})

test('Space selects the focused row and updates the basket bar', async () => {
  await renderRoute(path)
  const shown = await row('Block 25')
  shown.focus()
  await userEvent.keyboard(' ')
  expect(shown.getAttribute('aria-selected')).toBe('true')
  expect((await screen.findByRole('region', { name: 'Basket' })).textContent).toContain('1 listing selected')
  await userEvent.keyboard(' ')
  expect(shown.getAttribute('aria-selected')).toBe('false')
  expect(screen.queryByRole('region', { name: 'Basket' })).toBeNull()
})

test('a ticked row is added to the basket with its event, and its quantity stays in sync', async () => {
  await renderRoute(path)
  const shown = await row('Block 25')
  await userEvent.click(
    within(shown).getByRole('checkbox', { name: 'Select Block 25, Row 18, seats 401 to 404' }),
  )
  await userEvent.click(within(shown).getByRole('radio', { name: '4' }))
  expect(selectedLines()).toMatchObject([
    { listing_id: 'lst_1', quantity: 4, event: { id: 17, title: 'Arsenal v Chelsea' }, price: gbp('118.50') },
  ])
  expect(await screen.findByRole('button', { name: 'Hold 4 tickets' })).toBeTruthy()
})

test('Enter opens and closes the details of the focused row', async () => {
  await renderRoute(path)
  const shown = await row('Block 25')
  shown.focus()
  await userEvent.keyboard('{Enter}')
  expect(shown.textContent).toContain('External Transfer')
  await userEvent.keyboard('{Enter}')
  expect(shown.textContent).not.toContain('External Transfer')
})

test('holding a single row deselects it', async () => {
  mockRoute(holdsRoutes.place, () => {
    const { state: _state, event: _event, listing: _listing, ...line } = wireHold()
    return { data: [line] }
  })
  await renderRoute(path)
  const shown = await row('Block 25')
  await userEvent.click(within(shown).getByRole('checkbox'))
  await userEvent.click(within(shown).getByRole('button', { name: /^Hold 2 tickets, Block 25/ }))
  await waitFor(() => expect(selectedLines()).toEqual([]))
})

test('[X-HOLD-11] a row fully held by the team shows quantity, time left and Release', async () => {
  stock = [wireListing({ available: 0, splits: [] }), ...stock.slice(1)]
  held = [wireHold({ quantity: 4, listing: { releasable: [2, 4] } })]
  await renderRoute(path)
  const shown = await row('Block 25')
  await waitFor(() => expect(shown.textContent).toContain('Yours · 4 held'))
  expect(shown.textContent).not.toMatch(/unavailable|sold/)
  expect(within(shown).getByRole('timer', { name: /Block 25/ }).textContent).toMatch(/^2[45]:\d\d$/)
  await userEvent.click(within(shown).getByRole('button', { name: 'Release, Block 25' }))
  expect(
    within(await screen.findByRole('dialog', { name: 'Release tickets' })).getByRole('button', {
      name: 'Release 4 tickets',
    }),
  ).toBeTruthy()
})

test('[X-HOLD-11] a row partly held by the team shows this and offers the rest', async () => {
  stock = [wireListing({ available: 2, splits: [1, 2] })]
  held = [wireHold()]
  await renderRoute(path)
  const shown = await row('Block 25')
  await waitFor(() => expect(shown.textContent).toContain('Yours · 2 held'))
  expect(within(shown).getByRole('button', { name: /^Hold 2 tickets/ })).toBeTruthy()
})

test('focus stays in the row when the focused button is removed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  mockRoute(holdsRoutes.place, () => {
    stock = stock.slice(1)
    return errorReply(409, 'Sold out', 'hold.rejected', {
      lines: [{ index: 0, listing_id: 'lst_1', code: 'listing.unavailable', available: 0, splits: [] }],
    })
  })
  await renderRoute(path)
  const shown = await row('Block 25')
  const hold = within(shown).getByRole('button', { name: /^Hold 2 tickets/ })
  hold.focus()
  await userEvent.keyboard('{Enter}')
  await within(shown).findByText('unavailable')
  await waitFor(() => expect(document.activeElement).toBe(shown))
})
