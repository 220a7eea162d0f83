import { expect, type BrowserContext, type Page } from '@playwright/test'
import { logIn, type Broker } from './api.ts'
import { test as base } from './fixtures.ts'
import { releaseAll } from './event-listings.ts'
import { expectTabOrder } from './tab-order.ts'

type Username = 'buyer' | 'broker2'

interface SessionFixtures {
  /** Logs a broker in to the API and releases the team’s holds. */
  broker: (username: Username) => Promise<Broker>
  /** Gives the browser a session of that broker without the login form. */
  logIn: (username: Username, context?: BrowserContext) => Promise<Broker>
  /** Opens a page of another user in a separate browser context. */
  openPageAs: (username: Username) => Promise<{ page: Page; broker: Broker }>
  /** Expects an accessible page without horizontal scrolling. */
  expectAccessibleLayout: (page: Page) => Promise<void>
  /** Expects an accessible page whose controls Tab visits in order; on desktops, also in the dark theme. */
  expectOperable: (page: Page) => Promise<void>
}

export const test = base.extend<SessionFixtures>({
  broker: async ({ baseURL }, provide) => {
    await provide(async (username) => {
      const broker = await logIn(baseURL ?? '', username)
      await releaseAll(broker)
      return broker
    })
  },
  logIn: async ({ baseURL, context, broker }, provide) => {
    await provide(async (username, where = context) => {
      const found = await broker(username)
      const cookie = (name: string, value: unknown) => ({
        name,
        value: encodeURIComponent(JSON.stringify(value)),
        url: baseURL ?? '',
        sameSite: 'Lax' as const,
      })
      await where.addCookies([cookie('authTokens', found.token), cookie('authData', found.user)])
      return found
    })
  },
  openPageAs: async ({ browser, baseURL, viewport, logIn }, provide) => {
    const opened: BrowserContext[] = []
    await provide(async (username) => {
      const context = await browser.newContext({ baseURL: baseURL ?? '', viewport })
      opened.push(context)
      const broker = await logIn(username, context)
      return { page: await context.newPage(), broker }
    })
    for (const context of opened) await context.close()
  },
  expectAccessibleLayout: async ({ expectAccessible }, provide) => {
    await provide(async (page) => {
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    })
  },
  expectOperable: async ({ expectAccessibleLayout, expectDarkContrast, isMobile }, provide) => {
    await provide(async (page) => {
      await expectDialogShown(page)
      // Before Tab scrolls rows below the header.
      await expectAccessibleLayout(page)
      if (!isMobile) await expectDarkContrast(page)
      await expectTabOrder(page)
    })
  },
})

/** A dialog that focuses a field stays transparent on phones until the keyboard of the screen is up. */
async function expectDialogShown(page: Page): Promise<void> {
  const isShown = `(() => {
    const dialog = [...document.querySelectorAll('[role=dialog]')].at(-1)
    return dialog === undefined || dialog.checkVisibility({ opacityProperty: true })
  })()`
  await expect.poll(() => page.evaluate<boolean>(isShown)).toBe(true)
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflowPx = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
  expect(overflowPx, `pixels that stand out at ${new URL(page.url()).pathname}`).toBeLessThanOrEqual(0)
}

export { expect } from './fixtures.ts'
