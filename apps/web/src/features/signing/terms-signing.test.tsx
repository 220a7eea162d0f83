import { signedEvent as event, signingRoutes } from '@terrace/contracts/signing'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { setEnv } from '#web/lib/env.ts'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { subscribedChannels, fakeChannel } from '#web/test/fakes/fake-realtime.ts'
import { testEnv } from '#web/test/test-env.ts'
import { TermsSigning } from './terms-signing.tsx'
import type { Signature } from './use-signing.ts'

const channel = 'private-signup-1'
const nothing = { envelope_id: null, email: null, copy_url: null }
const onSigned = vi.fn<(signed: Signature) => void>()

beforeEach(() => {
  onSigned.mockReset()
  setEnv(testEnv)
  mockRoute(signingRoutes.start, () => ({ data: { frame_url: '/signing/frame?id=sgn_1', channel, event } }))
  mockRoute(signingRoutes.status, () => ({ data: nothing }))
})

/** Like the registration form, it stores the envelope. */
function Form({ firstName = 'Ann', lastName = 'Buyer', email = 'ann@example.com' }) {
  const [signed, setSigned] = useState(false)
  return (
    <TermsSigning
      {...{ firstName, lastName, email, signed }}
      onSigned={(result) => {
        onSigned(result)
        setSigned(true)
      }}
    />
  )
}

/** Includes buttons behind the open dialog, which are hidden from the accessibility tree. */
const button = (name: string) => screen.getByRole('button', { name, hidden: true })

const isDisabled = (name: string) => button(name).hasAttribute('disabled')
const dialog = () => screen.queryByRole('dialog')

async function openModal() {
  render(<Form />)
  await userEvent.click(button('Read now'))
  const frame: HTMLIFrameElement = await screen.findByTitle('Buyer terms and conditions')
  await waitFor(() => expect(subscribedChannels()).toContain(channel))
  return frame
}

const emitEvent = (data: unknown, name: string = event) => act(() => fakeChannel(channel).onEvent(name, data))

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

test('[SIGN-05] [SIGN-06] the button opens a modal with the titled signing frame', async () => {
  const frame = await openModal()
  expect(dialog()?.contains(frame)).toBe(true)
  expect(frame.src).toBe('https://api.example/signing/frame?id=sgn_1')
})

test("the document is issued for the form's full name and email", async () => {
  const requests = mockRoute(signingRoutes.start, () => ({ data: { frame_url: '/f', channel, event } }))
  render(<Form firstName=" Ann " email=" ann@example.com " />)
  await userEvent.click(button('Read now'))
  await waitFor(() => expect(requests[0]?.body).toEqual({ name: 'Ann Buyer', email: 'ann@example.com' }))
})

test('[SIGN-02] while signing, the button reads "Processing"', async () => {
  await openModal()
  expect(button('Processing').isConnected).toBe(true)
})

test('[SIGN-07] a spinner shows until the frame has loaded', async () => {
  const frame = await openModal()
  expect(screen.getByRole('status').textContent).toBe('Loading the buyer terms and conditions')
  fireEvent.load(frame)
  expect(screen.queryByRole('status')).toBeNull()
})

test('[SIGN-08] closing the modal unsigned resets the terms button to "Read now"', async () => {
  await openModal()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(dialog()).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(button('Read now')))
  expect(subscribedChannels()).not.toContain(channel)
  expect(onSigned).not.toHaveBeenCalled()
})

test('[SIGN-08] Escape in the signing page closes the dialog; other pages cannot close it', async () => {
  const frame = await openModal()
  const postToWindow = (data: unknown, source: Window | null) =>
    act(() => void window.dispatchEvent(new MessageEvent('message', { data, source })))
  postToWindow('signing:close', window)
  postToWindow('something else', frame.contentWindow)
  expect(dialog()).not.toBeNull()
  postToWindow('signing:close', frame.contentWindow)
  await waitFor(() => expect(dialog()).toBeNull())
  expect(button('Read now').isConnected).toBe(true)
})

test("[SIGN-03] [SIGN-14] [SIGN-16] the signer's event stores the envelope and closes the modal", async () => {
  await openModal()
  emitEvent({ email: ' ANN@example.com ', envelope_id: 'env_1' })
  await waitFor(() => expect(dialog()).toBeNull())
  expect(onSigned).toHaveBeenCalledExactlyOnceWith({ email: ' ANN@example.com ', envelopeId: 'env_1' })
  expect(button('Document signed').isConnected).toBe(true)
})

test.each([
  ['another email', { email: 'ben@example.com', envelope_id: 'env_1' }, event],
  ['another event', { email: 'ann@example.com', envelope_id: 'env_1' }, 'something-else'],
  ['no envelope', { email: 'ann@example.com' }, event],
  ['nothing', null, event],
])('[SIGN-15] an event with %s changes nothing', async (_, data, name) => {
  await openModal()
  emitEvent(data, name)
  expect(onSigned).not.toHaveBeenCalled()
  expect(dialog()).not.toBeNull()
})

test('[SIGN-14] the status is polled when no event arrives', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  render(<Form />)
  fireEvent.click(button('Read now'))
  await screen.findByTitle('Buyer terms and conditions')
  // Polling starts together with the subscription.
  await vi.waitFor(() => expect(subscribedChannels()).toContain(channel))
  mockRoute(signingRoutes.status, () => ({
    data: { envelope_id: 'env_2', email: 'ann@example.com', copy_url: '/signing/documents/env_2' },
  }))
  act(() => void vi.advanceTimersByTime(3000))
  await waitFor(() =>
    expect(onSigned).toHaveBeenCalledExactlyOnceWith({ email: 'ann@example.com', envelopeId: 'env_2' }),
  )
  const link: HTMLAnchorElement = await screen.findByRole('link', { name: 'Download your copy' })
  expect(link.href).toBe('https://api.example/signing/documents/env_2')
})

test('a signing that fails to start shows the reason and can be retried', async () => {
  mockRoute(signingRoutes.start, () => errorReply(429, 'Too many documents were opened from this network'))
  render(<Form />)
  await userEvent.click(button('Read now'))
  expect((await screen.findByRole('alert')).textContent).toContain('Too many documents were opened')
  mockRoute(signingRoutes.start, () => ({ data: { frame_url: '/f', channel, event } }))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByTitle('Buyer terms and conditions')
})
