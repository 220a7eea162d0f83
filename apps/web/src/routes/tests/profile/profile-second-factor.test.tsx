import { securityRoutes, type WireSecurity } from '@terrace/contracts/security'
import { sessionsRoutes } from '@terrace/contracts/sessions'
import { teamsRoutes } from '@terrace/contracts/teams'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { redirectTo } from '#web/lib/url/navigation.ts'
import { createdPasskey, fakePasskeys } from '#web/test/fakes/fake-passkeys.ts'
import { wireColleague, wireMember } from '#web/test/member-factory.ts'
import { errorReply, mockRoute } from '#web/test/mock-api.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { wireSecurity } from '#web/test/security-factory.ts'
import { workspaceRoutes } from '@terrace/contracts/workspace'

vi.mock('#web/lib/url/navigation.ts', () => ({ redirectTo: vi.fn<(path: string) => void>() }))
vi.mock(
  '@simplewebauthn/browser',
  async () => (await import('#web/test/fakes/fake-passkeys.ts')).passkeyLibrary,
)

const codes = Array.from({ length: 10 }, (_, index) => `code-${index}`)
const laptop = {
  id: 'psk_1',
  name: 'Laptop',
  created_at: '2031-02-01T12:00:00.000Z',
  last_used_at: '2031-02-03T12:00:00.000Z',
}

let state: WireSecurity
beforeEach(() => {
  vi.mocked(redirectTo).mockReset()
  state = wireSecurity()
  mockShell()
  mockRoute(securityRoutes.overview, () => ({ data: state }))
})

const open = () => renderRoute('/profile?tab=security')
const section = async () => within(await screen.findByRole('region', { name: 'Second factor' }))

function mockCreation() {
  mockRoute(securityRoutes.passkeyOptions, () => ({
    data: {
      challenge: 'c',
      rp: { id: 'localhost', name: 'Terrace' },
      user: { id: 'u', name: 'buyer', displayName: 'Jane Miller' },
      pubKeyCredParams: [{ alg: -7, type: 'public-key' as const }],
      timeout: 1,
      attestation: 'none' as const,
      excludeCredentials: [],
      authenticatorSelection: {
        residentKey: 'required' as const,
        requireResidentKey: true,
        userVerification: 'required' as const,
      },
    },
  }))
  return mockRoute(securityRoutes.addPasskey, ({ body }) => {
    const passkey = { ...laptop, name: body.name, last_used_at: null }
    state = wireSecurity({
      passkeys: [passkey],
      methods: ['passkey', 'recovery_code'],
      recovery_codes_left: 10,
    })
    return { data: { passkey, recovery_codes: codes } }
  })
}

test('a first passkey is named, added and followed by recovery codes, which are shown once', async () => {
  fakePasskeys()
  const requests = mockCreation()
  await open()
  await userEvent.click(await (await section()).findByRole('button', { name: 'Add passkey' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add passkey' }))
  const name = dialog.getByLabelText<HTMLInputElement>('Name')
  await userEvent.clear(name)
  await userEvent.type(name, ' {Enter}')
  expect(dialog.getByText('Name the passkey')).toBeTruthy()
  expect(requests).toEqual([])
  await userEvent.type(name, 'Office laptop{Enter}')
  const saved = within(await screen.findByRole('dialog', { name: 'Save your recovery codes' }))
  expect(saved.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(codes)
  expect(requests.map(({ body }) => body)).toEqual([{ name: 'Office laptop', credential: createdPasskey }])
  // Escape must not lose the codes.
  await userEvent.keyboard('{Escape}')
  await userEvent.click(saved.getByRole('button', { name: 'I saved them' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const list = within(await (await section()).findByRole('list', { name: 'Passkeys' }))
  expect(list.getByRole('listitem').textContent).toMatch(
    /^Office laptopadded 01 Feb 31, .* · not used yetRenameRemove$/,
  )
  expect((await section()).getByText(/^10 left\./)).toBeTruthy()
})

test('a passkey that the user does not create keeps the dialog with what to do', async () => {
  fakePasskeys('InvalidStateError')
  const requests = mockCreation()
  await open()
  await userEvent.click(await (await section()).findByRole('button', { name: 'Add passkey' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add passkey' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Add passkey' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'This device already has a passkey for your account.',
  )
  expect(requests).toEqual([])
})

test('a passkey is removed after a question; a required last one shows why it stays', async () => {
  state = wireSecurity({ passkeys: [laptop], methods: ['passkey', 'recovery_code'] })
  const title = 'Your account must have a second factor. Add another one before you remove this one'
  const requests = mockRoute(securityRoutes.removePasskey, () =>
    errorReply(422, title, 'factor.last_required'),
  )
  await open()
  const area = await section()
  await userEvent.click(await area.findByRole('button', { name: 'Remove Laptop' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Remove Laptop?' }))
  await userEvent.click(question.getByRole('button', { name: 'Remove passkey' }))
  expect((await area.findByRole('alert')).textContent).toBe(title)
  expect(requests.map(({ params }) => params['id'])).toEqual(['psk_1'])
})

test('an authenticator app is set up with a QR code, the secret and a first code', async () => {
  mockRoute(securityRoutes.setUpApp, () => ({
    data: { id: 'aut_1', secret: 'ABCDEFGH', uri: 'otpauth://totp/Terrace:buyer?secret=ABCDEFGH' },
  }))
  const wrong = 'This code is incorrect or was already used'
  const requests = mockRoute(securityRoutes.confirmApp, ({ body }) => {
    if (body.code !== '123456') return errorReply(422, wrong, 'factor.rejected')
    state = wireSecurity({
      authenticator_app: { added_at: laptop.created_at, last_used_at: null },
      methods: ['totp', 'recovery_code'],
      recovery_codes_left: 10,
    })
    return { data: { status: true, recovery_codes: codes } }
  })
  await open()
  await userEvent.click(await (await section()).findByRole('button', { name: 'Set up' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Set up authenticator app' }))
  expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeTruthy()
  expect(dialog.getByText('ABCD EFGH')).toBeTruthy()
  const code = dialog.getByLabelText('Code')
  await userEvent.type(code, '654321{Enter}')
  expect((await dialog.findByRole('alert')).textContent).toBe(wrong)
  await userEvent.clear(code)
  await userEvent.type(code, '123456{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Save your recovery codes' })).toBeTruthy()
  expect(requests.at(-1)?.body).toEqual({ id: 'aut_1', code: '123456' })
})

test('new recovery codes replace the old ones after a question', async () => {
  state = wireSecurity({ passkeys: [laptop], methods: ['passkey', 'recovery_code'], recovery_codes_left: 2 })
  mockRoute(securityRoutes.createRecoveryCodes, () => ({ data: { recovery_codes: codes } }))
  await open()
  const area = await section()
  expect(await area.findByText(/^2 left\./)).toBeTruthy()
  await userEvent.click(area.getByRole('button', { name: 'Create new codes' }))
  const question = within(await screen.findByRole('alertdialog'))
  await userEvent.click(question.getByRole('button', { name: 'Create codes' }))
  expect(await screen.findByRole('dialog', { name: 'Save your recovery codes' })).toBeTruthy()
})

test('a team that requires a second factor says from when', async () => {
  state = wireSecurity({ required: { by: 'team', from: '2031-02-10T12:00:00.000Z' } })
  await open()
  expect(await screen.findByText(/^Your team requires a second factor from 10 Feb 31/)).toBeTruthy()
})

test('settings that fail to load show an error and can be retried', async () => {
  let isDown = true
  mockRoute(securityRoutes.overview, () => (isDown ? errorReply(422, 'Not now') : { data: state }))
  await open()
  const area = await section()
  expect(await area.findByText('Couldn’t load your second factor')).toBeTruthy()
  isDown = false
  await userEvent.click(area.getByRole('button', { name: 'Try again' }))
  expect(await area.findByRole('button', { name: 'Set up' })).toBeTruthy()
})

test('an owner requires a second factor of all members, who are marked until they have one', async () => {
  let from: string | null = null
  const member = wireMember({ has_second_factor: true })
  const pat = wireColleague()
  mockRoute(teamsRoutes.overview, () => ({
    data: {
      name: 'Harbour',
      can_sell: false,
      may_manage: true,
      second_factor_required_from: from,
      members: [member, pat],
      invitations: [],
    },
  }))
  const requests = mockRoute(teamsRoutes.requireSecondFactor, () => {
    from = '2031-02-10T12:00:00.000Z'
    return { data: { second_factor_required_from: from } }
  })
  await renderRoute('/profile?tab=team')
  expect(await screen.findByText(/have seven days to set it up/)).toBeTruthy()
  expect(screen.queryByText('No second factor')).toBeNull()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Members must use a second factor' }))
  expect(await screen.findByText(/^From 10 Feb 31/)).toBeTruthy()
  expect(screen.getAllByText('No second factor')).toHaveLength(1)
  expect(requests.map(({ body }) => body)).toEqual([{ required: true }])
})

test('a session that must prove a second factor first goes to its page and comes back', async () => {
  mockRoute(workspaceRoutes.info, () => errorReply(403, 'Set one up', 'session.second_factor_due'))
  await renderRoute('/profile?tab=team')
  await vi.waitFor(() => expect(redirectTo).toHaveBeenCalledWith(expect.stringMatching(/^\/second-factor/)))
})

test('the page before anything else sets up a second factor, shows the codes and goes on', async () => {
  fakePasskeys()
  mockCreation()
  state = wireSecurity({ required: { by: 'role', from: null } })
  await renderRoute('/second-factor?next=%2Fcheckout')
  expect(await screen.findByRole('heading', { name: 'Set up a second factor', level: 1 })).toBeTruthy()
  const go = screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' })
  expect(go.disabled).toBe(true)
  await userEvent.click(await screen.findByRole('button', { name: 'Add passkey' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add passkey' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Add passkey' }))
  await userEvent.click(await screen.findByRole('button', { name: 'I saved them' }))
  await waitFor(() => expect(go.disabled).toBe(false))
  await userEvent.click(go)
  expect(redirectTo).toHaveBeenCalledExactlyOnceWith('/checkout')
})

test('the page before anything else asks for the second factor of an account that has one', async () => {
  state = wireSecurity({ required: { by: 'role', from: null }, methods: ['totp', 'recovery_code'] })
  const requests = mockRoute(securityRoutes.confirm, () => ({
    data: { status: true, confirmed_until: '2031-02-03T12:10:00.000Z' },
  }))
  await renderRoute('/second-factor')
  await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}')
  await vi.waitFor(() => expect(redirectTo).toHaveBeenCalledExactlyOnceWith('/'))
  expect(requests.map(({ body }) => body)).toEqual([{ method: 'totp', code: '123456' }])
})

test('a passkey is renamed in a dialog that starts with its name', async () => {
  state = wireSecurity({ passkeys: [laptop], methods: ['passkey', 'recovery_code'], recovery_codes_left: 10 })
  const requests = mockRoute(securityRoutes.renamePasskey, ({ body }) => {
    state = { ...state, passkeys: [{ ...laptop, name: body.name }] }
    return { data: { status: true } }
  })
  await open()
  await userEvent.click(await (await section()).findByRole('button', { name: 'Rename Laptop' }))
  const name = within(await screen.findByRole('dialog', { name: 'Rename passkey' })).getByLabelText('Name')
  await userEvent.clear(name)
  await userEvent.type(name, ' {Enter}')
  expect(screen.getByText('Name the passkey')).toBeTruthy()
  expect(requests).toEqual([])
  await userEvent.type(name, 'Office laptop{Enter}')
  expect(await (await section()).findByText('Office laptop')).toBeTruthy()
  expect(requests.map(({ body }) => body)).toEqual([{ name: 'Office laptop' }])
})

test('after a change of factor, other devices can be logged out there', async () => {
  fakePasskeys()
  mockCreation()
  const live = {
    current: false,
    user_agent: 'curl/8',
    address: '203.0.113.0/24',
    same_network: false,
    created_at: laptop.created_at,
    last_seen_at: laptop.created_at,
  }
  let sessions = [
    { ...live, id: 'ses_here', current: true },
    { ...live, id: 'ses_away' },
  ]
  mockRoute(sessionsRoutes.list, () => ({ data: sessions }))
  const ended = mockRoute(sessionsRoutes.revokeOthers, () => {
    sessions = sessions.slice(0, 1)
    return { data: { status: true, ended: 1 } }
  })
  await open()
  await (await section()).findByRole('button', { name: 'Add passkey' })
  expect(screen.queryByRole('button', { name: 'Log them out' })).toBeNull()
  await userEvent.click((await section()).getByRole('button', { name: 'Add passkey' }))
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Add passkey' })).getByRole('button', {
      name: 'Add passkey',
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'I saved them' }))
  await userEvent.click(await (await section()).findByRole('button', { name: 'Log them out' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Log them out' })).toBeNull())
  expect(ended).toHaveLength(1)
})
