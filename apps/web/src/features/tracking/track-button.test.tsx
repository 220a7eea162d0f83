import { QueryClientProvider } from '@tanstack/react-query'
import { trackingRoutes } from '@terrace/contracts/tracking'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { dataKeys } from '#web/lib/data-keys.ts'
import { setEnv } from '#web/lib/env.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { Providers } from '#web/providers.tsx'
import { answer, fail, type ApiRequest } from '#web/test/api-server.ts'
import { testEnv } from '#web/test/test-env.ts'
import { TrackButton } from './track-button.tsx'

beforeEach(() => setEnv(testEnv))

/** The button in a list that says whether the listing is tracked; the list can change its mind. */
function renderButton(isTracked: boolean) {
  const client = createQueryClient()
  const page = (isSaid: boolean, isShown = true) => (
    <Providers>
      <QueryClientProvider client={client}>
        {isShown && (
          <TrackButton listingId="lst_1" place={{ section: 'Block 25', row: '18' }} isTracked={isSaid} />
        )}
      </QueryClientProvider>
    </Providers>
  )
  const { rerender } = render(page(isTracked))
  return { client, say: (isSaid: boolean, isShown?: boolean) => rerender(page(isSaid, isShown)) }
}

const button = () => screen.getByRole('button', { name: /Track|Stop tracking/ })
const look = () => button().getAttribute('aria-label')

function answerTracking(): ApiRequest[] {
  return answer(trackingRoutes.track, ({ body }) => {
    const { list_id, status } = trackingRoutes.track.body?.parse(body) ?? { list_id: '', status: 'No' }
    return { data: { list_id, tracked: status === 'yes' } }
  })
}

test('[TRACK-01] [TRACK-02] [API-25] a press sends the opposite of the present flag: "yes", then "No"', async () => {
  const sent = answerTracking()
  renderButton(false)
  expect(look()).toBe('Track, Block 25, row 18')
  await userEvent.click(button())
  expect(look()).toBe('Stop tracking, Block 25, row 18')
  await userEvent.click(button())
  expect(look()).toBe('Track, Block 25, row 18')
  await vi.waitFor(() =>
    expect(sent.map(({ body }) => body)).toEqual([
      { list_id: 'lst_1', status: 'yes' },
      { list_id: 'lst_1', status: 'No' },
    ]),
  )
})

test('[TRACK-02] a tracked listing sends "No"', async () => {
  const sent = answerTracking()
  renderButton(true)
  expect(look()).toBe('Stop tracking, Block 25, row 18')
  await userEvent.click(button())
  expect(look()).toBe('Track, Block 25, row 18')
  await vi.waitFor(() => expect(sent[0]?.body).toEqual({ list_id: 'lst_1', status: 'No' }))
})

test('it shows at once what was pressed, and takes it back with the reason where that fails', async () => {
  const answering = Promise.withResolvers<void>()
  answer(trackingRoutes.track, async () => {
    await answering.promise
    return fail(409, 'The seller has withdrawn these tickets', 'tracking.listing_withdrawn')
  })
  renderButton(false)
  await userEvent.click(button())
  expect(look()).toBe('Stop tracking, Block 25, row 18')
  answering.resolve()
  expect(await screen.findByText('The seller has withdrawn these tickets')).toBeTruthy()
  expect(look()).toBe('Track, Block 25, row 18')
})

test('presses reach the server one after the other, in their order', async () => {
  const order: string[] = []
  const first = Promise.withResolvers<void>()
  answer(trackingRoutes.track, async ({ body }) => {
    const { status } = body
    order.push(`${status} came`)
    if (order.length === 1) await first.promise
    order.push(`${status} answered`)
    return { data: { list_id: 'lst_1', tracked: status === 'yes' } }
  })
  renderButton(false)
  await userEvent.click(button())
  await userEvent.click(button())
  await vi.waitFor(() => expect(order).toEqual(['yes came']))
  first.resolve()
  await vi.waitFor(() => expect(order).toEqual(['yes came', 'yes answered', 'No came', 'No answered']))
  expect(look()).toBe('Track, Block 25, row 18')
})

test('what else shows the listing is asked again, so that no older answer takes the press back', async () => {
  answerTracking()
  const { client } = renderButton(false)
  client.setQueryData([dataKeys.stockTotals, {}], {})
  await userEvent.click(button())
  await vi.waitFor(() => expect(client.getQueryState([dataKeys.stockTotals, {}])?.isInvalidated).toBe(true))
})

test('a row that leaves the table and comes back shows what was pressed, until the list says so itself', async () => {
  const sent = answerTracking()
  const { say } = renderButton(false)
  await userEvent.click(button())
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  say(false, false)
  say(false)
  expect(look()).toBe('Stop tracking, Block 25, row 18')
  say(true)
  // From now on the list decides: another tab has taken the mark off.
  say(false)
  expect(look()).toBe('Track, Block 25, row 18')
})

test('what it does is its tooltip, on the keyboard’s focus too, and Escape takes it away', async () => {
  renderButton(false)
  await userEvent.tab()
  expect((await screen.findByRole('tooltip')).textContent).toBe('Track')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('tooltip')).toBeNull()
})
