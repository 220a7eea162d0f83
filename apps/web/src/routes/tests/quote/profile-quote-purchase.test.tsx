import { cardsRoutes } from '@terrace/contracts/cards'
import { checkoutRoutes } from '@terrace/contracts/checkout'
import { checkoutDraftRoutes } from '@terrace/contracts/checkout-draft'
import { holdsRoutes } from '@terrace/contracts/holds'
import { quotesRoutes } from '@terrace/contracts/quotes'
import type { ResponseOf } from '@terrace/contracts/route'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { mockRoute, errorReply, type ApiRequest } from '#web/test/mock-api.ts'
import { gbp } from '#web/test/factories.ts'
import { wireOfferPart, wireQuoteOffer, wireQuotes, wireQuoteDetail } from '#web/test/quote-factories.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { wireBasket, wireHold } from '#web/test/stock-factories.ts'
import { wireCurrentUser } from '#web/test/user-factory.ts'

type Check = ResponseOf<typeof quotesRoutes.check>['data']
type Line = Check['lines'][number]

const line = (overrides: Partial<Line> = {}): Line => ({
  ...wireQuoteOffer(),
  splits: [],
  held: null,
  ...overrides,
})
const check = (...lines: Line[]): { data: Check } => ({
  data: {
    lines,
    exchange_rates: [],
    cost_when_quoted: gbp('237.00'),
    current_cost: gbp('250.00'),
    service_fee: gbp('12.50'),
    client_total: gbp('260.70'),
    net: gbp('-1.80'),
  },
})
const held = (listing_id: string) => ({
  hold_id: `hld_${listing_id.slice(4)}`,
  listing_id,
  quantity: 2,
  price: gbp('125.00'),
  service_fee: gbp('6.25'),
  service_fee_percent: '5.00',
  expires_at: '2031-02-01T12:30:00.000Z',
})

const heldFor = (quantity: number) => ({ hold_id: 'hld_1', quantity, expires_at: '2031-02-01T12:30:00.000Z' })

beforeEach(() => {
  mockShell()
  // The checkout page that the purchase leads to requests these.
  mockRoute(cardsRoutes.list, () => ({ data: [] }))
  mockRoute(checkoutDraftRoutes.read, () => ({ data: { listings: [] } }))
  mockRoute(checkoutRoutes.openAttempts, () => ({ data: [] }))
  mockRoute(workspaceRoutes.info, () => ({ data: wireCurrentUser() }))
  mockRoute(quotesRoutes.list, () => wireQuotes())
  mockRoute(quotesRoutes.one, () => ({ data: wireQuoteDetail({ status: 'Accepted' }) }))
})

async function convert() {
  const router = await renderRoute('/profile?tab=quotes&quote=qt_1')
  await userEvent.click(await screen.findByRole('button', { name: 'Buy for the client' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Buy for the client' }))
  await dialog.findAllByRole('listitem')
  return { router, dialog }
}

test('converted costs show the rate and its date', async () => {
  const { data } = check(line())
  mockRoute(quotesRoutes.check, () => ({
    data: { ...data, exchange_rates: [{ currency: 'EUR', rate: '0.8464285714', date: '2031-02-28' }] },
  }))
  await renderRoute('/profile?tab=quotes&quote=qt_1')
  await userEvent.click(await screen.findByRole('button', { name: 'Buy for the client' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Buy for the client' }))
  expect(await dialog.findByText('€1 = £0.8464, ECB rate from 28-02-2031')).toBeTruthy()
})

test('[X-QUOTE-26] [HOLD-02] differences show before the tickets are held for the quote and paid', async () => {
  mockRoute(quotesRoutes.check, () =>
    check(line({ parts: [wireOfferPart({ cost: gbp('125.00'), net: gbp('-0.90') })] })),
  )
  const holds = mockRoute(holdsRoutes.place, () => ({ data: [held('lst_1')] }))
  const { router, dialog } = await convert()
  expect(dialog.getByText(/^One offer has changed since the quote/)).toBeTruthy()
  expect(dialog.getByRole('listitem').textContent).toContain('£125.00was £118.50')
  expect(dialog.getByLabelText('Totals').textContent).toBe(
    'Cost when quoted£237.00Cost now£250.00Fee£12.50Client pays£260.70Margin-£1.80',
  )
  expect(holds).toEqual([])
  mockRoute(holdsRoutes.list, () => wireBasket(wireHold()))
  await userEvent.click(dialog.getByRole('button', { name: 'Hold 2 tickets and check out' }))
  await vi.waitFor(() => expect(router.state.location.href).toBe('/checkout?quote=qt_1'))
  expect(holds.map(({ body }) => body)).toEqual([[{ listing_id: 'lst_1', quantity: 2, quote_ref: 'qt_1' }]])
})

test('[X-QUOTE-26] only the rest of a partly bought offer is bought', async () => {
  mockRoute(quotesRoutes.check, () => check(line({ quantity: 1, accepted: 2 })))
  const holds = mockRoute(holdsRoutes.place, () => ({ data: [held('lst_1')] }))
  const { dialog } = await convert()
  await userEvent.click(dialog.getByRole('button', { name: 'Hold 1 ticket and check out' }))
  await vi.waitFor(() =>
    expect(holds.map(({ body }) => body)).toEqual([
      [{ listing_id: 'lst_1', quantity: 1, quote_ref: 'qt_1' }],
    ]),
  )
})

test('[X-QUOTE-26] once all accepted offers are bought, the others show and must be selected to be bought', async () => {
  const bought = wireQuoteOffer({ id: 'off_1', accepted: 2, bought: 2 })
  const other = wireQuoteOffer({ id: 'off_2', listing_id: 'lst_2', section: 'Block 26' })
  mockRoute(quotesRoutes.one, () => ({
    data: wireQuoteDetail({ status: 'Accepted', offers: [bought, other] }),
  }))
  const checks = mockRoute(quotesRoutes.check, () => check(line({ ...other })))
  const { dialog } = await convert()
  expect(checks.map(({ body }) => body)).toEqual([{ offers: [{ offer_id: 'off_2', quantity: 2 }] }])
  expect(dialog.getByText(/^All accepted offers have been bought/)).toBeTruthy()
  expect(
    dialog.getByRole<HTMLButtonElement>('button', { name: 'Hold and check out' }).disabled,
    'no offer is selected yet',
  ).toBe(true)
  await userEvent.click(dialog.getByRole('checkbox'))
  expect(await dialog.findByRole('button', { name: 'Hold 2 tickets and check out' })).toBeTruthy()
})

test('unavailable offers are excluded, short ones offer other quantities, and totals follow', async () => {
  const lines = [
    line({ id: 'off_1', listing_id: 'lst_1' }),
    line({
      id: 'off_2',
      listing_id: 'lst_2',
      section: 'Block 26',
      quantity: 4,
      state: 'short',
      splits: [1, 2],
    }),
    line({
      id: 'off_3',
      listing_id: 'lst_3',
      section: 'Block 27',
      state: 'unavailable',
      parts: [wireOfferPart({ cost: null, net: null })],
    }),
  ]
  const reducedLine = line({ id: 'off_2', listing_id: 'lst_2', section: 'Block 26' })
  const checks = mockRoute(quotesRoutes.check, ({ body: { offers } }) =>
    offers ? check(line(), reducedLine) : check(...lines),
  )
  const holds = mockRoute(holdsRoutes.place, () => ({ data: [held('lst_1'), held('lst_2')] }))
  const { dialog } = await convert()
  const rows = dialog.getAllByRole('listitem')
  expect(rows[2]?.textContent).toContain('Unavailable')
  expect(within(rows[2] ?? document.body).getByRole<HTMLInputElement>('checkbox').disabled).toBe(true)
  expect(rows[1]?.textContent).toContain('4 are no longer available together.')
  await userEvent.click(dialog.getByRole('button', { name: 'Buy 2 of Block 26 · R 18' }))
  await vi.waitFor(() =>
    expect(checks.at(-1)?.body).toEqual({
      offers: [
        { offer_id: 'off_1', quantity: 2 },
        { offer_id: 'off_2', quantity: 2 },
      ],
    }),
  )
  const hold = dialog.getByRole<HTMLButtonElement>('button', { name: 'Hold 4 tickets and check out' })
  await vi.waitFor(() => expect(hold.disabled).toBe(false))
  await userEvent.click(hold)
  await vi.waitFor(() =>
    expect(holds[0]?.body).toEqual([
      { listing_id: 'lst_1', quantity: 2, quote_ref: 'qt_1' },
      { listing_id: 'lst_2', quantity: 2, quote_ref: 'qt_1' },
    ]),
  )
})

test('[X-QUOTE-26] a line updates after its new quantity is checked; other quantities stay available', async () => {
  const fullLine = line({
    quantity: 4,
    state: 'short',
    available: 2,
    splits: [1, 2, 3],
    parts: [
      wireOfferPart({ quantity: 1, kind: 'held' }),
      wireOfferPart({ quantity: 3, cost: gbp('125.00') }),
    ],
    held: heldFor(1),
  })
  const three = line({
    quantity: 3,
    parts: [
      wireOfferPart({ quantity: 1, kind: 'held' }),
      wireOfferPart({ quantity: 2, cost: gbp('125.00') }),
    ],
    held: heldFor(1),
  })
  const checkGate = Promise.withResolvers<void>()
  mockRoute(quotesRoutes.check, async ({ body: { offers } }) => {
    if (!offers) return check(line({ id: 'off_2', listing_id: 'lst_2', section: 'Block 26' }), fullLine)
    await checkGate.promise
    return check(line({ id: 'off_2', listing_id: 'lst_2', section: 'Block 26' }), three)
  })
  const { dialog } = await convert()
  const parts = () => dialog.getAllByText(/^\d (held|to buy)$/).map(({ textContent }) => textContent)
  await userEvent.click(dialog.getByRole('button', { name: 'Buy 3 of Block 25 · R 18' }))
  expect(parts()).toEqual(['1 held', '3 to buy'])
  expect(dialog.getByLabelText('Totals').getAttribute('aria-busy')).toBe('true')
  const hold = dialog.getByRole<HTMLButtonElement>('button', { name: 'Hold 5 tickets and check out' })
  expect(hold.disabled, 'the cost is not known yet').toBe(true)
  checkGate.resolve()
  await vi.waitFor(() => expect(parts()).toEqual(['1 held', '2 to buy']))
  expect(hold.disabled).toBe(false)
  expect(dialog.getByText('4 are no longer available together.')).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: /^Buy 2 of/ }).disabled).toBe(false)
})

test('[X-QUOTE-26] existing holds of a listing are reused for its selected offer', async () => {
  const offer = (id: string, overrides: Partial<Line> = {}) =>
    line({ id, row: id === 'off_1' ? '18' : '19', ...overrides })
  mockRoute(quotesRoutes.check, ({ body: { offers } }) =>
    offers
      ? check(offer('off_2', { held: heldFor(2) }))
      : check(offer('off_1', { held: heldFor(2) }), offer('off_2')),
  )
  mockRoute(holdsRoutes.list, () => wireBasket(wireHold()))
  const holds = mockRoute(holdsRoutes.place, () => errorReply(500, 'Unexpected request'))
  const { router, dialog } = await convert()
  await userEvent.click(dialog.getByRole('checkbox', { name: /R 18/ }))
  const [, second] = dialog.getAllByRole('listitem')
  expect(await within(second ?? document.body).findByText('2 tickets held')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Hold 2 tickets and check out' }))
  await vi.waitFor(() => expect(router.state.location.href).toBe('/checkout?quote=qt_1'))
  expect(holds).toEqual([])
})

test('[X-QUOTE-26] a failed check shows an error, blocks the hold and can be retried', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const second = line({ id: 'off_2', listing_id: 'lst_2', section: 'Block 26' })
  const responses = [() => check(line(), second), () => errorReply(422, 'Check failed'), () => check(line())]
  const requests: ApiRequest[] = mockRoute(
    quotesRoutes.check,
    () => responses[requests.length - 1]?.() ?? errorReply(500, 'Unexpected request'),
  )
  const { dialog } = await convert()
  await userEvent.click(dialog.getByRole('checkbox', { name: /Block 26/ }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Check failed')
  const hold = dialog.getByRole<HTMLButtonElement>('button', { name: 'Hold 2 tickets and check out' })
  expect(hold.disabled).toBe(true)
  expect(dialog.queryByLabelText('Totals')).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
  await vi.waitFor(() => expect(hold.disabled).toBe(false))
  expect(dialog.queryByRole('alert')).toBeNull()
})

test('tickets the team already holds are not held twice', async () => {
  mockRoute(quotesRoutes.check, () => check(line({ held: heldFor(2) })))
  mockRoute(holdsRoutes.list, () => wireBasket(wireHold()))
  const holds = mockRoute(holdsRoutes.place, () => errorReply(500, 'Not to be asked'))
  const { router, dialog } = await convert()
  expect(dialog.getByText('2 tickets held')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Hold 2 tickets and check out' }))
  await vi.waitFor(() => expect(router.state.location.href).toBe('/checkout?quote=qt_1'))
  expect(holds).toEqual([])
})

test('[X-QUOTE-26] tickets at different prices each show their own price and no average', async () => {
  mockRoute(quotesRoutes.check, () =>
    check(
      line({
        parts: [
          wireOfferPart({ quantity: 1, kind: 'held' }),
          wireOfferPart({ quantity: 1, cost: gbp('125.00'), client_price: gbp('137.50'), net: gbp('6.25') }),
        ],
        held: heldFor(1),
      }),
    ),
  )
  const { dialog } = await convert()
  const [row] = dialog.getAllByRole('listitem')
  expect(row?.textContent).toContain('£118.50 to £125.00was £118.50')
  expect(
    dialog
      .getAllByRole('listitem')
      .slice(1)
      .map(({ textContent }) => textContent),
  ).toEqual([
    '1 heldClient pays£130.35Cost£118.50Fee£5.93Margin£5.92',
    '1 to buyClient pays£137.50Cost£125.00was £118.50Fee£5.93Margin£6.25',
  ])
})

test('[X-QUOTE-24] [X-QUOTE-26] a partly bought offer shows each price on its line and their sum at its head', async () => {
  const parts = [
    wireOfferPart({ quantity: 1, kind: 'bought', cost: gbp('100.00'), client_price: gbp('110.00') }),
    wireOfferPart({ cost: gbp('120.00'), client_price: gbp('132.00') }),
  ]
  mockRoute(quotesRoutes.one, () => ({
    data: wireQuoteDetail({
      status: 'Ordered',
      offers: [wireQuoteOffer({ quantity: 3, bought: 1, cost_when_quoted: gbp('100.00'), parts })],
    }),
  }))
  await renderRoute('/profile?tab=quotes&quote=qt_1')
  const offers = await screen.findByRole('region', { name: 'Offers' })
  const [offer, ...lines] = within(offers).getAllByRole('listitem')
  expect(offer?.textContent).toContain('£374.00in total, to the client')
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    '1 boughtClient pays£110.00Cost£100.00Fee£5.93Margin£5.92',
    '2 to buyClient pays£132.00Cost£120.00was £100.00Fee£5.93Margin£5.92',
  ])
})

test('tickets sold between check and hold show an error on their line, and nothing is held', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  mockRoute(quotesRoutes.check, () => check(line()))
  mockRoute(holdsRoutes.place, () =>
    errorReply(409, 'Some of these tickets could not be held', 'hold.rejected', {
      lines: [{ index: 0, listing_id: 'lst_1', code: 'listing.unavailable', available: 0, splits: [] }],
    }),
  )
  const { router, dialog } = await convert()
  await userEvent.click(dialog.getByRole('button', { name: 'Hold 2 tickets and check out' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('Someone else just took the last tickets.')
  expect(router.state.location.pathname).toBe('/profile')
})
