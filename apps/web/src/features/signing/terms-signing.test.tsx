import { signedEvent as event, signingRoutes } from '@terrace/contracts/signing'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { setEnv } from '#web/lib/env.ts'
import { answer, fail } from '#web/test/api-server.ts'
import { listenedChannels, playRealtime } from '#web/test/fake-realtime.ts'
import { testEnv } from '#web/test/test-env.ts'
import { TermsSigning } from './terms-signing.tsx'
import type { Signed } from './use-signing.ts'

const channel = 'private-signup-1'
const nothing = { envelope_id: null, email: null, copy_url: null }
const onSigned = vi.fn<(signed: Signed) => void>()

beforeEach(() => {
  onSigned.mockReset()
  setEnv(testEnv)
  answer(signingRoutes.start, () => ({ data: { frame_url: '/signing/frame?id=sgn_1', channel, event } }))
  answer(signingRoutes.status, () => ({ data: nothing }))
})

/** A form as the registration screen has it: it keeps the envelope that it is given. */
function Form({ firstName = 'Ann', lastName = 'Buyer', email = 'ann@example.com' }) {
  const [signed, setSigned] = useState(false)
  return (
    <TermsSigning
      {...{ firstName, lastName, email, signed }}
      onSigned={(given) => {
        onSigned(given)
        setSigned(true)
      }}
    />
  )
}

/** The page behind the open window is hidden from the tree, its button with it. */
const button = (name: string) => screen.getByRole('button', { name, hidden: true })

const isDisabled = (name: string) => button(name).hasAttribute('disabled')
const dialog = () => screen.queryByRole('dialog')

async function openModal() {
  render(<Form />)
  await userEvent.click(button('Read now'))
  const frame: HTMLIFrameElement = await screen.findByTitle('Buyer terms and conditions')
  await waitFor(() => expect(listenedChannels()).toContain(channel))
  return frame
}

const tell = (data: unknown, name: string = event) => act(() => playRealtime(channel).onEvent(name, data))

test('[SIGN-01] the terms button first reads "Read now"', () => {
  render(<Form />)
  expect(isDisabled('Read now')).toBe(false)
})

test.each([{ firstName: '' }, { lastName: '  ' }, { email: '' }])(
  '[SIGN-04] the terms button is disabled until first name, last name and email are filled: %o',
  (missing) => {
    render(<Form {...missing} />)
    expect(isDisabled('Read now')).toBe(true)
  },
)

test('[SIGN-05] [SIGN-06] the button opens a modal with the signing frame, titled with the buyer terms and conditions', async () => {
  const frame = await openModal()
  expect(dialog()?.contains(frame)).toBe(true)
  expect(frame.src).toBe('https://api.example/signing/frame?id=sgn_1')
})

test('the document is made out to the full name and the e-mail of the form', async () => {
  const asked = answer(signingRoutes.start, () => ({ data: { frame_url: '/f', channel, event } }))
  render(<Form firstName=" Ann " email=" ann@example.com " />)
  await userEvent.click(button('Read now'))
  await waitFor(() => expect(asked[0]?.body).toEqual({ name: 'Ann Buyer', email: 'ann@example.com' }))
})

test('[SIGN-02] once signing has begun the button reads "Processing"', async () => {
  await openModal()
  expect(button('Processing').isConnected).toBe(true)
})

test('[SIGN-07] a spinner shows until the frame has loaded', async () => {
  const frame = await openModal()
  expect(screen.getByRole('status').textContent).toBe('Loading the buyer terms and conditions')
  fireEvent.load(frame)
  expect(screen.queryByRole('status')).toBeNull()
})

test('[SIGN-08] the modal has a close button; closed unsigned the terms button reads "Read now" again', async () => {
  await openModal()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(dialog()).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(button('Read now')))
  expect(listenedChannels()).not.toContain(channel)
  expect(onSigned).not.toHaveBeenCalled()
})

test('[SIGN-08] Escape in the signing page closes the window too; no other page can close it', async () => {
  const frame = await openModal()
  const say = (data: unknown, source: Window | null) =>
    act(() => void window.dispatchEvent(new MessageEvent('message', { data, source })))
  say('signing:close', window)
  say('something else', frame.contentWindow)
  expect(dialog()).not.toBeNull()
  say('signing:close', frame.contentWindow)
  await waitFor(() => expect(dialog()).toBeNull())
  expect(button('Read now').isConnected).toBe(true)
})

test('[SIGN-03] [SIGN-14] [SIGN-16] the event of this e-mail gives the envelope to the form and closes the modal', async () => {
  await openModal()
  tell({ email: ' ANN@example.com ', envelope_id: 'env_1' })
  await waitFor(() => expect(dialog()).toBeNull())
  expect(onSigned).toHaveBeenCalledExactlyOnceWith({ email: ' ANN@example.com ', envelopeId: 'env_1' })
  expect(button('Document signed').isConnected).toBe(true)
})

test.each([
  ['another e-mail', { email: 'ben@example.com', envelope_id: 'env_1' }, event],
  ['another event', { email: 'ann@example.com', envelope_id: 'env_1' }, 'something-else'],
  ['no envelope', { email: 'ann@example.com' }, event],
  ['nothing', null, event],
])('[SIGN-15] an event with %s changes nothing', async (_, data, name) => {
  await openModal()
  tell(data, name)
  expect(onSigned).not.toHaveBeenCalled()
  expect(dialog()).not.toBeNull()
})

test('[SIGN-14] where no event comes through, the envelope is asked for', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  render(<Form />)
  fireEvent.click(button('Read now'))
  await screen.findByTitle('Buyer terms and conditions')
  answer(signingRoutes.status, () => ({
    data: { envelope_id: 'env_2', email: 'ann@example.com', copy_url: '/signing/documents/env_2' },
  }))
  act(() => void vi.advanceTimersByTime(3000))
  await waitFor(() =>
    expect(onSigned).toHaveBeenCalledExactlyOnceWith({ email: 'ann@example.com', envelopeId: 'env_2' }),
  )
  const link: HTMLAnchorElement = await screen.findByRole('link', { name: 'Download your copy' })
  expect(link.href).toBe('https://api.example/signing/documents/env_2')
})

test('a signing that cannot be begun says why, and can be tried again', async () => {
  answer(signingRoutes.start, () => fail(429, 'Too many documents have been opened from here'))
  render(<Form />)
  await userEvent.click(button('Read now'))
  expect((await screen.findByRole('alert')).textContent).toContain('Too many documents have been opened')
  answer(signingRoutes.start, () => ({ data: { frame_url: '/f', channel, event } }))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByTitle('Buyer terms and conditions')
})
