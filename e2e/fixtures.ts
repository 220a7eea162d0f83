import { AxeBuilder } from '@axe-core/playwright'
import { expect, test as base, type Page } from '@playwright/test'

interface Fixtures {
  /** Fails the test when the page logs an error or throws, unless the test says that it expects that text. */
  pageErrors: { expected: RegExp[] }
  /** Finds no accessibility problem on the page as it stands now (WCAG 2.2 A and AA). */
  expectAccessible: (page: Page) => Promise<void>
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * What fades in has half its colours. That nothing moves now is not enough: what is to fade in stands for a
 * frame or two before it starts, and is marked as entering meanwhile. As text: the journey's code knows no page.
 */
const untilStill = `(async () => {
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
      await page.evaluate(untilStill)
      const { violations } = await new AxeBuilder({ page })
        .withTags(rules)
        // The library's announcer keeps, for some seconds, what it said of a button's wait that is over.
        .exclude('[data-live-announcer]')
        .analyze()
      const found = violations.map(({ id, help, nodes }) => ({
        id,
        help,
        where: nodes.map(({ target }) => target.join(' ')),
      }))
      expect(found, `accessibility of ${page.url().replace(baseURL ?? '', '')}`).toEqual([])
    })
  },
})

export { expect }
