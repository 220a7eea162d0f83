import { QueryClientProvider } from '@tanstack/react-query'
import { trackingRoutes } from '@terrace/contracts/tracking'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { dataKeys } from '#web/lib/data-keys.ts'
import { setEnv } from '#web/lib/env.ts'
import { createQueryClient } from '#web/lib/http/query-client.ts'
import { Providers } from '#web/providers.tsx'
import { mockRoute, errorReply, type ApiRequest } from '#web/test/mock-api.ts'
import { testEnv } from '#web/test/test-env.ts'
import { runUndo } from '#web/ui/overlay/show-undo.ts'
import { TrackButton } from './track-button.tsx'

beforeEach(() => setEnv(testEnv))

/** Renders the button inside a list whose `isTracked` can change. */
function renderButton(isTracked: boolean) {
  const client = createQueryClient()
  const page = (isTrackedByServer: boolean, isShown = true) => (
    <Providers>
      <QueryClientProvider client={client}>
        {isShown && (
          <TrackButton
            listingId="lst_1"
            place={{ section: 'Block 25', row: '18' }}
            isTracked={isTrackedByServer}
          />
        )}
      </QueryClientProvider>
    </Providers>
  )
  const { rerender } = render(page(isTracked))
  return {
    client,
    update: (isTrackedByServer: boolean, isShown?: boolean) => rerender(page(isTrackedByServer, isShown)),
  }
}

const button = () => screen.getByRole('button', { name: /Track|Stop tracking/ })
const buttonLabel = () => button().getAttribute('aria-label')

function mockTracking(): ApiRequest[] {
  return mockRoute(trackingRoutes.track, ({ body }) => {
    const { list_id, status } = trackingRoutes.track.body?.parse(body) ?? { list_id: '', status: 'No' }
    return { data: { list_id, tracked: status === 'yes' } }
  })
}

test('[TRACK-01] [TRACK-02] [API-25] a press sends the opposite of the current flag: "yes", then "No"', async () => {
  const sent = mockTracking()
  renderButton(false)
  expect(buttonLabel()).toBe('Track, Block 25, row 18')
  await userEvent.click(button())
  expect(buttonLabel()).toBe('Stop tracking, Block 25, row 18')
  await userEvent.click(button())
  expect(buttonLabel()).toBe('Track, Block 25, row 18')
  await vi.waitFor(() =>
    expect(sent.map(({ body }) => body)).toEqual([
      { list_id: 'lst_1', status: 'yes' },
      { list_id: 'lst_1', status: 'No' },
    ]),
  )
})

test('[TRACK-02] a tracked listing sends "No"', async () => {
  const sent = mockTracking()
  renderButton(true)
  expect(buttonLabel()).toBe('Stop tracking, Block 25, row 18')
  await userEvent.click(button())
  expect(buttonLabel()).toBe('Track, Block 25, row 18')
  await vi.waitFor(() => expect(sent[0]?.body).toEqual({ list_id: 'lst_1', status: 'No' }))
})

test('a press shows immediately and reverts with the reason when it fails', async () => {
  const gate = Promise.withResolvers<void>()
  mockRoute(trackingRoutes.track, async () => {
    await gate.promise
    return errorReply(409, 'The seller withdrew these tickets', 'tracking.listing_withdrawn')
  })
  renderButton(false)
  await userEvent.click(button())
  expect(buttonLabel()).toBe('Stop tracking, Block 25, row 18')
  gate.resolve()
  expect(await screen.findByText('The seller withdrew these tickets')).toBeTruthy()
  expect(buttonLabel()).toBe('Track, Block 25, row 18')
})

test('presses reach the server one at a time, in order', async () => {
  const order: string[] = []
  const first = Promise.withResolvers<void>()
  mockRoute(trackingRoutes.track, async ({ body }) => {
    const { status } = body
    order.push(`${status} received`)
    if (order.length === 1) await first.promise
    order.push(`${status} sent`)
    return { data: { list_id: 'lst_1', tracked: status === 'yes' } }
  })
  renderButton(false)
  await userEvent.click(button())
  await userEvent.click(button())
  await vi.waitFor(() => expect(order).toEqual(['yes received']))
  first.resolve()
  await vi.waitFor(() => expect(order).toEqual(['yes received', 'yes sent', 'No received', 'No sent']))
  expect(buttonLabel()).toBe('Track, Block 25, row 18')
})

test("a press refetches other lists, so that an older response can't revert it", async () => {
  mockTracking()
  const { client } = renderButton(false)
  client.setQueryData([dataKeys.stockTotals, {}], {})
  await userEvent.click(button())
  await vi.waitFor(() => expect(client.getQueryState([dataKeys.stockTotals, {}])?.isInvalidated).toBe(true))
})

test('a row that leaves the table and returns keeps the press until the list confirms it', async () => {
  const sent = mockTracking()
  const { update } = renderButton(false)
  await userEvent.click(button())
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  update(false, false)
  update(false)
  expect(buttonLabel()).toBe('Stop tracking, Block 25, row 18')
  update(true)
  // The list has confirmed the press, so its later changes count again.
  update(false)
  expect(buttonLabel()).toBe('Track, Block 25, row 18')
})

test('the tooltip names the action, on hover and keyboard focus, and Escape closes it', async () => {
  renderButton(false)
  await userEvent.tab()
  expect((await screen.findByRole('tooltip')).textContent).toBe('Track')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('tooltip')).toBeNull()
})

test('undo tracks the listing again', async () => {
  const sent = mockTracking()
  renderButton(true)
  await userEvent.click(button())
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  act(() => runUndo())
  await vi.waitFor(() =>
    expect(sent.map(({ body }) => body)).toMatchObject([{ status: 'No' }, { status: 'yes' }]),
  )
  expect(buttonLabel()).toMatch(/^Stop tracking/)
})
