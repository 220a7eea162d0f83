import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'

// Waiting ends as soon as the thing is there; the limit is for a machine that is busy with other things.
const patienceMs = 30_000
configure({ asyncUtilTimeout: patienceMs })
const { waitFor } = vi
// Vitest's own has no setting for its limit, which is a second.
vi.waitFor = (check, options) =>
  waitFor(check, typeof options === 'number' ? options : { timeout: patienceMs, ...options })

// No test opens a socket; those about live news play the server with fake-realtime.ts.
vi.mock('#web/lib/realtime-client.ts', () => import('./fake-realtime.ts'))

// jsdom has no layout: scrolling is noted by those who ask for it, and does nothing.
window.scrollTo = () => undefined
Element.prototype.scrollIntoView = () => undefined

// Nothing ever changes its size.
window.ResizeObserver = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

// Nor has it media: no query ever matches.
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
 * Unexpected console output fails the test that made it. A test that expects some says so with its own
 * `vi.spyOn(console, 'error').mockImplementation(…)`, which takes this one's place.
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
  for (const pair of document.cookie.split('; ')) {
    const name = pair.split('=')[0]
    if (name) document.cookie = `${name}=; path=/; max-age=0`
  }
  if (unexpected.length > 0) throw new Error(`Unexpected console output:\n${unexpected.join('\n')}`)
})
