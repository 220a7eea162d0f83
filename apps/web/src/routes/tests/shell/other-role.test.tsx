import { sessionsRoutes } from '@terrace/contracts/sessions'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { subscribedChannels } from '#web/test/fake-realtime.ts'
import { mockRoute } from '#web/test/mock-api.ts'
import { renderRoute } from '#web/test/render-route.tsx'

const user = { id: 'usr_1', firstname: 'Sam', team_data: { id: 'tm_1', name: 'Kop Stock' } }

test.each([
  ['seller', 'You’re signed in as a seller', 'npm run admin -- publish'],
  ['operator', 'You’re signed in as an operator', 'npm run admin -- approve'],
])(
  'a %s gets a page that says where the work is done, without a buyer’s links or calls',
  async (role, title, command) => {
    // Any other request fails the test.
    mockRoute(sessionsRoutes.list, () => ({ data: [] }))
    for (const address of ['/', '/profile?tab=purchases', '/checkout']) {
      await renderRoute(address, { user: { ...user, role } })
      expect((await screen.findAllByRole('heading', { level: 1, name: title })).length).toBeGreaterThan(0)
    }
    expect(screen.getAllByText(command).length).toBeGreaterThan(0)
    expect(screen.getAllByText('Sam, Kop Stock').length).toBeGreaterThan(0)
    expect(screen.queryAllByRole('link')).toEqual([])
    expect(screen.getAllByRole('button', { name: 'Logout' }).length).toBeGreaterThan(0)
    expect(subscribedChannels()).toEqual([])
  },
)
