import { verifyEmailRoutes } from '@terrace/contracts/verify-email'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { renderRoute } from '#web/test/render-route.tsx'

const successReply = (message: string) => ({ data: { status: true }, message })
const confirmed = 'Your email address is confirmed. We’ll email you when your account is approved'
const resentText = 'If your address still needs to be confirmed, a new link is on its way'
const button = (name: string) => screen.findByRole('button', { name })

test('opening the page sends no request; pressing the button confirms the address', async () => {
  const requests = mockRoute(verifyEmailRoutes.confirm, () => successReply(confirmed))
  await renderRoute('/verify-email/t0ken', { user: null })
  const confirm = await button('Confirm email address')
  expect(requests).toEqual([])
  expect(document.title).toBe('Confirm your email address · Terrace')
  await userEvent.click(confirm)
  expect(await screen.findByText(confirmed)).toBeTruthy()
  expect(requests.map(({ body }) => body)).toEqual([{ token: 't0ken' }])
  expect((await button('Confirm email address')).hasAttribute('disabled')).toBe(true)
})

test('an expired link shows a message and offers a new one', async () => {
  mockRoute(verifyEmailRoutes.confirm, () =>
    errorReply(422, 'This link has expired or was already used', 'email.link_invalid'),
  )
  const requests = mockRoute(verifyEmailRoutes.resend, () => successReply(resentText))
  await renderRoute('/verify-email/t0ken', { user: null })
  await userEvent.click(await button('Confirm email address'))
  expect((await screen.findByRole('alert')).textContent).toBe('This link has expired or was already used')
  await userEvent.click(await button('Send a new link'))
  expect(await screen.findByText(resentText)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(requests.map(({ body }) => body)).toEqual([{ token: 't0ken' }])
})

test('a new link that fails to send can be retried', async () => {
  mockRoute(verifyEmailRoutes.confirm, () => errorReply(422, 'This link has expired or was already used'))
  mockRoute(verifyEmailRoutes.resend, () => errorReply(429, 'Too many requests'))
  await renderRoute('/verify-email/t0ken', { user: null })
  await userEvent.click(await button('Confirm email address'))
  await userEvent.click(await button('Send a new link'))
  expect((await screen.findByRole('alert')).textContent).toBe('Too many requests')
  expect((await button('Send a new link')).hasAttribute('disabled')).toBe(false)
})
