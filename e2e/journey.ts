import { expect, type BrowserContext, type Page } from '@playwright/test'
import { logIn, type Broker } from './api.ts'
import { test as base } from './fixtures.ts'
import { releaseAll } from './market.ts'

type Username = 'buyer' | 'broker2'

interface Journey {
  /** A broker beside the browser, whose team holds nothing. */
  broker: (username: Username) => Promise<Broker>
  /** Opens the browser's session as that broker, as if the login form had. */
  signIn: (username: Username, context?: BrowserContext) => Promise<Broker>
  /** The page of somebody else, in a browser of their own. */
  openPageAs: (username: Username) => Promise<{ page: Page; broker: Broker }>
  /** What every screen must be: readable by all, and without scrolling sideways. */
  expectSound: (page: Page) => Promise<void>
}

export const test = base.extend<Journey>({
  broker: async ({ baseURL }, provide) => {
    await provide(async (username) => {
      const broker = await logIn(baseURL ?? '', username)
      await releaseAll(broker)
      return broker
    })
  },
  signIn: async ({ baseURL, context, broker }, provide) => {
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
  openPageAs: async ({ browser, baseURL, viewport, signIn }, provide) => {
    const opened: BrowserContext[] = []
    await provide(async (username) => {
      const context = await browser.newContext({ baseURL: baseURL ?? '', viewport })
      opened.push(context)
      const broker = await signIn(username, context)
      return { page: await context.newPage(), broker }
    })
    for (const context of opened) await context.close()
  },
  expectSound: async ({ expectAccessible }, provide) => {
    await provide(async (page) => {
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    })
  },
})

/** On a phone nothing may have to be moved sideways to be read. */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
  expect(excess, `pixels that stand out at ${new URL(page.url()).pathname}`).toBeLessThanOrEqual(0)
}

export { expect } from './fixtures.ts'
