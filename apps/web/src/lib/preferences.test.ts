import { preferencesRoutes, type Preferences } from '@terrace/contracts/preferences'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { useTestEnv } from '#web/test/test-env.ts'
import { clearStoredSession, storeSession } from './http/session.ts'
import { isPageShortcut } from './commands/shortcut-keys.ts'
import { startPreferenceSync, type PreferenceSync } from './preference-sync.ts'
import { setPreference, usePreference } from './preferences.ts'

/** The server's preferences of the account. */
let saved: Preferences
let sync: PreferenceSync | undefined

beforeEach(() => {
  useTestEnv()
  storeSession('t0ken', { id: 'usr_1' })
  saved = {}
  mockRoute(preferencesRoutes.read, () => ({ data: saved }))
})
afterEach(() => {
  sync?.stop()
  sync = undefined
  delete document.documentElement.dataset['theme']
})

const acceptChanges = () =>
  mockRoute(preferencesRoutes.change, ({ body }) => ({ data: (saved = { ...saved, ...body }) }))

const theme = () => renderHook(() => usePreference('theme', 'system'))
const storedText = () => localStorage.getItem('preferences') ?? ''

test('a change applies at once and is sent together with simultaneous ones', async () => {
  const sent = acceptChanges()
  sync = startPreferenceSync()
  const { result } = theme()
  act(() => result.current[1]('dark'))
  expect(result.current[0]).toBe('dark')
  act(() => setPreference('density', 'compact'))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual({ theme: 'dark', density: 'compact' })
  await vi.waitFor(() => expect(JSON.parse(storedText())).toMatchObject({ unsent: {} }))
})

test('preferences come back after login, although a 401 clears local storage', async () => {
  saved = { theme: 'dark' }
  clearStoredSession()
  storeSession('t0ken', { id: 'usr_1' })
  const { result } = theme()
  expect(result.current[0]).toBe('system')
  act(() => void (sync = startPreferenceSync()))
  await vi.waitFor(() => expect(result.current[0]).toBe('dark'))
})

test('a change without a connection is kept and sent by the next page', async () => {
  const failed = mockRoute(preferencesRoutes.change, () => errorReply(503, 'Not now'))
  sync = startPreferenceSync()
  setPreference('theme', 'dark')
  await vi.waitFor(() => expect(failed).toHaveLength(1))
  expect(storedText()).toContain('"unsent":{"theme":"dark"}')
  sync.stop()
  const sent = acceptChanges()
  sync = startPreferenceSync()
  await vi.waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ theme: 'dark' }]))
  expect(saved).toEqual({ theme: 'dark' })
})

test('a value that the server rejects is reverted', async () => {
  saved = { theme: 'light' }
  sync = startPreferenceSync()
  const { result } = theme()
  await vi.waitFor(() => expect(result.current[0]).toBe('light'))
  const sent = mockRoute(preferencesRoutes.change, () => errorReply(422, 'theme: no', 'input.invalid'))
  act(() => result.current[1]('dark'))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  await vi.waitFor(() => expect(result.current[0]).toBe('light'))
})

test('changes in another tab apply here, and unchanged lists keep their identity', () => {
  const columns = [{ id: 'price' }]
  setPreference('columns.quotes', columns)
  const { result } = renderHook(() => [
    usePreference('theme', 'system')[0],
    usePreference('columns.quotes', [])[0],
  ])
  const [, before] = result.current
  const other = JSON.stringify({
    owner: 'usr_1',
    values: { theme: 'dark' },
    unsent: { 'columns.quotes': columns },
  })
  localStorage.setItem('preferences', other)
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'preferences' })))
  expect(result.current[0]).toBe('dark')
  expect(result.current[1]).toBe(before)
})

test('another account in the same browser does not see them', () => {
  setPreference('theme', 'dark')
  storeSession('t0ken', { id: 'usr_2' })
  expect(theme().result.current[0]).toBe('system')
})

test('after logging out, a late response stores nothing', async () => {
  const response = Promise.withResolvers<{ data: Preferences }>()
  const requests = mockRoute(preferencesRoutes.read, () => response.promise)
  sync = startPreferenceSync()
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  clearStoredSession()
  response.resolve({ data: { theme: 'dark' } })
  await new Promise((resolve) => {
    setTimeout(resolve, 50)
  })
  expect(localStorage).toHaveLength(0)
})

test('the theme applies to the page and is remembered for the first paint of the next one', async () => {
  acceptChanges()
  sync = startPreferenceSync()
  setPreference('theme', 'dark')
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(document.cookie).toContain('theme=dark')
  setPreference('theme', 'system')
  expect(document.documentElement.dataset['theme']).toBeUndefined()
  expect(document.cookie).not.toContain('theme=')
})

test('single-key shortcuts can be switched off; other keys still work', () => {
  acceptChanges()
  sync = startPreferenceSync()
  const isShortcut = (key: string) => isPageShortcut(new KeyboardEvent('keydown', { key }))
  expect(isShortcut('/')).toBe(true)
  setPreference('single_key_shortcuts', false)
  expect([isShortcut('/'), isShortcut('n'), isShortcut('Escape')]).toEqual([false, false, true])
  setPreference('single_key_shortcuts', true)
  expect(isShortcut('/')).toBe(true)
})
