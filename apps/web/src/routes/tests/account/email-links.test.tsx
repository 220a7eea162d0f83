import { emailChangeRoutes } from '@terrace/contracts/email-change'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { errorReply, mockRoute } from '#web/test/mock-api.ts'
import { renderRoute } from '#web/test/render-route.tsx'

const links = [
  ['/change-email/t0ken', emailChangeRoutes.confirm, 'Confirm new address'],
  ['/undo-email-change/t0ken', emailChangeRoutes.undo, 'Undo the change'],
] as const

test.each(links)('%s: opening it sends no request; pressing the button does', async (path, route, label) => {
  const requests = mockRoute(route, () => ({ data: { status: true }, message: 'Done.' }))
  await renderRoute(path, { user: null })
  const button = await screen.findByRole('button', { name: label })
  expect(requests).toEqual([])
  await userEvent.click(button)
  expect(await screen.findByText('Done.')).toBeTruthy()
  expect(requests.map(({ body }) => body)).toEqual([{ token: 't0ken' }])
  // The outcome replaces heading and button, and has the focus.
  expect(screen.queryByRole('button', { name: label })).toBeNull()
  expect(screen.getByRole('heading', { name: /is (confirmed|undone)$/ })).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test.each(links)('%s: a used link says so and can be tried again', async (path, route, label) => {
  mockRoute(route, () => errorReply(422, 'This link has expired or was already used', 'email.link_invalid'))
  await renderRoute(path, { user: null })
  await userEvent.click(await screen.findByRole('button', { name: label }))
  expect((await screen.findByRole('alert')).textContent).toBe('This link has expired or was already used')
  expect(screen.getByRole('button', { name: label }).hasAttribute('disabled')).toBe(false)
})
