import { emailChangeRoutes, type WireEmailAddress } from '@terrace/contracts/email-change'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { wireEmailAddress } from '#web/test/email-address-factory.ts'
import { errorReply, mockRoute } from '#web/test/mock-api.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

const pending = {
  email: 'new@example.test',
  requested_at: '2031-02-03T12:00:00.000Z',
  expires_at: '2031-02-04T12:00:00.000Z',
}

let state: WireEmailAddress
beforeEach(() => {
  state = wireEmailAddress()
  mockShell()
  mockRoute(emailChangeRoutes.read, () => ({ data: state }))
})

const section = async () => within(await screen.findByRole('region', { name: 'Email address' }))
const open = () => renderRoute('/profile?tab=security')

test('a new address is asked for and then waits for its link', async () => {
  const requests = mockRoute(emailChangeRoutes.request, ({ body }) => {
    state = wireEmailAddress({ pending: { ...pending, email: body.email } })
    return { data: state }
  })
  await open()
  expect(await (await section()).findByText('jane@example.test')).toBeTruthy()
  await userEvent.click((await section()).getByRole('button', { name: 'Change email' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change email address' }))
  const field = dialog.getByLabelText('New email address')
  await userEvent.type(field, 'new@{Enter}')
  expect(dialog.getByText('Invalid email address')).toBeTruthy()
  expect(requests).toEqual([])
  await userEvent.type(field, 'example.test{Enter}')
  expect(await (await section()).findByText('new@example.test')).toBeTruthy()
  expect(
    (await section()).getByText(/^We sent a link to this address\. It works until 04 Feb 31/),
  ).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requests.map(({ body }) => body)).toEqual([{ email: 'new@example.test' }])
})

test('a refused address shows why in the dialog, and the dialog opens clean again', async () => {
  mockRoute(emailChangeRoutes.request, () =>
    errorReply(422, 'This is already your email address', 'email.same_address'),
  )
  await open()
  await userEvent.click(await (await section()).findByRole('button', { name: 'Change email' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change email address' }))
  await userEvent.type(dialog.getByLabelText('New email address'), 'jane@example.test{Enter}')
  expect((await dialog.findByRole('alert')).textContent).toBe('This is already your email address')
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click((await section()).getByRole('button', { name: 'Change email' }))
  await screen.findByRole('dialog', { name: 'Change email address' })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the link is sent again, and the change cancelled', async () => {
  state = wireEmailAddress({ pending })
  const resent = mockRoute(emailChangeRoutes.resend, () => ({ data: state }))
  const cancelled = mockRoute(emailChangeRoutes.cancel, () => {
    state = wireEmailAddress()
    return { data: state }
  })
  await open()
  await userEvent.click(await (await section()).findByRole('button', { name: 'Send again' }))
  expect(await (await section()).findByText('We sent another link')).toBeTruthy()
  expect(resent).toHaveLength(1)
  await userEvent.click((await section()).getByRole('button', { name: 'Cancel change' }))
  await waitFor(() => expect(screen.queryByText('new@example.test')).toBeNull())
  expect(cancelled).toHaveLength(1)
  // The pressed button is gone.
  expect(document.activeElement?.textContent).toBe('Change email')
})

test('too many emails are refused with the reason', async () => {
  state = wireEmailAddress({ pending })
  mockRoute(emailChangeRoutes.resend, () => errorReply(429, 'Too many requests. Wait an hour and try again'))
  await open()
  await userEvent.click(await (await section()).findByRole('button', { name: 'Send again' }))
  expect((await (await section()).findByRole('alert')).textContent).toBe(
    'Too many requests. Wait an hour and try again',
  )
})

test('after a change the section says until when the previous address can undo it', async () => {
  state = wireEmailAddress({ undo_until: '2031-02-06T12:00:00.000Z' })
  await open()
  expect(
    await (await section()).findByText(/^Your previous address can undo the change until 06 Feb 31/),
  ).toBeTruthy()
})
