import { AxeBuilder } from '@axe-core/playwright'
import { expect, test as base, type Page } from '@playwright/test'

interface Fixtures {
  /** Fails the test when the page logs an error or throws, except for the expected patterns. */
  pageErrors: { expected: RegExp[] }
  /** Expects no accessibility violation in the page’s current state (WCAG 2.2 A and AA). */
  expectAccessible: (page: Page) => Promise<void>
  /** Expects enough contrast in the dark theme; leaves the page light. */
  expectDarkContrast: (page: Page) => Promise<void>
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Text that fades in has reduced contrast. An element marked as entering waits a frame or two before it starts to
 * move, so the page must be still for several frames. A string, because this project has no DOM types.
 */
const waitUntilIdle = `(async () => {
  const isMoving = () =>
    document.querySelector('[data-entering], [data-exiting]') !== null ||
    document.getAnimations().some(({ playState, pending, effect }) =>
      (pending || playState === 'running') && Number.isFinite(effect?.getComputedTiming().endTime))
  for (let stillFrames = 0; stillFrames < 3; ) {
    await new Promise(requestAnimationFrame)
    stillFrames = isMoving() ? 0 : stillFrames + 1
  }
})()`

export const test = base.extend<Fixtures>({
  pageErrors: [
    async ({ page }, provide) => {
      const seen: string[] = []
      const watch = { expected: new Array<RegExp>() }
      page.on('console', (message) => {
        if (message.type() === 'error') seen.push(message.text())
      })
      page.on('pageerror', (error) => seen.push(error.stack ?? error.message))
      await provide(watch)
      expect(seen.filter((text) => !watch.expected.some((pattern) => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],
  expectAccessible: async ({ baseURL }, provide) => {
    await provide(async (page) => {
      expect(
        await violations(page, 'all'),
        `accessibility of ${page.url().replace(baseURL ?? '', '')}`,
      ).toEqual([])
    })
  },
  expectDarkContrast: async ({ baseURL }, provide) => {
    await provide(async (page) => {
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await violations(page, 'contrast'), `dark ${page.url().replace(baseURL ?? '', '')}`).toEqual([])
      await page.emulateMedia({ colorScheme: 'light' })
    })
  },
})

async function violations(page: Page, checked: 'all' | 'contrast') {
  await page.evaluate(waitUntilIdle)
  const isInjected = await Promise.all(
    page.frames().map((frame) => frame.evaluate<boolean>(`'axe' in window`)),
  )
  // Injecting takes a third of the time of a check.
  const builder = new AxeBuilder({ page, ...(!isInjected.includes(false) && { axeSource: 'void 0' }) })
    // Evaluates the results in the page, whose frames have its origin, instead of opening a blank one.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    // The library’s live announcer keeps outdated messages for some seconds.
    .exclude('[data-live-announcer]')
  const results = await (
    checked === 'all' ? builder.withTags(rules) : builder.withRules('color-contrast')
  ).analyze()
  return results.violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ target }) => target.join(' ')),
  }))
}

export { expect }
