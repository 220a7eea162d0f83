import { configure } from '@testing-library/react'
import { vi } from 'vitest'
import { printPageOnFailureOnly } from './print-page-on-failure-only.ts'
import { waitForLazyComponents } from './wait-for-lazy-components.ts'

// Files of a process share this module, so what it changes is changed once.

/** An upper limit for busy machines; waits end as soon as the condition holds. */
export const waitTimeoutMs = 30_000

configure({ asyncUtilTimeout: waitTimeoutMs })
printPageOnFailureOnly()
const { waitFor } = vi
// Vitest has no setting for its limit of one second.
vi.waitFor = (check, options) =>
  waitFor(check, typeof options === 'number' ? options : { timeout: waitTimeoutMs, ...options })

waitForLazyComponents()

// jsdom has no layout, so scrolling does nothing. Browsers return a promise, which the types lack.
const scroll: () => unknown = () => Promise.resolve()
Object.assign(window, { scrollTo: scroll })
Object.assign(Element.prototype, { scrollIntoView: scroll })

// The frames of jsdom stop for good when a test replaces the timers while one is due.
const { setTimeout: startTimer, clearTimeout: stopTimer } = globalThis
const frameMs = 16
window.requestAnimationFrame = (run) => Number(startTimer(() => run(performance.now()), frameMs))
window.cancelAnimationFrame = (frame) => stopTimer(frame)

// jsdom does not record how the document was opened.
performance.getEntriesByType = () => []

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
