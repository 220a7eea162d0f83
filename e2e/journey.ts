import type { BrowserContext, Page } from '@playwright/test'
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
})

export { expect } from './fixtures.ts'
