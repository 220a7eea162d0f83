import { accountsRoutes } from '@terrace/contracts/accounts'
import { teamsRoutes } from '@terrace/contracts/teams'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { isLoggedIn } from '#web/lib/http/session.ts'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { renderRoute } from '#web/test/render-route.tsx'

const invitation = {
  team: 'Harbour Box Office',
  invited_by: 'Jane Miller',
  email: 'pat@guest.example',
  role: 'member',
  account: 'none',
} as const

const open = (user: Record<string, unknown> | null = null) => renderRoute('/join/t0ken', { user })
const type = async (label: string, text: string) => userEvent.type(await screen.findByLabelText(label), text)

async function fillIn() {
  await type('First name', 'Pat')
  await type('Last name', 'Guest')
  await type('Username', 'pat-guest')
  await type('Password', 'long enough')
  await type('Confirm Password', 'long enough')
}

test('an invitee sees the team and inviter, chooses a username and password, and goes to login', async () => {
  const invitationRequests = mockRoute(teamsRoutes.readInvitation, () => ({ data: invitation }))
  const requests = mockRoute(teamsRoutes.accept, () => ({
    data: { status: true },
    message: 'Your account is ready. You can log in now',
  }))
  const router = await open()
  expect(await screen.findByRole('heading', { name: 'Join Harbour Box Office', level: 1 })).toBeTruthy()
  expect(
    screen.getByText('Jane Miller invites you to hold and buy tickets together. Your role: member.'),
  ).toBeTruthy()
  expect(document.title).toBe('Join a team · Terrace')
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('pat@guest.example')
  expect(screen.getByLabelText<HTMLInputElement>('Email').readOnly).toBe(true)
  await fillIn()
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('Your account is ready. You can log in now')).toBeTruthy()
  expect(invitationRequests.map(({ body }) => body)).toEqual([{ token: 't0ken' }])
  expect(requests.map(({ body }) => body)).toEqual([
    {
      token: 't0ken',
      firstname: 'Pat',
      lastname: 'Guest',
      username: 'pat-guest',
      password: 'long enough',
      password_confirmation: 'long enough',
    },
  ])
  await vi.waitFor(() => expect(router.state.location.href).toBe('/login'))
})

test('an invalid field blocks the request and the first invalid field gets focus', async () => {
  mockRoute(teamsRoutes.readInvitation, () => ({ data: invitation }))
  const requests = mockRoute(teamsRoutes.accept, () => errorReply(422, 'never asked'))
  await open()
  await type('First name', 'Pat{Enter}')
  for (const text of [
    'Last name is required',
    'Username is required',
    'Password is required',
    'Password confirmation is required',
  ])
    expect(screen.getByText(text)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Last name'))
  expect(requests).toEqual([])
})

test('a taken username shows an error below the form and keeps the input', async () => {
  mockRoute(teamsRoutes.readInvitation, () => ({ data: invitation }))
  mockRoute(teamsRoutes.accept, () => errorReply(422, 'Username is already exist', 'account.taken'))
  await open()
  await fillIn()
  await userEvent.keyboard('{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Username is already exist')
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Pat')
})

test('an invalid invitation shows a message and a link to login', async () => {
  mockRoute(teamsRoutes.readInvitation, () =>
    errorReply(422, 'This invitation is no longer valid. Ask for a new one', 'team.invitation_invalid'),
  )
  await open()
  expect(await screen.findByRole('heading', { name: 'This invitation has expired' })).toBeTruthy()
  expect(screen.getByText(/Ask for a new one\.$/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to login' }).getAttribute('href')).toBe('/login')
  expect(screen.queryByRole('form')).toBeNull()
})

test.each([
  [
    'this_team' as const,
    'pat@guest.example is already in the team Harbour Box Office. Log in with that account’s username and password.',
  ],
  [
    'other_team' as const,
    'pat@guest.example already has an account with another team, and an account can belong to only one team. Ask Jane Miller to invite a different address, or ask an owner of your current team to remove you first.',
  ],
])('an invitee with an account of %s sees what to do next', async (account, text) => {
  mockRoute(teamsRoutes.readInvitation, () => ({ data: { ...invitation, account } }))
  await open()
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryByRole('form')).toBeNull()
})

test('an invitee logged in with another account logs out and joins on the same page', async () => {
  mockRoute(teamsRoutes.readInvitation, () => ({ data: invitation }))
  const loggedOut = mockRoute(accountsRoutes.logOut, () => ({ data: { status: true } }))
  await open({ firstname: 'Bob', lastname: 'Other', username: 'bob' })
  expect(
    await screen.findByText(
      'You’re logged in as Bob Other. Joining creates a separate account for pat@guest.example.',
    ),
  ).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Log out and continue' }))
  expect(await screen.findByRole('form', { name: 'Join the team' })).toBeTruthy()
  expect(isLoggedIn()).toBe(false)
  await vi.waitFor(() => expect(loggedOut[0]?.headers.get('authorization')).toBe('Bearer t0ken'))
})

test('an invitation that fails to load can be retried', async () => {
  let isDown = true
  mockRoute(teamsRoutes.readInvitation, () => (isDown ? errorReply(503, 'Not now') : { data: invitation }))
  await open()
  expect(await screen.findByText('Couldn’t load the invitation')).toBeTruthy()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('form', { name: 'Join the team' })).toBeTruthy()
})
