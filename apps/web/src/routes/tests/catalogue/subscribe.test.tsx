import { calendarFilesRoutes, calendarsRoutes } from '@terrace/contracts/calendars'
import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { calendarAddress, wireCalendarFeed } from '#web/test/calendar-factories.ts'
import { fakeObjectUrls, watchDownloads } from '#web/test/fakes/fake-downloads.ts'
import { wireContent } from '#web/test/menu-factories.ts'
import { errorReply, mockRoute } from '#web/test/mock-api.ts'
import { mockEventPage, openEventPage } from '#web/test/mock-event-page.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

const meta = { total: 2, page: 1, per_page: 50, last_page: 1, currency: 'GBP', rate_stale: false }

beforeEach(mockShell)

async function openContent(type: 'category' | 'performer' | 'venue') {
  mockRoute(catalogueRoutes.content, () => ({
    data: wireContent({ type, type_id: 21, title: 'Arsenal', slug: 'arsenal' }),
    meta,
  }))
  await renderRoute(`/${type}/arsenal`)
  await screen.findByRole('heading', { level: 1, name: 'Arsenal' })
}

test.each([
  ['performer', { kind: 'performer', performer_id: 21 }],
  ['venue', { kind: 'venue', venue_id: 21 }],
] as const)('the page of a %s offers its calendar at a secret address', async (type, subject) => {
  const creates = mockRoute(calendarsRoutes.create, () => ({
    data: { ...wireCalendarFeed(), address: calendarAddress },
  }))
  await openContent(type)
  await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Subscribe to Arsenal' }))
  expect(dialog.getByRole('link', { name: 'My account' }).getAttribute('href')).toBe('/profile?tab=account')
  await userEvent.click(dialog.getByRole('button', { name: 'Create address' }))
  expect(await dialog.findByText(`${location.origin}${calendarAddress}`)).toBeTruthy()
  expect(creates.map(({ body }) => body)).toEqual([subject])
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Copy address of Arsenal' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // The address is not shown again.
  await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }))
  expect(await screen.findByRole('button', { name: 'Create address' })).toBeTruthy()
})

test('a failure to create an address stays in the dialog', async () => {
  mockRoute(calendarsRoutes.create, () => errorReply(409, 'You’ve reached the limit'))
  await openContent('venue')
  await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Create address' }))
  expect((await screen.findByRole('alert')).textContent).toBe('You’ve reached the limit')
})

test('a category has no calendar', async () => {
  await openContent('category')
  expect(screen.queryByRole('button', { name: 'Subscribe' })).toBeNull()
})

test('the event page saves the event as a calendar file', async () => {
  mockEventPage()
  const files = mockRoute(calendarFilesRoutes.event, () => ({
    data: { filename: 'arsenal-v-chelsea.ics', calendar: 'BEGIN:VCALENDAR\r\n' },
  }))
  const blobs = fakeObjectUrls()
  const saved = watchDownloads()
  await openEventPage()
  await userEvent.click(await screen.findByRole('button', { name: 'Add to calendar' }))
  await waitFor(() => expect(saved).toEqual([['blob:file-1', 'arsenal-v-chelsea.ics']]))
  expect(files).toHaveLength(1)
  expect(blobs.map(({ type }) => type)).toEqual(['text/calendar;charset=utf-8'])
  expect(await blobs[0]?.text()).toBe('BEGIN:VCALENDAR\r\n')
})

test('a calendar file that cannot be made is reported', async () => {
  mockEventPage()
  mockRoute(calendarFilesRoutes.event, () => errorReply(404, 'This event does not exist'))
  await openEventPage()
  await userEvent.click(await screen.findByRole('button', { name: 'Add to calendar' }))
  expect(await screen.findByText('This event does not exist')).toBeTruthy()
})
