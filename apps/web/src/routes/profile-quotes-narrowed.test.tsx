import { quotesRoutes } from '@terrace/contracts/quotes'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { answer } from '#web/test/api-server.ts'
import { wireQuote, wireQuotes } from '#web/test/quote-factories.ts'
import { answerShell, renderRoute } from '#web/test/render-route.tsx'

beforeEach(() => answerShell())

const openNarrowed = async () => {
  await renderRoute('/profile?tab=quotes&q=nothing')
  return screen.findByRole('button', { name: 'Show all quotes' })
}

test('[X-PROFILE-05] where no quote matches, "Show all quotes" hands the focus on to the first of them', async () => {
  answer(quotesRoutes.list, ({ query }) => (query.has('search') ? wireQuotes() : wireQuotes(wireQuote())))
  await userEvent.click(await openNarrowed())
  const first = await screen.findByRole('link', { name: /Ada Wong/ })
  await waitFor(() => expect(document.activeElement).toBe(first))
})

test('[X-PROFILE-05] while all quotes are on their way nobody is told that there are none', async () => {
  const late = Promise.withResolvers<void>()
  let isAsked = false
  answer(quotesRoutes.list, async ({ query }) => {
    if (query.has('search')) return wireQuotes()
    isAsked = true
    await late.promise
    return wireQuotes(wireQuote())
  })
  await userEvent.click(await openNarrowed())
  await waitFor(() => expect(isAsked).toBe(true))
  expect(screen.queryByText('No quotes yet')).toBeNull()
  late.resolve()
  expect(await screen.findByRole('link', { name: /Ada Wong/ })).toBeTruthy()
})
