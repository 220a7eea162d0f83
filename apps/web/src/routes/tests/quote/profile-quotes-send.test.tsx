import { quotesRoutes } from '@terrace/contracts/quotes'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { errorReply, mockRoute, server } from '#web/test/mock-api.ts'
import { wireQuote, wireQuoteDetail, wireQuotes } from '#web/test/quote-factories.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

const quotes = [
  wireQuote({ id: 'qt_1', client_name: 'Ada Wong' }),
  wireQuote({ id: 'qt_2', client_name: 'Lee Park', title: 'The whole day' }),
  wireQuote({ id: 'qt_3', client_name: 'Kim', status: 'Withdrawn' }),
]

beforeEach(() => {
  mockShell()
  mockRoute(quotesRoutes.list, () => wireQuotes(...quotes))
  mockRoute(quotesRoutes.recipients, () => ({ data: [{ quote_id: 'qt_1', email: 'ada@example.test' }] }))
})

async function openSelected() {
  await renderRoute('/profile?tab=quotes')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows shown' }))
  const bar = within(await screen.findByRole('region', { name: 'Selected rows' }))
  await userEvent.click(await bar.findByRole('button', { name: 'Send 2 open' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send 2 quotes' }))
  await dialog.findByRole('textbox', { name: /^Ada Wong/ })
  return dialog
}

test('selected open quotes are sent to their own addresses, known ones filled in', async () => {
  const sent = mockRoute(quotesRoutes.send, () => ({ data: wireQuoteDetail() }))
  const dialog = await openSelected()
  expect(dialog.getByRole('textbox', { name: /^Ada Wong/ })).toHaveProperty('value', 'ada@example.test')
  await userEvent.click(dialog.getByRole('button', { name: 'Send 2' }))
  expect(await dialog.findByText('Invalid email address')).toBeTruthy()
  expect(sent).toEqual([])
  await userEvent.type(dialog.getByRole('textbox', { name: /^Lee Park/ }), 'lee@example.test')
  await userEvent.click(dialog.getByRole('button', { name: 'Send 2' }))
  expect(await screen.findByText('2 quotes sent')).toBeTruthy()
  expect(sent.map(({ params, body }) => [params['quote_id'], body])).toEqual([
    ['qt_1', { email: 'ada@example.test' }],
    ['qt_2', { email: 'lee@example.test' }],
  ])
  await vi.waitFor(() => expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull())
})

test('a quote that can’t be sent shows the reason, and a retry sends only that one', async () => {
  let isLimited = true
  const sent = mockRoute(quotesRoutes.send, ({ params }) =>
    isLimited && params['quote_id'] === 'qt_2'
      ? errorReply(429, 'Email limit reached for this quote')
      : { data: wireQuoteDetail() },
  )
  const dialog = await openSelected()
  await userEvent.type(dialog.getByRole('textbox', { name: /^Lee Park/ }), 'lee@example.test')
  await userEvent.click(dialog.getByRole('button', { name: 'Send 2' }))
  expect(await dialog.findByText('Email limit reached for this quote')).toBeTruthy()
  expect(dialog.queryByRole('textbox', { name: /^Ada Wong/ })).toBeNull()
  isLimited = false
  await userEvent.click(dialog.getByRole('button', { name: 'Send 1' }))
  expect(await screen.findByText('2 quotes sent')).toBeTruthy()
  expect(sent.map(({ params }) => params['quote_id'])).toEqual(['qt_1', 'qt_2', 'qt_2'])
})

/** Emails two quotes; the response for the second, to Lee, does not arrive. `lost` has its idempotency key. */
async function sendWithLostResponse() {
  const sent = mockRoute(quotesRoutes.send, () => ({ data: wireQuoteDetail() }))
  const lost: (string | null)[] = []
  server.use(
    http.post(
      '*/quotes/qt_2/send',
      ({ request }) => {
        lost.push(request.headers.get('idempotency-key'))
        return HttpResponse.error()
      },
      { once: true },
    ),
  )
  const dialog = await openSelected()
  await userEvent.type(dialog.getByRole('textbox', { name: /^Lee Park/ }), 'lee@example.test')
  await userEvent.click(dialog.getByRole('button', { name: 'Send 2' }))
  expect(await dialog.findByText('Connection lost. Try again.')).toBeTruthy()
  return { dialog, sent, lost }
}

test('a retry after a lost response repeats the request, so that no client gets two emails', async () => {
  const { dialog, sent, lost } = await sendWithLostResponse()
  await userEvent.click(dialog.getByRole('button', { name: 'Send 1' }))
  expect(await screen.findByText('2 quotes sent')).toBeTruthy()
  const [adasKey, leesKey] = sent.map(({ headers }) => headers.get('idempotency-key'))
  expect(adasKey).toBeTruthy()
  expect(leesKey).not.toBe(adasKey)
  expect(lost).toEqual([leesKey])
})

test('a retry more than ten minutes after a lost response has a new idempotency key', async () => {
  const { dialog, sent, lost } = await sendWithLostResponse()
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + 11 * 60_000)
  await userEvent.click(dialog.getByRole('button', { name: 'Send 1' }))
  expect(await screen.findByText('2 quotes sent')).toBeTruthy()
  const leesKey = sent.at(-1)?.headers.get('idempotency-key')
  expect(leesKey).toBeTruthy()
  expect(lost).not.toContain(leesKey)
})

test('selecting more quotes than one request allows shows the limit and sends none', async () => {
  mockRoute(quotesRoutes.list, () =>
    wireQuotes(...Array.from({ length: 21 }, (_, index) => wireQuote({ id: `qt_${index}` }))),
  )
  await renderRoute('/profile?tab=quotes')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows shown' }))
  const bar = within(await screen.findByRole('region', { name: 'Selected rows' }))
  expect(bar.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true)
  expect(bar.getByText('Select at most 20 open quotes to send')).toBeTruthy()
})

async function openRow() {
  await renderRoute('/profile?tab=quotes')
  await userEvent.click(await screen.findByRole('button', { name: 'Send quote Ada Wong' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send quote' }))
  return { dialog, email: dialog.getByRole<HTMLInputElement>('textbox', { name: 'Client’s email' }) }
}

test('sending from a row starts with the client’s known address', async () => {
  const sent = mockRoute(quotesRoutes.send, () => ({ data: wireQuoteDetail() }))
  const { dialog, email } = await openRow()
  await vi.waitFor(() => expect(email.value).toBe('ada@example.test'))
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Quote sent to ada@example.test')).toBeTruthy()
  expect(sent.map(({ params, body }) => [params['quote_id'], body])).toEqual([
    ['qt_1', { email: 'ada@example.test' }],
  ])
})

test('a known address that arrives late does not replace a typed one', async () => {
  const arrival = Promise.withResolvers<void>()
  const asked = mockRoute(quotesRoutes.recipients, async () => {
    await arrival.promise
    return { data: [{ quote_id: 'qt_1', email: 'ada@example.test' }] }
  })
  const { email } = await openRow()
  await userEvent.type(email, 'x@')
  arrival.resolve()
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  // Longer than a response takes to appear.
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(email.value).toBe('x@')
  await userEvent.clear(email)
  expect(email.value).toBe('')
})
