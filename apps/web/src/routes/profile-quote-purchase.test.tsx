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
import { answer, fail, type ApiRequest } from '#web/test/api-server.ts'
import { gbp } from '#web/test/factories.ts'
import { wireOfferPart, wireQuoteOffer, wireQuotes, wireQuoteWhole } from '#web/test/quote-factories.ts'
import { answerShell, renderRoute } from '#web/test/render-route.tsx'
import { wireBasket, wireHold } from '#web/test/stock-factories.ts'
import { wireCurrentUser } from '#web/test/user-factory.ts'

type Check = ResponseOf<typeof quotesRoutes.check>['data']
type Line = Check['lines'][number]

const line = (given: Partial<Line> = {}): Line => ({ ...wireQuoteOffer(), splits: [], held: null, ...given })
const check = (...lines: Line[]): { data: Check } => ({
  data: {
    lines,
    cost_then: gbp('237.00'),
    cost_now: gbp('250.00'),
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
  answerShell()
  // What the checkout asks for, where it leads to.
  answer(cardsRoutes.list, () => ({ data: [] }))
  answer(checkoutDraftRoutes.read, () => ({ data: { listings: [] } }))
  answer(checkoutRoutes.openAttempts, () => ({ data: [] }))
  answer(workspaceRoutes.info, () => ({ data: wireCurrentUser() }))
  answer(quotesRoutes.list, () => wireQuotes())
  answer(quotesRoutes.one, () => ({ data: wireQuoteWhole({ status: 'Accepted' }) }))
})

async function convert() {
  const router = await renderRoute('/profile?tab=quotes&quote=qt_1')
  await userEvent.click(await screen.findByRole('button', { name: 'Buy for the client' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Buy for the client' }))
  await dialog.findAllByRole('listitem')
  return { router, dialog }
}

test('[X-QUOTE-26] [HOLD-02] differences are shown before anything is held; then it is held for the quote and paid', async () => {
  answer(quotesRoutes.check, () =>
    check(line({ parts: [wireOfferPart({ cost: gbp('125.00'), net: gbp('-0.90') })] })),
  )
  const holds = answer(holdsRoutes.place, () => ({ data: [held('lst_1')] }))
  const { router, dialog } = await convert()
  expect(dialog.getByText(/^One offer has changed since it was quoted/)).toBeTruthy()
  expect(dialog.getByRole('listitem').textContent).toContain('£125.00was £118.50')
  expect(dialog.getByLabelText('In sum').textContent).toBe(
    'Cost when quoted£237.00Cost now£250.00Service fee£12.50The client pays you£260.70You earn-£1.80',
  )
  expect(holds).toEqual([])
  answer(holdsRoutes.list, () => wireBasket(wireHold()))
  await userEvent.click(dialog.getByRole('button', { name: 'Hold 2 tickets and check out' }))
  await vi.waitFor(() => expect(router.state.location.href).toBe('/checkout?quote=qt_1'))
  expect(holds.map(({ body }) => body)).toEqual([[{ listing_id: 'lst_1', quantity: 2, quote_ref: 'qt_1' }]])
})

test('[X-QUOTE-26] of an offer that was bought in part only what is left of it is bought', async () => {
  answer(quotesRoutes.check, () => check(line({ quantity: 1, accepted: 2 })))
  const holds = answer(holdsRoutes.place, () => ({ data: [held('lst_1')] }))
  const { dialog } = await convert()
  await userEvent.click(dialog.getByRole('button', { name: 'Hold 1 ticket and check out' }))
  await vi.waitFor(() =>
    expect(holds.map(({ body }) => body)).toEqual([
      [{ listing_id: 'lst_1', quantity: 1, quote_ref: 'qt_1' }],
    ]),
  )
})

test('[X-QUOTE-26] once all that the client chose is bought, the rest is shown, and none of it is bought unless it is chosen', async () => {
  const chosen = wireQuoteOffer({ id: 'off_1', accepted: 2, bought: 2 })
  const other = wireQuoteOffer({ id: 'off_2', listing_id: 'lst_2', section: 'Block 26' })
  answer(quotesRoutes.one, () => ({ data: wireQuoteWhole({ status: 'Accepted', offers: [chosen, other] }) }))
  const checks = answer(quotesRoutes.check, () => check(line({ ...other })))
  const { dialog } = await convert()
  expect(checks.map(({ body }) => body)).toEqual([{ offers: [{ offer_id: 'off_2', quantity: 2 }] }])
  expect(dialog.getByText(/^All that the client chose has been bought/)).toBeTruthy()
  expect(
    dialog.getByRole<HTMLButtonElement>('button', { name: 'Hold and check out' }).disabled,
    'nobody has asked for it yet',
  ).toBe(true)
  await userEvent.click(dialog.getByRole('checkbox'))
  expect(await dialog.findByRole('button', { name: 'Hold 2 tickets and check out' })).toBeTruthy()
})

test('what is gone is left out, what is short is taken in another number, and the sums follow', async () => {
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
      state: 'gone',
      parts: [wireOfferPart({ cost: null, net: null })],
    }),
  ]
  const taken = line({ id: 'off_2', listing_id: 'lst_2', section: 'Block 26' })
  const checks = answer(quotesRoutes.check, ({ body: { offers } }) =>
    offers ? check(line(), taken) : check(...lines),
  )
  const holds = answer(holdsRoutes.place, () => ({ data: [held('lst_1'), held('lst_2')] }))
  const { dialog } = await convert()
  const rows = dialog.getAllByRole('listitem')
  expect(rows[2]?.textContent).toContain('Gone')
  expect(within(rows[2] ?? document.body).getByRole<HTMLInputElement>('checkbox').disabled).toBe(true)
  expect(rows[1]?.textContent).toContain('4 can no longer be had together.')
  await userEvent.click(dialog.getByRole('button', { name: 'Take 2 of Block 26 · R 18' }))
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

test('[X-QUOTE-26] each line follows the number that is chosen of it, what stood before stands until it is known how, and the other numbers can still be chosen', async () => {
  const whole = line({
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
  const known = Promise.withResolvers<void>()
  answer(quotesRoutes.check, async ({ body: { offers } }) => {
    if (!offers) return check(line({ id: 'off_2', listing_id: 'lst_2', section: 'Block 26' }), whole)
    await known.promise
    return check(line({ id: 'off_2', listing_id: 'lst_2', section: 'Block 26' }), three)
  })
  const { dialog } = await convert()
  const parts = () => dialog.getAllByText(/^\d (held|to buy)$/).map(({ textContent }) => textContent)
  await userEvent.click(dialog.getByRole('button', { name: 'Take 3 of Block 25 · R 18' }))
  expect(parts()).toEqual(['1 held', '3 to buy'])
  expect(dialog.getByLabelText('In sum').getAttribute('aria-busy')).toBe('true')
  const hold = dialog.getByRole<HTMLButtonElement>('button', { name: 'Hold 5 tickets and check out' })
  expect(hold.disabled, 'what it costs was not shown yet').toBe(true)
  known.resolve()
  await vi.waitFor(() => expect(parts()).toEqual(['1 held', '2 to buy']))
  expect(hold.disabled).toBe(false)
  expect(dialog.getByText('4 can no longer be had together.')).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: /^Take 2 of/ }).disabled).toBe(false)
})

test('[X-QUOTE-26] what is held of a listing serves the offer that is still chosen of it, and is not held anew', async () => {
  const offer = (id: string, given: Partial<Line> = {}) =>
    line({ id, row: id === 'off_1' ? '18' : '19', ...given })
  answer(quotesRoutes.check, ({ body: { offers } }) =>
    offers
      ? check(offer('off_2', { held: heldFor(2) }))
      : check(offer('off_1', { held: heldFor(2) }), offer('off_2')),
  )
  answer(holdsRoutes.list, () => wireBasket(wireHold()))
  const holds = answer(holdsRoutes.place, () => fail(500, 'Not to be asked'))
  const { router, dialog } = await convert()
  await userEvent.click(dialog.getByRole('checkbox', { name: /R 18/ }))
  const [, second] = dialog.getAllByRole('listitem')
  expect(await within(second ?? document.body).findByText('2 tickets held')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Hold 2 tickets and check out' }))
  await vi.waitFor(() => expect(router.state.location.href).toBe('/checkout?quote=qt_1'))
  expect(holds).toEqual([])
})

test('[X-QUOTE-26] where it cannot be known how the chosen ones stand that is said, nothing of them can be held, and it is asked again at a press', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const second = line({ id: 'off_2', listing_id: 'lst_2', section: 'Block 26' })
  const answers = [() => check(line(), second), () => fail(422, 'Not to be known'), () => check(line())]
  const asked: ApiRequest[] = answer(
    quotesRoutes.check,
    () => answers[asked.length - 1]?.() ?? fail(500, 'Once too often'),
  )
  const { dialog } = await convert()
  await userEvent.click(dialog.getByRole('checkbox', { name: /Block 26/ }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Not to be known')
  const hold = dialog.getByRole<HTMLButtonElement>('button', { name: 'Hold 2 tickets and check out' })
  expect(hold.disabled).toBe(true)
  expect(dialog.queryByLabelText('In sum')).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
  await vi.waitFor(() => expect(hold.disabled).toBe(false))
  expect(dialog.queryByRole('alert')).toBeNull()
})

test('what the team holds already is not held twice', async () => {
  answer(quotesRoutes.check, () => check(line({ held: heldFor(2) })))
  answer(holdsRoutes.list, () => wireBasket(wireHold()))
  const holds = answer(holdsRoutes.place, () => fail(500, 'Not to be asked'))
  const { router, dialog } = await convert()
  expect(dialog.getByText('2 tickets held')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Hold 2 tickets and check out' }))
  await vi.waitFor(() => expect(router.state.location.href).toBe('/checkout?quote=qt_1'))
  expect(holds).toEqual([])
})

test('[X-QUOTE-26] tickets at different prices stand each at its own, and no mean of them is shown', async () => {
  answer(quotesRoutes.check, () =>
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
    '1 heldClient pays£130.35Cost£118.50Fee£5.93Net£5.92',
    '1 to buyClient pays£137.50Cost£125.00was £118.50Fee£5.93Net£6.25',
  ])
})

test('[X-QUOTE-24] [X-QUOTE-26] of an offer that is bought in part each price stands on its line, and their sum at its head', async () => {
  const parts = [
    wireOfferPart({ quantity: 1, kind: 'bought', cost: gbp('100.00'), client_price: gbp('110.00') }),
    wireOfferPart({ cost: gbp('120.00'), client_price: gbp('132.00') }),
  ]
  answer(quotesRoutes.one, () => ({
    data: wireQuoteWhole({
      status: 'Ordered',
      offers: [wireQuoteOffer({ quantity: 3, bought: 1, cost_then: gbp('100.00'), parts })],
    }),
  }))
  await renderRoute('/profile?tab=quotes&quote=qt_1')
  const offers = await screen.findByRole('region', { name: 'Offers' })
  const [offer, ...lines] = within(offers).getAllByRole('listitem')
  expect(offer?.textContent).toContain('£374.00in all, to the client')
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    '1 boughtClient pays£110.00Cost£100.00Fee£5.93Net£5.92',
    '2 to buyClient pays£132.00Cost£120.00was £100.00Fee£5.93Net£5.92',
  ])
})

test('stock that went between the check and the hold is said at its line, and nothing is held', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  answer(quotesRoutes.check, () => check(line()))
  answer(holdsRoutes.place, () =>
    fail(409, 'Some of these tickets could not be held', 'hold.refused', {
      lines: [{ index: 0, listing_id: 'lst_1', code: 'listing.gone', available: 0, splits: [] }],
    }),
  )
  const { router, dialog } = await convert()
  await userEvent.click(dialog.getByRole('button', { name: 'Hold 2 tickets and check out' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('Just gone: somebody else took the last ones.')
  expect(router.state.location.pathname).toBe('/profile')
})
