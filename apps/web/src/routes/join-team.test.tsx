import { accountsRoutes } from '@terrace/contracts/accounts'
import { teamsRoutes } from '@terrace/contracts/teams'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { isLoggedIn } from '#web/lib/session.ts'
import { answer, fail } from '#web/test/api-server.ts'
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

test('the invited person sees who invites them to what, chooses name and password, and goes on to login', async () => {
  const looked = answer(teamsRoutes.look, () => ({ data: invitation }))
  const requests = answer(teamsRoutes.accept, () => ({
    data: { status: true },
    message: 'Your account is ready. You can log in now',
  }))
  const router = await open()
  expect(await screen.findByRole('heading', { name: 'Join Harbour Box Office', level: 1 })).toBeTruthy()
  expect(
    screen.getByText('Jane Miller invites you to buy and hold tickets together. Your role will be: member.'),
  ).toBeTruthy()
  expect(document.title).toBe('Join a team · Terrace')
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('pat@guest.example')
  expect(screen.getByLabelText<HTMLInputElement>('Email').readOnly).toBe(true)
  await fillIn()
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('Your account is ready. You can log in now')).toBeTruthy()
  expect(looked.map(({ body }) => body)).toEqual([{ token: 't0ken' }])
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

test('nothing is sent while a field is wrong, and the first wrong one has the focus', async () => {
  answer(teamsRoutes.look, () => ({ data: invitation }))
  const requests = answer(teamsRoutes.accept, () => fail(422, 'never asked'))
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

test('a username that is taken says so beneath the form and loses nothing', async () => {
  answer(teamsRoutes.look, () => ({ data: invitation }))
  answer(teamsRoutes.accept, () => fail(422, 'Username is already exist', 'account.taken'))
  await open()
  await fillIn()
  await userEvent.keyboard('{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Username is already exist')
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Pat')
})

test('an invitation that is over says so, with the way to login', async () => {
  answer(teamsRoutes.look, () =>
    fail(
      422,
      'This invitation has been used or withdrawn, or is too old. Please ask for a new one',
      'team.invitation_spent',
    ),
  )
  await open()
  expect(await screen.findByRole('heading', { name: 'This invitation is over' })).toBeTruthy()
  expect(screen.getByText(/Please ask for a new one\.$/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to login' }).getAttribute('href')).toBe('/login')
  expect(screen.queryByRole('form')).toBeNull()
})

test.each([
  [
    'this_team' as const,
    'pat@guest.example is in the team Harbour Box Office already. Log in with the username and password of that account.',
  ],
  [
    'other_team' as const,
    'pat@guest.example has an account with another team already, and an account belongs to one team. Ask Jane Miller to invite another address of yours, or have an owner of your present team remove you first.',
  ],
])('a person with an account of %s is told what to do', async (account, text) => {
  answer(teamsRoutes.look, () => ({ data: { ...invitation, account } }))
  await open()
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryByRole('form')).toBeNull()
})

test('who is logged in as somebody else logs out first, and then joins on the same page', async () => {
  answer(teamsRoutes.look, () => ({ data: invitation }))
  const loggedOut = answer(accountsRoutes.logOut, () => ({ data: { status: true } }))
  await open({ firstname: 'Bob', lastname: 'Other', username: 'bob' })
  expect(
    await screen.findByText(
      'You are logged in as Bob Other. Joining opens an account of its own for pat@guest.example.',
    ),
  ).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Log out and go on' }))
  expect(await screen.findByRole('form', { name: 'Join the team' })).toBeTruthy()
  expect(isLoggedIn()).toBe(false)
  await vi.waitFor(() => expect(loggedOut[0]?.headers.get('authorization')).toBe('Bearer t0ken'))
})

test('an invitation that could not be loaded can be asked for again', async () => {
  let isDown = true
  answer(teamsRoutes.look, () => (isDown ? fail(503, 'Not now') : { data: invitation }))
  await open()
  expect(await screen.findByText('The invitation could not be loaded')).toBeTruthy()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('form', { name: 'Join the team' })).toBeTruthy()
})
