import type { Page } from '@playwright/test'
import { serverOrigin } from '../addresses.ts'
import { eventOf, startErrorReceiver, type ErrorReceiver } from './error-receiver.ts'
import { expect, test as base } from '../fixtures.ts'
import { startIsolatedServer, type IsolatedServer } from '../isolated-server.ts'
import { LoginPage } from '../pages/login-page.ts'

interface Collecting {
  receiver: ErrorReceiver
  server: IsolatedServer
}

/** A marketplace that passes errors on to an error service. */
const test = base.extend<object, { port: number; collecting: Collecting }>({
  port: [4185, { scope: 'worker', option: true }],
  collecting: [
    async ({ port }, provide) => {
      const receiver = await startErrorReceiver()
      const server = await startIsolatedServer(port, { SENTRY_DSN: receiver.dsn })
      await provide({ receiver, server })
      await server.stop()
      await receiver.close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

const token = 'Zk3vQxR7LpslugZk3vQxR7Lp'
const personal = `cannot read "Quillfeather" of ottoline.q@post.example at https://x.example/quote/${token}, token ${token}`

/** Runs a script of this site that throws an error with personal data, as a bug in a page would. */
async function breakPage(page: Page): Promise<void> {
  await page.route('**/assets/faulty-C0ffee12.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `(function readBasket() { throw new RangeError(${JSON.stringify(personal)}) })()`,
    }),
  )
  const thrown = page.waitForEvent('pageerror')
  await page.addScriptTag({ url: '/assets/faulty-C0ffee12.js' })
  expect((await thrown).message).toBe(personal)
}

/** Errors that the page sends to the server. */
function watchReports(page: Page): string[] {
  const reports: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/browser-errors') reports.push(request.postData() ?? '')
  })
  return reports
}

test('an error of a page reaches the error service once, without personal data', async ({
  page,
  collecting: { receiver, server },
  pageErrors,
}) => {
  pageErrors.expected.push(/Quillfeather/, /status of 422/)
  const reports = watchReports(page)
  const login = new LoginPage(page)
  await page.goto(`${server.url}/login?next=/quote/${token}`)
  await expect(login.username).toBeVisible()
  await breakPage(page)
  const errors = () => receiver.received.map(eventOf).filter(({ tags }) => tags['side'] === 'browser')
  await expect.poll(() => errors().length).toBe(1)
  expect(errors()[0]).toMatchObject({
    message: 'error in the browser',
    transaction: '/login',
    exception: {
      values: [
        {
          type: 'RangeError',
          value: 'cannot read "[value]" of [email] at https://[url] token [token]',
          stacktrace: { frames: [{ filename: '/assets/faulty-C0ffee12.js' }, { function: 'readBasket' }] },
        },
      ],
    },
  })
  expect(receiver.received.join('')).not.toMatch(/quillfeather|ottoline|Zk3vQxR7/i)
  // The same error of the same page.
  await breakPage(page)
  await login.logIn('buyer', 'not the password')
  await expect(login.error).toBeVisible()
  expect(reports).toHaveLength(1)
  expect(errors()).toHaveLength(1)
})

test('without an error service, a page sends nothing', async ({ page, pageErrors }) => {
  pageErrors.expected.push(/Quillfeather/, /status of 422/)
  const reports = watchReports(page)
  const login = new LoginPage(page)
  await page.goto(`${serverOrigin}/login`)
  await expect(login.username).toBeVisible()
  await breakPage(page)
  // What the page sends later has arrived.
  await login.logIn('buyer', 'not the password')
  await expect(login.error).toBeVisible()
  expect(reports).toEqual([])
})
