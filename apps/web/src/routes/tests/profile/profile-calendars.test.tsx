import { calendarsRoutes, type WireCalendarFeed } from '@terrace/contracts/calendars'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { calendarAddress, wireCalendarFeed } from '#web/test/calendar-factories.ts'
import { errorReply, mockRoute } from '#web/test/mock-api.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

let calendars: WireCalendarFeed[]
beforeEach(() => {
  mockShell()
  calendars = [wireCalendarFeed({ fetched_at: '2031-02-03T12:00:00.000Z' })]
  mockRoute(calendarsRoutes.list, () => ({ data: calendars }))
})

async function openCalendars() {
  await renderRoute('/profile')
  return within(await screen.findByRole('region', { name: 'Calendars' }))
}

const created = (overrides: Partial<WireCalendarFeed>) => {
  const feed = wireCalendarFeed(overrides)
  calendars = [feed, ...calendars.filter(({ id }) => id !== 'cal_1')]
  return { data: { ...feed, address: calendarAddress } }
}

test('the list says what each calendar is and when an app last read it', async () => {
  calendars.push(wireCalendarFeed({ id: 'cal_2', kind: 'mine', title: 'My holds and orders', slug: null }))
  const section = await openCalendars()
  expect((await section.findByRole('link', { name: 'Arsenal' })).getAttribute('href')).toBe(
    '/performer/arsenal',
  )
  const [team, mine] = section.getAllByRole('listitem')
  expect(team?.textContent).toContain('last read 03 Feb 31, 12:00')
  expect(mine?.textContent).toContain('My holds and ordersCreated 01 Feb 31, 12:00 · not read yet')
})

test('the address of my holds and orders is shown once, to copy or open', async () => {
  const creates = mockRoute(calendarsRoutes.create, () =>
    created({ id: 'cal_9', kind: 'mine', title: 'My holds and orders', slug: null }),
  )
  const user = userEvent.setup()
  const section = await openCalendars()
  await userEvent.click(section.getByRole('button', { name: 'Add my holds and orders' }))
  expect(await section.findByText(`${location.origin}${calendarAddress}`)).toBeTruthy()
  expect(creates.map(({ body }) => body)).toEqual([{ kind: 'mine' }])
  expect(section.getByRole('link', { name: 'Open in calendar app' }).getAttribute('href')).toBe(
    `webcal://${location.host}${calendarAddress}`,
  )
  await user.click(section.getByRole('button', { name: 'Copy address of My holds and orders' }))
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}${calendarAddress}`)
})

test('a new address replaces the old one after a question', async () => {
  const replaces = mockRoute(calendarsRoutes.replace, () => created({ id: 'cal_3' }))
  const section = await openCalendars()
  await userEvent.click(await section.findByRole('button', { name: 'New address for Arsenal' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Create a new address?' }))
  await userEvent.click(question.getByRole('button', { name: 'Create new address' }))
  expect(await section.findByText(`${location.origin}${calendarAddress}`)).toBeTruthy()
  expect(replaces.map(({ params }) => params)).toEqual([{ calendar_id: 'cal_1' }])
  expect(section.getAllByRole('listitem')).toHaveLength(1)
})

test('a revoked calendar leaves the list; cancelling the question keeps it', async () => {
  const revokes = mockRoute(calendarsRoutes.revoke, () => {
    calendars = []
    return { data: { id: 'cal_1' } }
  })
  const section = await openCalendars()
  const ask = async (button: string) => {
    await userEvent.click(await section.findByRole('button', { name: 'Revoke Arsenal' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Revoke this address?' }))
    await userEvent.click(question.getByRole('button', { name: button }))
  }
  await ask('Cancel')
  expect(revokes).toEqual([])
  await ask('Revoke')
  expect(await section.findByText('No calendar addresses')).toBeTruthy()
})

test('a rejected change says why and changes nothing', async () => {
  mockRoute(calendarsRoutes.create, () => errorReply(409, 'You’ve reached the limit'))
  const section = await openCalendars()
  await userEvent.click(section.getByRole('button', { name: 'Add my holds and orders' }))
  await waitFor(() => expect(section.getByRole('alert').textContent).toBe('You’ve reached the limit'))
  expect(section.getAllByRole('listitem')).toHaveLength(1)
})

test('a list that fails to load can be loaded again', async () => {
  mockRoute(calendarsRoutes.list, () => errorReply(403, 'Not now'))
  const section = await openCalendars()
  expect(await section.findByText('Couldn’t load your calendars')).toBeTruthy()
  mockRoute(calendarsRoutes.list, () => ({ data: calendars }))
  await userEvent.click(section.getByRole('button', { name: 'Try again' }))
  expect(await section.findByRole('link', { name: 'Arsenal' })).toBeTruthy()
})
