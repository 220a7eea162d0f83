import type { WireQuoteDetail } from '@terrace/contracts/quote-shapes'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { errorReply, mockRoute } from '#web/test/mock-api.ts'
import { wireQuote, wireQuoteDetail, wireQuotes } from '#web/test/quote-factories.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { toastQueue } from '#web/ui/overlay/toast-queue.ts'

let quoteDetail: WireQuoteDetail
beforeEach(() => {
  quoteDetail = wireQuoteDetail()
  mockShell()
  mockRoute(quotesRoutes.list, () => wireQuotes(wireQuote()))
  mockRoute(quotesRoutes.one, () => ({ data: quoteDetail }))
})
afterEach(() => {
  act(() => toastQueue.clear())
})

const open = (rest = '') => renderRoute(`/profile?tab=quotes${rest}`)
const panel = async () => within(await screen.findByRole('region', { name: quoteDetail.title }))

test('[X-QUOTE-24] withdrawing applies at once, and undo restores the quote’s previous state', async () => {
  const sent = mockRoute(quotesRoutes.withdraw, () => {
    quoteDetail = wireQuoteDetail({ status: 'Withdrawn', can: { ...quoteDetail.can, withdraw: false } })
    return { data: quoteDetail }
  })
  const undone = mockRoute(quotesRoutes.undoWithdrawal, () => ({ data: (quoteDetail = wireQuoteDetail()) }))
  await open('&quote=qt_1')
  await userEvent.click((await panel()).getByRole('button', { name: 'Withdraw' }))
  await vi.waitFor(async () => expect((await panel()).getByText('Withdrawn')).toBeTruthy())
  const bar = within(await screen.findByRole('group', { name: 'Undo' }))
  expect(bar.getByText('Quote withdrawn')).toBeTruthy()
  await userEvent.click(bar.getByRole('button', { name: /^Undo/ }))
  await vi.waitFor(async () => expect((await panel()).getByText('Active')).toBeTruthy())
  expect([sent.length, undone.length]).toEqual([1, 1])
})

test('an undo after the deadline shows why it failed', async () => {
  mockRoute(quotesRoutes.withdraw, () => ({ data: (quoteDetail = wireQuoteDetail({ status: 'Withdrawn' })) }))
  mockRoute(quotesRoutes.undoWithdrawal, () =>
    errorReply(409, 'This quote has expired since', 'quote.withdrawal_final'),
  )
  await open('&quote=qt_1')
  await userEvent.click((await panel()).getByRole('button', { name: 'Withdraw' }))
  const bar = within(await screen.findByRole('group', { name: 'Undo' }))
  await userEvent.click(bar.getByRole('button', { name: /^Undo/ }))
  expect(await screen.findByText('This quote has expired since')).toBeTruthy()
  expect((await panel()).getByText('Withdrawn')).toBeTruthy()
})

const shown = (status: string) => screen.getAllByText(status, { ignore: 'option, script, style' })
const cannot = { withdraw: false, reopen: true, extend: false, edit_commission: false, convert: false }

/** Mocks a list of three quotes, the third withdrawn, and selects all. */
async function openSelected() {
  const withdrawn = new Set(['qt_3'])
  const quoteOf = (id: string, client_name: string) =>
    wireQuote({ id, client_name, ...(withdrawn.has(id) && { status: 'Withdrawn', can: cannot }) })
  mockRoute(quotesRoutes.list, () =>
    wireQuotes(quoteOf('qt_1', 'Ada Wong'), quoteOf('qt_2', 'Lee Park'), quoteOf('qt_3', 'Kim')),
  )
  const change = (id: unknown, isWithdrawn: boolean) => {
    if (isWithdrawn) withdrawn.add(String(id))
    else withdrawn.delete(String(id))
    return { data: wireQuoteDetail({ id: String(id) }) }
  }
  await open()
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows shown' }))
  return { change, selected: within(await screen.findByRole('region', { name: 'Selected rows' })) }
}

test('the selected open quotes are withdrawn together, and one undo returns all of them', async () => {
  const { change, selected } = await openSelected()
  const sent = mockRoute(quotesRoutes.withdraw, ({ params }) => change(params['quote_id'], true))
  const undone = mockRoute(quotesRoutes.undoWithdrawal, ({ params }) => change(params['quote_id'], false))
  await userEvent.click(selected.getByRole('button', { name: 'Withdraw 2 open' }))
  const bar = within(await screen.findByRole('group', { name: 'Undo' }))
  expect(bar.getByText('2 quotes withdrawn')).toBeTruthy()
  await vi.waitFor(() => expect(shown('Withdrawn')).toHaveLength(3))
  expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull()
  await userEvent.click(bar.getByRole('button', { name: /^Undo/ }))
  await vi.waitFor(() => expect(shown('Active')).toHaveLength(2))
  const idsOf = (requests: typeof sent | typeof undone) => requests.map(({ params }) => params['quote_id'])
  expect([idsOf(sent), idsOf(undone)]).toEqual([
    ['qt_1', 'qt_2'],
    ['qt_1', 'qt_2'],
  ])
})

test('a selected quote that can’t be withdrawn is named with the reason and stays selected', async () => {
  const { change, selected } = await openSelected()
  mockRoute(quotesRoutes.withdraw, ({ params }) =>
    params['quote_id'] === 'qt_1'
      ? errorReply(409, 'This quote has been ordered', 'quote.invalid_state')
      : change(params['quote_id'], true),
  )
  const undone = mockRoute(quotesRoutes.undoWithdrawal, () =>
    errorReply(409, 'This quote has expired since', 'quote.withdrawal_final'),
  )
  await userEvent.click(selected.getByRole('button', { name: 'Withdraw 2 open' }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Not withdrawn: Ada Wong (This quote has been ordered)',
  )
  expect(await selected.findByRole('button', { name: 'Withdraw 1 open' })).toBeTruthy()
  const bar = within(await screen.findByRole('group', { name: 'Undo' }))
  expect(bar.getByText('Quote withdrawn')).toBeTruthy()
  await userEvent.click(bar.getByRole('button', { name: /^Undo/ }))
  expect(await screen.findByText('Still withdrawn: Lee Park (This quote has expired since)')).toBeTruthy()
  expect(undone.map(({ params }) => params['quote_id'])).toEqual(['qt_2'])
})
