import { verifyEmailRoutes } from '@terrace/contracts/verify-email'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, fail } from '#web/test/api-server.ts'
import { renderRoute } from '#web/test/render-route.tsx'

const told = (message: string) => ({ data: { status: true }, message })
const confirmed = 'Your email address is confirmed. We will write to you as soon as your account is open'
const sentAgain = 'If your address still needs to be confirmed, a new link is on its way'
const button = (name: string) => screen.findByRole('button', { name })

test('opening the page asks nothing of the server; the press confirms', async () => {
  const requests = answer(verifyEmailRoutes.confirm, () => told(confirmed))
  await renderRoute('/verify-email/t0ken', { user: null })
  const confirm = await button('Confirm email address')
  expect(requests).toEqual([])
  expect(document.title).toBe('Confirm your email address · Terrace')
  await userEvent.click(confirm)
  expect(await screen.findByText(confirmed)).toBeTruthy()
  expect(requests.map(({ body }) => body)).toEqual([{ token: 't0ken' }])
  expect((await button('Confirm email address')).hasAttribute('disabled')).toBe(true)
})

test('a link that no longer works says so and brings a new one', async () => {
  answer(verifyEmailRoutes.confirm, () =>
    fail(422, 'This link has been used or is too old', 'email.link_spent'),
  )
  const requests = answer(verifyEmailRoutes.resend, () => told(sentAgain))
  await renderRoute('/verify-email/t0ken', { user: null })
  await userEvent.click(await button('Confirm email address'))
  expect((await screen.findByRole('alert')).textContent).toBe('This link has been used or is too old')
  await userEvent.click(await button('Send a new link'))
  expect(await screen.findByText(sentAgain)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(requests.map(({ body }) => body)).toEqual([{ token: 't0ken' }])
})

test('a new link that could not be sent can be asked for again', async () => {
  answer(verifyEmailRoutes.confirm, () => fail(422, 'This link has been used or is too old'))
  answer(verifyEmailRoutes.resend, () => fail(429, 'Too many requests'))
  await renderRoute('/verify-email/t0ken', { user: null })
  await userEvent.click(await button('Confirm email address'))
  await userEvent.click(await button('Send a new link'))
  expect((await screen.findByRole('alert')).textContent).toBe('Too many requests')
  expect((await button('Send a new link')).hasAttribute('disabled')).toBe(false)
})
