import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { ApiRequest } from '#web/test/mock-api.ts'
import { eventPath, lastListQuery, mockEventPage, openEventPage } from '#web/test/mock-event-page.ts'

let requests: ApiRequest[] = []

beforeEach(() => {
  requests = mockEventPage()
})

test('parts of the venue become the categories of this event, otherwise its sections', async () => {
  const router = await openEventPage('?quantity=4&max=142.86&venue_part=lower&venue_part=block+26')
  await waitFor(() =>
    expect(router.state.location.href).toBe(`${eventPath}?quantity=4&max=142.86&category=4&section=Block+26`),
  )
  await waitFor(() => {
    const query = lastListQuery(requests)
    expect(query.getAll('category_name[]')).toEqual(['4'])
    expect(query.getAll('section_name[]')).toEqual(['Block 26'])
    expect([query.get('min_quantity'), query.get('proceed_price_max')]).toEqual(['4', '142.86'])
  })
})

test('words without effect are shown until they are dismissed', async () => {
  const router = await openEventPage('?venue_part=upper&ignored_word=hamlet')
  expect(await screen.findByText('These words of your search had no effect: “hamlet”, “upper”')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(router.state.location.href).toBe(eventPath))
  expect(screen.queryByText(/Not used/)).toBeNull()
})
