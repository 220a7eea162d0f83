import { quotesRoutes } from '@terrace/contracts/quotes'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { mockRoute } from '#web/test/mock-api.ts'
import { wireQuote, wireQuotes } from '#web/test/quote-factories.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

beforeEach(() => mockShell())

const openFiltered = async () => {
  await renderRoute('/profile?tab=quotes&q=nothing')
  return screen.findByRole('button', { name: 'Show all quotes' })
}

test('[X-PROFILE-05] "Show all quotes" on an empty result moves focus to the first quote', async () => {
  mockRoute(quotesRoutes.list, ({ query }) => (query.has('search') ? wireQuotes() : wireQuotes(wireQuote())))
  await userEvent.click(await openFiltered())
  const first = await screen.findByRole('link', { name: /Ada Wong/ })
  await waitFor(() => expect(document.activeElement).toBe(first))
})

test('[X-PROFILE-05] no empty state shows while all quotes load', async () => {
  const late = Promise.withResolvers<void>()
  let isRequested = false
  mockRoute(quotesRoutes.list, async ({ query }) => {
    if (query.has('search')) return wireQuotes()
    isRequested = true
    await late.promise
    return wireQuotes(wireQuote())
  })
  await userEvent.click(await openFiltered())
  await waitFor(() => expect(isRequested).toBe(true))
  expect(screen.queryByText('No quotes yet')).toBeNull()
  late.resolve()
  expect(await screen.findByRole('link', { name: /Ada Wong/ })).toBeTruthy()
})
