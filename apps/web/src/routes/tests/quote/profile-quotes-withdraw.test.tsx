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

test('[X-QUOTE-24] withdrawing applies at once, and undo returns the quote to its state before', async () => {
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

test('an undo that comes too late says why', async () => {
  mockRoute(quotesRoutes.withdraw, () => ({ data: (quoteDetail = wireQuoteDetail({ status: 'Withdrawn' })) }))
  mockRoute(quotesRoutes.undoWithdrawal, () =>
    errorReply(409, 'This quote expired meanwhile', 'quote.withdrawal_final'),
  )
  await open('&quote=qt_1')
  await userEvent.click((await panel()).getByRole('button', { name: 'Withdraw' }))
  const bar = within(await screen.findByRole('group', { name: 'Undo' }))
  await userEvent.click(bar.getByRole('button', { name: /^Undo/ }))
  expect(await screen.findByText('This quote expired meanwhile')).toBeTruthy()
  expect((await panel()).getByText('Withdrawn')).toBeTruthy()
})
