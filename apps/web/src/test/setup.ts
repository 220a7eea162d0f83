import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { setSingleKeyShortcuts } from '#web/lib/commands/single-key-shortcuts.ts'
import { printPageOnFailureOnly } from './print-page-on-failure-only.ts'
import { waitForLazyComponents } from './wait-for-lazy-components.ts'

// An upper limit for busy machines; waits end as soon as the condition holds.
const waitTimeoutMs = 30_000
configure({ asyncUtilTimeout: waitTimeoutMs })
printPageOnFailureOnly()
const { waitFor } = vi
// Vitest has no setting for its limit of one second.
vi.waitFor = (check, options) =>
  waitFor(check, typeof options === 'number' ? options : { timeout: waitTimeoutMs, ...options })

// No test opens a socket; tests of live updates use fake-realtime.ts.
vi.mock('#web/lib/http/realtime-client.ts', () => import('./fake-realtime.ts'))

vi.mock('#web/lib/hooks/use-lazy-component.ts', async (importOriginal) =>
  (await import('./wait-for-lazy-components.ts')).trackLazyComponents(await importOriginal()),
)
waitForLazyComponents()

// By its own limits the search client takes a host for down when a busy machine answers late.
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

// jsdom has no layout, so scrolling does nothing.
window.scrollTo = () => undefined
Element.prototype.scrollIntoView = () => undefined

// Sizes never change.
window.ResizeObserver = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

// No media query matches.
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  })

const noisy = ['error', 'warn', 'log', 'info', 'debug'] as const

/**
 * Unexpected console output fails the test. A test that expects output mocks it with its own `vi.spyOn(console,
 * 'error').mockImplementation(…)`.
 */
let unexpected: string[] = []

beforeEach(() => {
  unexpected = []
  for (const method of noisy) {
    vi.spyOn(console, method).mockImplementation((...parts: unknown[]) => {
      unexpected.push(`console.${method}: ${parts.map(String).join(' ')}`)
    })
  }
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  localStorage.clear()
  sessionStorage.clear()
  // Test files share their modules.
  setSingleKeyShortcuts(true)
  for (const pair of document.cookie.split('; ')) {
    const name = pair.split('=')[0]
    if (name) document.cookie = `${name}=; path=/; max-age=0`
  }
  if (unexpected.length > 0) throw new Error(`Unexpected console output:\n${unexpected.join('\n')}`)
})
