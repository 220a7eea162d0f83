import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { setSingleKeyShortcuts } from '#web/lib/commands/single-key-shortcuts.ts'
import { serveMockApi } from '../mock-api.ts'
import { waitTimeoutMs } from './process-setup.ts'
import { waitForRoutersAfterTests } from './wait-for-router-after-test.ts'
import { forgetLoadingComponents } from './wait-for-lazy-components.ts'

// No test opens a socket; tests of live updates use fake-realtime.ts.
vi.mock('#web/lib/http/realtime-client.ts', () => import('../fakes/fake-realtime.ts'))

vi.mock('#web/lib/hooks/use-lazy-component.ts', async (importOriginal) =>
  (await import('./wait-for-lazy-components.ts')).trackLazyComponents(await importOriginal()),
)
// By its own limits the search client takes a host for down when a busy machine responds late.
vi.mock('algoliasearch/lite', async (importOriginal) => {
  const original = await importOriginal<typeof import('algoliasearch/lite')>()
  const timeouts = { connect: waitTimeoutMs, read: waitTimeoutMs, write: waitTimeoutMs }
  const liteClient: typeof original.liteClient = (appId, apiKey, options) =>
    original.liteClient(appId, apiKey, { ...options, timeouts })
  return { ...original, liteClient }
})

// Dialogs open at once, as if the page had been idle before.
vi.mock('#web/ui/overlay/on-demand-dialog.tsx', async () => ({
  OnDemandDialog: (await import('#web/ui/overlay/dialog.tsx')).Dialog,
}))

const noisy = ['error', 'warn', 'log', 'info', 'debug'] as const

/**
 * Unexpected console output fails the test. A test that expects output mocks it with its own `vi.spyOn(console,
 * 'error').mockImplementation(…)`.
 */
let unexpected: string[] = []

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  // Test files share their modules.
  setSingleKeyShortcuts(true)
  for (const pair of document.cookie.split('; ')) {
    const name = pair.split('=')[0]
    if (name) document.cookie = `${name}=; path=/; max-age=0`
  }
  unexpected = []
  for (const method of noisy) {
    vi.spyOn(console, method).mockImplementation((...parts: unknown[]) => {
      unexpected.push(`console.${method}: ${parts.map(String).join(' ')}`)
    })
  }
})

afterEach(() => {
  cleanup()
  forgetLoadingComponents()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
  // What a test itself put into the page; one element for announcements lives as long as the window.
  for (const element of document.querySelectorAll('body > :not([data-live-announcer])')) element.remove()
  if (unexpected.length > 0) throw new Error(`Unexpected console output:\n${unexpected.join('\n')}`)
})

// Hooks after a test run in reverse order: navigation ends on a page that still stands, then the calls, then the page.
serveMockApi()
waitForRoutersAfterTests()

// What is still loading when a file ends would never arrive, for later files either.
afterAll(() => vi.dynamicImportSettled())
