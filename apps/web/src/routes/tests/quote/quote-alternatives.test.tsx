import { quotePageRoutes } from '@terrace/contracts/quote-page'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockRoute } from '#web/test/mock-api.ts'
import { quoteDetailsResponse, wireClientQuote } from '#web/test/quote-page-factories.ts'
import { renderRoute } from '#web/test/render-route.tsx'

/** The client's page of a quote whose offers are alternatives. */

async function open(values: Parameters<typeof wireClientQuote>[0] = {}) {
  const quote = wireClientQuote({ offer_choice: 'one', ...values })
  mockRoute(quotePageRoutes.details, () => quoteDetailsResponse(quote))
  await renderRoute('/quote/k3J9', { user: null })
  return within(await screen.findByRole('region', { name: 'Your response' }))
}

const choose = (name: string) => userEvent.click(screen.getByRole('radio', { name }))

test('the client chooses one offer from a price range, and another choice replaces it', async () => {
  const panel = await open()
  expect(screen.getByText('Choose one of these offers')).toBeTruthy()
  expect(panel.getByRole('heading').textContent).toBe('Choose one offer£272.00–£524.00')
  expect(screen.queryByRole('checkbox')).toBeNull()
  await choose('Block 25, Lower tier')
  expect(panel.getByRole('heading').textContent).toBe('2 tickets£272.00')
  await choose('Club 54, Club level')
  expect(panel.getByRole('heading').textContent).toBe('2 tickets£524.00')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Block 25, Lower tier' }).checked).toBe(false)
  expect(panel.getByRole('button', { name: 'Accept this offer' })).toBeTruthy()
})

test('accepting sends only the chosen offer', async () => {
  const panel = await open()
  const sent = mockRoute(quotePageRoutes.accept, () => quoteDetailsResponse(wireClientQuote()))
  await choose('Block 25, Lower tier')
  await choose('Club 54, Club level')
  await userEvent.click(panel.getByRole('button', { name: 'Accept this offer' }))
  await userEvent.type(panel.getByLabelText('Your name'), 'Ada Wong')
  await userEvent.type(panel.getByLabelText('Email'), 'ada@client.example')
  await userEvent.click(panel.getByRole('button', { name: 'Confirm and accept' }))
  expect(sent[0]?.body).toMatchObject({ offers: [{ offer_id: 'off_2', quantity: 2 }] })
})

test('converted prices show the date of the exchange rates', async () => {
  await open({ rate_date: '2031-02-28' })
  expect(screen.getByText(/Converted to GBP at ECB rates from 28-02-2031\./)).toBeTruthy()
})
