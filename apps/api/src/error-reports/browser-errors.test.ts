import { browserErrorsRoutes } from '@terrace/contracts/browser-errors'
import type { BodyInputOf } from '@terrace/contracts/route'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTelemetry, type Telemetry } from '#api/telemetry.ts'
import { receiveErrors, type SentryServer } from '#api/test/fakes/telemetry/sentry-server.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import type { ErrorReport } from './described-error.ts'
import { installErrorReporter } from './error-reports.ts'

let server: SentryServer
let telemetry: Telemetry
let app: TestApp
const collecting = () => ({ telemetry: { sentryDsn: server.dsn, traces: undefined } })
const start = async () => {
  telemetry = await startTelemetry({ production: true, ...collecting() })
}
beforeAll(async () => {
  server = await receiveErrors()
  await start()
  app = await buildTestApp({ config: collecting(), log: () => undefined })
})
afterAll(async () => {
  await telemetry.stop()
  await app.close()
  await server.close()
})

type Body = BodyInputOf<typeof browserErrorsRoutes.report>

const bug: Body = {
  type: 'TypeError',
  message: 'price of undefined',
  frames: [
    { function: 'priceOf', file: '/assets/event-listings-DqXk2b9Z.js', line: 1, column: 2345 },
    { function: '', file: '/assets/frame-C0ffee12.js', line: 3, column: 4 },
  ],
  route: '/tickets/$name/$id',
  release: 'terrace@0.0.9',
}

// Each caller has an address of its own, because limits count by it.
let callers = 0
const newAddress = () => `198.51.100.${(callers += 1)}`
const report = (body: Partial<Body>, ipAddress = newAddress()) =>
  app.visitor.call(browserErrorsRoutes.report, { body: { ...bug, ...body }, ipAddress })

async function eventOf(type: string) {
  await expect.poll(() => server.events.map((event) => event.exception.values[0]?.type)).toContain(type)
  const event = server.events.find((one) => one.exception.values[0]?.type === type)
  if (!event) throw new Error('no event')
  return event
}

test('an error of a browser is passed on with its route, release and place', async () => {
  const { status, data } = await report({ type: 'RangeError' })
  expect({ status, data }).toEqual({ status: 200, data: {} })
  const event = await eventOf('RangeError')
  expect(event).toMatchObject({
    environment: 'production',
    platform: 'javascript',
    transaction: '/tickets/$name/$id',
    message: 'error in the browser',
    tags: { side: 'browser', page_release: 'terrace@0.0.9' },
    contexts: { runtime: { name: 'browser' } },
  })
  expect(event.exception.values[0]?.value).toBe('price of undefined')
  // The innermost last, as the protocol has it.
  expect(event.exception.values[0]?.stacktrace?.frames.map((frame) => frame.filename)).toEqual([
    '/assets/frame-C0ffee12.js',
    '/assets/event-listings-DqXk2b9Z.js',
  ])
})

test('an event names the release of the page only if it is that of the server', async () => {
  await report({ type: 'OldPageError', release: 'terrace@99.0.0-invented' })
  await report({ type: 'NewPageError', release: 'terrace@0.1.0' })
  expect(await eventOf('OldPageError')).not.toHaveProperty('release')
  expect(await eventOf('NewPageError')).toMatchObject({ release: 'terrace@0.1.0' })
})

test('personal data and secrets are removed from its texts', async () => {
  const secret = 'Zk3vQxR7LpslugZk3vQxR7Lp'
  await report({
    type: 'SecretError',
    message: `cannot read "Quillfeather" of ottoline.q@post.example at https://x.example/quote/${secret}, token ${secret}`,
    frames: [{ function: `of ${secret}`, file: '/assets/base.js', line: 1, column: 1 }],
  })
  const event = await eventOf('SecretError')
  expect(event.exception.values[0]?.value).toBe(
    'cannot read "[value]" of [email] at https://[url] token [token]',
  )
  expect(server.received.join('')).not.toMatch(/quillfeather|ottoline|Zk3vQxR7/i)
})

test.each<[string, Record<string, unknown>, string]>([
  ['an address instead of the pattern', { route: '/quote/Zk3vQxR7LpslugZk' }, 'route'],
  ['an address with a query', { route: '/profile?tab=team' }, 'route'],
  [
    'a page as the file of a frame',
    { frames: [{ ...bug.frames[0], file: '/quote/Zk3vQxR7Lp' }] },
    'frames.0.file',
  ],
  ['more frames than are read', { frames: Array.from({ length: 21 }, () => bug.frames[0]) }, 'frames'],
  ['a long message', { message: 'x'.repeat(1001) }, 'message'],
  ['a release of something else', { release: 'other@1.0.0' }, 'release'],
  ['no type', { type: undefined }, 'type'],
  ['an empty type', { type: '' }, 'type'],
])('%s is refused, and the response names the field', async (_, values, field) => {
  const { status, error } = await report(values)
  expect(status).toBe(422)
  expect(Object.keys(error.errors['fields'] ?? {})).toEqual([field])
})

test('a body that is larger than any report is refused', async () => {
  const { status } = await report({ message: 'x'.repeat(20_000) })
  expect(status).toBe(413)
})

test('reports have their own rate limit for each address', async () => {
  const ipAddress = newAddress()
  const statuses: number[] = []
  for (let number = 0; number < 31; number += 1)
    statuses.push((await report({ type: 'RepeatedError' }, ipAddress)).status)
  expect([statuses[29], statuses[30]]).toEqual([200, 429])
  expect((await report({})).status).toBe(200)
  const other = await app.app.inject({ url: '/api/auth/sign-up', remoteAddress: ipAddress })
  expect(other.statusCode).toBe(200)
})

test('visitors at many addresses cannot use up what the error service takes', async () => {
  const flooded = await buildTestApp({ config: collecting() })
  const passedOn: ErrorReport[] = []
  await telemetry.stop()
  installErrorReporter({ report: (one) => void passedOn.push(one), stop: () => Promise.resolve() })
  try {
    for (let number = 0; number < 200; number += 1) {
      const ipAddress = `192.0.2.${number}`
      const body = { ...bug, type: `Error${number}` }
      const { status } = await flooded.visitor.call(browserErrorsRoutes.report, { body, ipAddress })
      expect(status).toBe(200)
    }
    // Calls may continue in the next minute.
    expect(passedOn.length).toBeGreaterThanOrEqual(20)
    expect(passedOn.length).toBeLessThan(45)
  } finally {
    await start()
    await flooded.close()
  }
})

test('an error at the same place is passed on once a minute', async () => {
  for (let number = 0; number < 3; number += 1)
    await report({ type: 'OftenError', message: `of visitor ${number}` })
  await report({ type: 'OftenError', frames: [] })
  const count = () => server.events.filter((event) => event.exception.values[0]?.type === 'OftenError').length
  await expect.poll(count).toBe(2)
})

test('errors of the server are reported while the error service refuses those of browsers', async () => {
  server.refusedSide = 'browser'
  try {
    const refused = () => server.events.some((event) => event.exception.values[0]?.type === 'RefusedError')
    await report({ type: 'RefusedError' })
    await expect.poll(refused).toBe(true)
    app.deps.logger.error({ err: new SyntaxError('a bug') }, 'while browsers are refused')
    expect((await eventOf('SyntaxError')).tags).toEqual({ side: 'server' })
  } finally {
    delete server.refusedSide
    // The refusal holds for a minute.
    await telemetry.stop()
    await start()
  }
})

test('errors of browsers do not push those of the server out of the latest ones', async () => {
  app.deps.logger.error({ err: new Error('a bug') }, 'this was unexpected')
  await report({ type: 'PushingError' })
  const { errors } = (await app.app.inject('/health/errors')).json<{ errors: { type: string }[] }>()
  expect(errors.map(({ type }) => type)).not.toContain('PushingError')
})

test('the configuration of a page says that it reports errors, and for which release', async () => {
  expect((await app.app.inject('/config.json')).json()).toMatchObject({
    error_reports: { release: 'terrace@0.1.0' },
  })
})

test('without an error service, pages send no reports, and one that comes anyway changes nothing', async () => {
  const silent = await buildTestApp({ config: { telemetry: { sentryDsn: undefined, traces: undefined } } })
  try {
    const config = (await silent.app.inject('/config.json')).json<object>()
    expect(config).not.toHaveProperty('error_reports')
    const { status } = await silent.visitor.call(browserErrorsRoutes.report, {
      body: { ...bug, type: 'UncollectedError' },
    })
    expect(status).toBe(200)
    // What is sent afterwards has arrived, so the other would have, too.
    await report({ type: 'LaterError' })
    await eventOf('LaterError')
    expect(server.received.join('')).not.toContain('UncollectedError')
  } finally {
    await silent.close()
  }
})
