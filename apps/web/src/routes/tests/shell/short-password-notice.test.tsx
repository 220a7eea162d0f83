import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { mockRoute } from '#web/test/mock-api.ts'
import { mockSearch } from '#web/test/mock-search.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { wireCurrentUser } from '#web/test/user-factory.ts'

beforeEach(() => {
  sessionStorage.clear()
  mockShell()
  mockRoute(catalogueRoutes.hotEvents, () => ({ data: [] }))
  mockSearch(() => ({}))
})

const mockUser = (isWeak: boolean) =>
  mockRoute(workspaceRoutes.info, () => ({ data: wireCurrentUser({ has_weak_login: isWeak }) }))

test('the owner of a short password is asked for a longer one and can go on without it', async () => {
  mockUser(true)
  await renderRoute('/')
  const notice = await screen.findByRole('region', { name: 'Password' })
  expect(notice.textContent).toContain('Your password has fewer than 8 characters')
  expect(screen.getByRole('link', { name: /Set a longer one/ }).getAttribute('href')).toBe(
    '/profile?tab=security',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Not now' }))
  expect(screen.queryByRole('region', { name: 'Password' })).toBeNull()
})

test('a longer password brings no notice', async () => {
  mockUser(false)
  await renderRoute('/')
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('region', { name: 'Password' })).toBeNull()
})
