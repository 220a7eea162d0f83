import { teamActivityRoutes, type WireActivity } from '@terrace/contracts/team-activity'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { saveText } from '#web/lib/save-as.ts'
import { errorReply, mockRoute } from '#web/test/mock-api.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

vi.mock('#web/lib/save-as.ts', () => ({ saveText: vi.fn<(text: string, file: object) => void>() }))

const entry = (id: number, person: string): WireActivity => ({
  id: String(id),
  at: '2031-02-01T12:00:00.000Z',
  person,
  action: 'Changed a role',
  detail: 'Pat Guest · member to owner',
  network: '203.0.113.0/24',
  device: 'Firefox on Windows',
})

beforeEach(() => {
  vi.mocked(saveText).mockReset()
  mockShell()
})

const address = '/profile?tab=team&show=activity'

test('entries are listed and paged; a row filters by its person, and the address keeps the filter', async () => {
  const requests = mockRoute(teamActivityRoutes.list, ({ query }) => {
    const page = Number(query.get('page'))
    return {
      data: [entry(page, page === 1 ? 'Jane Miller' : 'Terrace support')],
      meta: { total: 2, page, per_page: 1, last_page: 2 },
    }
  })
  const router = await renderRoute(address)
  await screen.findByRole('link', { name: 'Jane Miller' })
  expect(screen.getByText('203.0.113.0/24')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /^Show/ }))
  await screen.findByRole('link', { name: 'Terrace support' })
  await userEvent.click(screen.getByRole('link', { name: 'Jane Miller' }))
  await waitFor(() => expect(requests.at(-1)?.query.get('search')).toBe('Jane Miller'))
  expect(router.state.location.search).toMatchObject({ tab: 'team', show: 'activity', q: 'Jane Miller' })
})

test('the CSV is written by the server for the filter that is set; an error shows', async () => {
  mockRoute(teamActivityRoutes.list, () => ({
    data: [entry(1, 'Jane Miller')],
    meta: { total: 1, page: 1, per_page: 50, last_page: 1 },
  }))
  let isTooLarge = true
  const message = 'from: must be a later date: an export has at most 20,000 entries'
  const exports = mockRoute(teamActivityRoutes.export, () =>
    isTooLarge
      ? errorReply(422, message, 'team.activity_too_large')
      : { data: { filename: 'activity.csv', csv: 'Time' } },
  )
  await renderRoute(`${address}&status=team&startDate=2031-01-01&endDate=2031-02-28`)
  const button = await screen.findByRole('button', { name: 'Export CSV' })
  await waitFor(() => expect((button as HTMLButtonElement).disabled).toBe(false))
  await userEvent.click(button)
  await screen.findByText(/must be a later date/)
  isTooLarge = false
  await userEvent.click(button)
  await waitFor(() =>
    expect(saveText).toHaveBeenCalledWith('Time', expect.objectContaining({ filename: 'activity.csv' })),
  )
  expect(String(exports.at(-1)?.query)).toBe('group=team&from=2031-01-01&to=2031-02-28')
})

test('someone who is no owner sees why there is no list', async () => {
  mockRoute(teamActivityRoutes.list, () => errorReply(403, 'Only team owners can do this', 'team.not_owner'))
  await renderRoute(address)
  const failed = within(await screen.findByRole('alert'))
  expect(failed.getByText(/Only team owners can do this/)).toBeTruthy()
})
