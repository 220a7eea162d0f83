import { signUpRoutes } from '@terrace/contracts/sign-up'
import { signedEvent, signingRoutes } from '@terrace/contracts/signing'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { saveStartPage } from '#web/lib/http/start-page.ts'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { subscribedChannels, fakeChannel } from '#web/test/fakes/fake-realtime.ts'
import { renderRoute } from '#web/test/render-route.tsx'
import { toastQueue } from '#web/ui/overlay/toast-queue.ts'

const channel = 'private-signup-1'
const unsigned = { envelope_id: null, email: null, copy_url: null }
const done = { data: { status: true }, message: 'Your account is ready. You can log in now' }
const free = { data: { status: true, email: false, username: false } }

beforeEach(() => {
  mockRoute(signUpRoutes.options, () => ({
    data: {
      dial_code_list: [
        { iso_code: 'CH', dial_code: '+41', name: 'Switzerland' },
        { iso_code: 'GB', dial_code: '+44', name: 'United Kingdom' },
      ],
      marketplace_currencies: [
        { id: 826, code: 'GBP', display_name: 'GBP (&#163;)' },
        { id: 978, code: 'EUR', display_name: 'EUR (&#8364;)' },
      ],
    },
  }))
  mockRoute(signUpRoutes.unique, () => free)
  mockRoute(signingRoutes.start, () => ({
    data: { frame_url: '/signing/frame?id=sgn_1', channel, event: signedEvent },
  }))
  mockRoute(signingRoutes.status, () => ({ data: unsigned }))
})
afterEach(() => {
  vi.useRealTimers()
  saveStartPage('buy')
  act(() => toastQueue.clear())
})

/** Fakes timers that also advance in real time, so requests complete. */
const installFakeTimers = () =>
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
const advanceTime = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^(Register now|Registering)$/ })
const setField = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })

async function openForm() {
  const router = await renderRoute('/signup', { user: null })
  await screen.findByRole('button', { name: /Switzerland \+41/ })
  return router
}

const values = {
  'First name': 'Jane',
  'Last name': 'Miller',
  'Phone number': '2079460123',
  Email: 'jane@harbour.example',
  'Confirm email': 'jane@harbour.example',
  Username: 'janemiller',
  Password: 'five!',
  'Confirm password': 'five!',
}

async function choose(dropdown: RegExp, option: RegExp) {
  await userEvent.click(screen.getByRole('button', { name: dropdown }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}

async function fill() {
  for (const [label, value] of Object.entries(values)) setField(label, value)
  await choose(/Base currency$/, /GBP/)
}

async function sign(email = values.Email) {
  await userEvent.click(screen.getByRole('button', { name: 'Read now' }))
  await vi.waitFor(() => expect(subscribedChannels()).toContain(channel))
  act(() => fakeChannel(channel).onEvent(signedEvent, { email, envelope_id: 'env_1' }))
  await screen.findByRole('button', { name: 'Document signed' })
}

test('[SIGNUP-01] [SIGNUP-02] [ROUTE-02] the page has a title, a logo link to /home and a link to /login', async () => {
  await openForm()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Sign up')
  expect(screen.getByRole('link', { name: 'Terrace' }).getAttribute('href')).toBe('/home')
  expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login')
  expect(document.title).toBe('Sign up · Terrace')
})

test('[SIGNUP-03] [SIGNUP-04] [SIGNUP-05] the field groups follow the order of the specification', async () => {
  await openForm()
  const form = screen.getByRole('form', { name: 'Sign up' })
  const parts = [
    ...['First name', 'Last name'].map(field),
    screen.getByRole('button', { name: /Country code/ }),
    ...['Phone number', 'Email', 'Confirm email', 'Username', 'Password', 'Confirm password'].map(field),
    field('Referral code (optional)'),
    screen.getByRole('button', { name: /Base currency$/ }),
    screen.getByRole('button', { name: 'Read now' }),
    button(),
  ]
  for (const [at, part] of parts.entries()) {
    expect(form.contains(part)).toBe(true)
    const next = parts[at + 1]
    if (next)
      expect(
        part.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING,
        part.outerHTML,
      ).toBeTruthy()
  }
  const hint = within(form).getByRole('img', {
    name: 'The default currency in which you send and receive payments via the platform',
  })
  // The tooltip appears on keyboard focus and follows its dropdown.
  act(() => field('Referral code (optional)').focus())
  await userEvent.tab()
  await userEvent.tab()
  expect(document.activeElement).toBe(hint)
  expect((await screen.findByRole('tooltip')).textContent).toContain('the platform')
})

test('[SIGNUP-20] the phone number accepts only digits and dots', async () => {
  await openForm()
  setField('Phone number', '+44 (20) 7946-01.23 abc')
  expect(field('Phone number').value).toBe('4420794601.23')
})

test('[FORM-03] a field shows its error on blur, not before', async () => {
  await openForm()
  await userEvent.click(field('Last name'))
  expect(screen.queryByText('Last name is required')).toBeNull()
  await userEvent.tab()
  expect(screen.getByText('Last name is required')).toBeTruthy()
  setField('Last name', 'Miller')
  expect(screen.queryByText('Last name is required')).toBeNull()
})

test('[SIGNUP-34] [SIGNUP-36] the button needs valid fields; without consent it shows an error and sends nothing', async () => {
  const sent = mockRoute(signUpRoutes.signUp, () => done)
  const requests = mockRoute(signUpRoutes.unique, () => free)
  await openForm()
  expect(button().disabled).toBe(true)
  await fill()
  expect(button().disabled).toBe(false)
  await userEvent.click(button())
  expect(await screen.findByText('You must agree to the terms')).toBeTruthy()
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Read now'))
  expect([sent, requests]).toEqual([[], []])
})

test('[SIGNUP-12] [SIGNUP-38] [SIGNUP-45] [SIGNUP-46] [SIGNUP-47] [SIGNUP-48] [SIGNUP-49] registering shows the loader, message and success screen, then goes to /', async () => {
  const sent = mockRoute(signUpRoutes.signUp, () => done)
  const router = await openForm()
  await fill()
  await choose(/Country code/, /United Kingdom/)
  await sign()
  installFakeTimers()
  fireEvent.click(button())
  expect((await screen.findByRole('progressbar', { name: 'Registering' })).isConnected).toBe(true)
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({
    country_code: '+44',
    base_currency: 826,
    docusign_envelope_id: 'env_1',
    trade_user: 1,
  })
  await advanceTime(1000)
  expect(screen.queryByText(done.message)).toBeNull()
  await advanceTime(600)
  expect(await screen.findByText(done.message)).toBeTruthy()
  expect(screen.queryByRole('progressbar')).toBeNull()
  await advanceTime(2500)
  expect(screen.getByText(done.message)).toBeTruthy()
  await advanceTime(600)
  const heading = await screen.findByRole('heading', {
    name: 'Thank you for signing up for a Terrace account',
  })
  await vi.waitFor(() => expect(document.activeElement).toBe(heading))
  expect(screen.getByRole('img', { name: 'Done' })).toBeTruthy()
  expect(
    screen.getByText('One of our experts will be in touch soon using the contact details provided.'),
  ).toBeTruthy()
  await advanceTime(2500)
  expect(router.state.location.pathname).toBe('/signup')
  await advanceTime(600)
  vi.useRealTimers()
  // A logged-out user sees the login page at `/`.
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(sent).toHaveLength(1)
})

test('[ERROR-06] [ERROR-07] a taken email shows its error on blur, in a toast and at the field', async () => {
  const requests = mockRoute(signUpRoutes.unique, () => ({
    data: { status: false, email: true, username: false },
    errors: ['Email is already exist'],
  }))
  await openForm()
  await userEvent.type(field('Email'), ' jane@harbour.example')
  await userEvent.tab()
  const toast = await screen.findByRole('alertdialog')
  expect(toast.textContent).toContain('Email is already exist')
  expect(requests[0]?.query.get('email')).toBe('jane@harbour.example')
  expect(field('Email').getAttribute('aria-invalid')).toBe('true')
  expect(field('Username').getAttribute('aria-invalid')).toBeNull()
})

test('[ERROR-06] [ERROR-08] submitting rechecks availability; taken values share a toast and block the request', async () => {
  const sent = mockRoute(signUpRoutes.signUp, () => done)
  await openForm()
  await fill()
  await sign()
  mockRoute(signUpRoutes.unique, () => ({
    data: { status: false, email: true, username: true },
    errors: ['Email is already exist', 'Username is already exist'],
  }))
  await userEvent.click(button())
  const toast = await screen.findByRole('alertdialog')
  expect(toast.textContent).toContain('Email is already exist\nUsername is already exist')
  for (const label of ['Email', 'Username']) expect(field(label).getAttribute('aria-invalid')).toBe('true')
  expect(sent).toEqual([])
  expect(button().disabled).toBe(true)
})

test.each([
  ['a rejection', errorReply(422, 'First name: is not allowed'), 'First name: is not allowed'],
  ['data.status false', { data: { status: false, errors: ['Not', 'today'] }, message: '' }, 'Not\ntoday'],
])(
  '[ERROR-09] [ERROR-10] %s shows in a toast, stops the loader and keeps the input',
  async (_, reply, text) => {
    mockRoute(signUpRoutes.signUp, () => reply)
    await openForm()
    await fill()
    await sign()
    await userEvent.click(button())
    const toast = await screen.findByRole('alertdialog')
    expect(toast.textContent).toContain(text)
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(button().textContent).toBe('Register now')
    expect(button().disabled).toBe(false)
    for (const [label, value] of Object.entries(values)) expect(field(label).value).toBe(value)
  },
)

test('a rejected signed document can be signed again', async () => {
  mockRoute(signUpRoutes.signUp, () =>
    errorReply(422, 'You must agree to the terms', 'account.terms_not_signed', {
      fields: { docusign_envelope_id: ['must be a document you just signed'] },
    }),
  )
  await openForm()
  await fill()
  await sign()
  await userEvent.click(button())
  expect(await screen.findByRole('button', { name: 'Read now' })).toBeTruthy()
})

test('options that fail to load show an error and can be retried', async () => {
  mockRoute(signUpRoutes.options, () => errorReply(422, 'No'))
  await renderRoute('/signup', { user: null })
  expect(await screen.findByText('Couldn’t load the form')).toBeTruthy()
  mockRoute(signUpRoutes.options, () => ({ data: { dial_code_list: [], marketplace_currencies: [] } }))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByLabelText('First name')).toBeTruthy()
})

test.each([
  ['Buy', 'lastSide=buy', false],
  ['Sell', 'lastSide=apply', true],
  ['Buy and sell', 'lastSide=apply-once', true],
])(
  'what the account is for (%s) is no part of the registration, and decides where the first login leads',
  async (choice, saved, isExplained) => {
    const sent = mockRoute(signUpRoutes.signUp, () => done)
    await openForm()
    const chosen = within(screen.getByRole('radiogroup', { name: 'I want to' }))
    expect(chosen.getByRole<HTMLInputElement>('radio', { name: /^Buy Tickets/ }).checked).toBe(true)
    await userEvent.click(chosen.getByText(choice))
    expect(screen.queryByText(/^After your first login/) !== null).toBe(isExplained)
    expect(screen.queryByText('You can apply to sell later.') !== null).toBe(!isExplained)
    await fill()
    await sign()
    installFakeTimers()
    fireEvent.click(button())
    await advanceTime(5000)
    await screen.findByRole('heading', { name: 'Thank you for signing up for a Terrace account' })
    expect(document.cookie).toContain(saved)
    expect(Object.keys(sent[0]?.body ?? {})).not.toContain('side')
  },
)
