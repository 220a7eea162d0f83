import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { testEnv } from '#web/test/test-env.ts'

afterEach(() => vi.unstubAllGlobals())

/** Starts with this response to `/config.json` and returns the text shown. */
async function startupText(respond: () => Promise<Response>): Promise<string | null> {
  vi.stubGlobal('fetch', respond)
  // The configuration is loaded once.
  vi.resetModules()
  const { loadEnv } = await import('#web/lib/env.ts')
  const { StartupError } = await import('./startup-error.tsx')
  const error = await loadEnv().then(
    () => undefined,
    (reason: unknown) => reason,
  )
  render(<StartupError error={error} />)
  return screen.getByRole('alert').textContent
}

test('[SEARCH-10] a missing search region in the configuration is named', async () => {
  const { personalization_region: _region, ...search } = testEnv.search
  expect(await startupText(async () => Response.json({ ...testEnv, search }))).toContain(
    '/config.json: search.personalization_region: must be eu or us.',
  )
})

test('a configuration that the server cannot provide is not blamed on the connection', async () => {
  expect(await startupText(async () => new Response('', { status: 500 }))).toContain(
    '/config.json returned 500.',
  )
})

test('a network error asks to check the connection', async () => {
  expect(await startupText(async () => Promise.reject(new TypeError('Failed to fetch')))).toContain(
    'Check your connection and try again.',
  )
})
