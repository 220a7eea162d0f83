import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'

// Code for the page is a string: this file is not compiled for browsers.
const observeKeys = `
  globalThis.benchKeys = []
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown') benchKeys.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 })`

/** The browser reports no shorter reactions. */
const shortestMs = 16

/**
 * Milliseconds from a key press to the next painted frame, as the browser reports them in steps of 8. `between` runs
 * after each press.
 */
export async function keyReactions(
  page: Page,
  keys: readonly string[],
  between?: () => Promise<void>,
): Promise<number[]> {
  await page.evaluate(observeKeys)
  const times: number[] = []
  for (const key of keys) {
    await page.evaluate('benchKeys.length = 0')
    await page.keyboard.press(key)
    await pause(150)
    times.push(await page.evaluate<number>(`Math.max(${shortestMs}, ...benchKeys)`))
    await between?.()
  }
  return times
}

const observeResults = `
  globalThis.benchResults = { typed: 0, shown: [] }
  document.addEventListener('keydown', ({ timeStamp }) => { benchResults = { typed: timeStamp, shown: [] } }, true)
  const titles = () => [...document.querySelectorAll('[cmdk-group]')]
    .filter((group) => group.querySelector('[cmdk-group-heading]')?.textContent === 'Events')
    .flatMap((group) => [...group.querySelectorAll('[cmdk-item] .font-medium')].map((item) => item.textContent))
    .join()
  new MutationObserver(() => requestAnimationFrame((time) => {
    benchResults.shown.push([Math.max(time, performance.now()), titles()])
  })).observe(document.querySelector('[cmdk-list]'), { childList: true, characterData: true, subtree: true })`

/**
 * Milliseconds from each letter to the frame with its events; letters that change no event count for nothing. Each text
 * replaces the one before.
 */
export async function resultReactions(page: Page, texts: readonly string[]): Promise<number[]> {
  await page.evaluate(observeResults)
  const times: number[] = []
  let before = ''
  for (const text of texts) {
    await page.keyboard.press('Control+a')
    for (const letter of text) {
      await page.keyboard.press(letter)
      await pause(600)
      const { typed, shown } = await page.evaluate<{ typed: number; shown: [number, string][] }>(
        'benchResults',
      )
      const last = shown.at(-1)?.[1] ?? before
      const first = shown.findLastIndex(([, titles]) => titles !== last) + 1
      const shownAt = shown[first]?.[0]
      if (last !== before && shownAt !== undefined) times.push(shownAt - typed)
      before = last
    }
  }
  return times
}

export interface HoldReaction {
  pendingMs: number
  heldAfterResponseMs: number
}

/** Holds the tickets of a row; the response is delayed, so that each state of the row is visible. */
export async function holdReaction(page: Page, index: number): Promise<HoldReaction> {
  const id = await page.locator(`[data-row="${index}"]`).getAttribute('data-listing')
  const hold = page.locator(`[data-listing="${id}"]`).getByRole('button', { name: /^Hold/ })
  await page.evaluate(`
    globalThis.benchHold = {}
    document.addEventListener('click', ({ timeStamp }) => { benchHold.pressed ??= timeStamp }, true)
    const note = (name) => { benchHold[name] ??= requestAnimationFrame(() => { benchHold[name + 'At'] = performance.now() }) }
    globalThis.benchObserver?.disconnect()
    globalThis.benchObserver = new MutationObserver(() => {
      const row = document.querySelector('[data-listing="${id}"]')
      if (row?.querySelector('[aria-busy=true]')) note('pending')
      if (/\\d held/.test(row?.textContent ?? '')) note('held')
    })
    benchObserver.observe(document.body, { attributes: true, childList: true, characterData: true, subtree: true })`)
  await page.route(/hold-multiple-tickets/, async (route) => {
    await pause(300)
    await route.continue()
  })
  await hold.click()
  await pause(1500)
  const times = await page.evaluate<{
    pressed: number
    pendingAt: number
    heldAt: number
    respondedAt: number
  }>(`({
    ...benchHold,
    respondedAt: performance.getEntriesByType('resource').findLast(({ name }) => /hold-multiple/.test(name)).responseEnd,
  })`)
  await page.unroute(/hold-multiple-tickets/)
  return {
    pendingMs: Math.round(times.pendingAt - times.pressed),
    heldAfterResponseMs: Math.round(times.heldAt - times.respondedAt),
  }
}
