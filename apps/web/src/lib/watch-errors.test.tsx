import { browserErrorsRoutes } from '@terrace/contracts/browser-errors'
import { Component, type ReactNode } from 'react'
import { createRoot, type RootOptions } from 'react-dom/client'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { errorReply, mockRoute } from '#web/test/mock-api.ts'
import { testEnv } from '#web/test/test-env.ts'
import { setEnv } from './env.ts'
import { ApiError, markNetworkError } from './http/api-error.ts'
import { createQueryClient } from './http/query-client.ts'
import { watchErrors } from './watch-errors.ts'

beforeEach(() => setEnv({ ...testEnv, error_reports: { release: 'terrace@1.2.3' } }))
afterEach(() => setEnv(testEnv))

/** Watches until the test ends. */
function watch(route: string | undefined = '/tickets/$name/$id'): RootOptions {
  const added = vi.spyOn(window, 'addEventListener')
  const options = watchErrors(() => route)
  const listeners = [...added.mock.calls]
  added.mockRestore()
  onTestFinished(() => {
    for (const [type, listener] of listeners) window.removeEventListener(type, listener)
  })
  return options
}

const receive = () => mockRoute(browserErrorsRoutes.report, () => ({}))

function bug(message: string, frames = [`priceOf (${location.origin}/assets/base-Dq2.js:1:20)`]): Error {
  const error = new TypeError(message)
  error.stack = [`TypeError: ${message}`, ...frames.map((frame) => `    at ${frame}`)].join('\n')
  return error
}

const throwUncaught = (error: unknown) =>
  void window.dispatchEvent(new ErrorEvent('error', { error, message: 'Uncaught' }))

const reject = (reason: unknown) =>
  void window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }))

/** This many reports, by message, and no other before an error that is thrown now. */
async function arrived(requests: ReturnType<typeof receive>, count: number) {
  throwUncaught(bug('the last one'))
  await vi.waitFor(() => {
    expect(requests.map(({ body }) => body.message)).toContain('the last one')
    expect(requests.length).toBeGreaterThan(count)
  })
  const others = requests.map(({ body }) => body).filter(({ message }) => message !== 'the last one')
  expect(others).toHaveLength(count)
  // Requests overtake each other.
  return others.toSorted((left, right) => (left.message < right.message ? -1 : 1))
}

test('an uncaught error is reported with route, release and the frames of this site', async () => {
  const requests = receive()
  watch()
  throwUncaught(
    bug('price of undefined', [
      `priceOf (${location.origin}/assets/base-Dq2.js?v=1:1:20)`,
      `async ${location.origin}/assets/event-Dq2.js:3:40`,
      `chrome (chrome-extension://abc/content.js:1:2)`,
      `${location.origin}/quote/secret-slug:7:8`,
      'Array.map (<anonymous>)',
    ]),
  )
  expect(await arrived(requests, 1)).toEqual([
    {
      type: 'TypeError',
      message: 'price of undefined',
      frames: [
        { function: 'priceOf', file: '/assets/base-Dq2.js', line: 1, column: 20 },
        { function: '', file: '/assets/event-Dq2.js', line: 3, column: 40 },
      ],
      route: '/tickets/$name/$id',
      release: 'terrace@1.2.3',
    },
  ])
})

test('frames in the notation of Firefox and Safari are read, too', async () => {
  const requests = receive()
  watch()
  const error = bug('elsewhere')
  error.stack = `priceOf@${location.origin}/assets/base.js:1:20\n@${location.origin}/assets/event.js:3:40\n`
  throwUncaught(error)
  const [report] = await arrived(requests, 1)
  expect(report?.frames.map((frame) => `${frame.function} ${frame.file}:${frame.line}`)).toEqual([
    'priceOf /assets/base.js:1',
    ' /assets/event.js:3',
  ])
})

test('an unhandled rejection is reported, whatever it was rejected with', async () => {
  const requests = receive()
  watch()
  reject(bug('rejected'))
  reject('a text')
  reject({ secret: 'Quillfeather' })
  expect((await arrived(requests, 3)).map(({ type, message }) => [type, message])).toEqual([
    ['Error', 'A value of the type object was thrown'],
    ['Error', 'a text'],
    ['TypeError', 'rejected'],
  ])
})

class Boundary extends Component<{ children: ReactNode }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError() {
    return { hasFailed: true }
  }
  override render() {
    return this.state.hasFailed ? 'failed' : this.props.children
  }
}

function Broken({ error }: { error: Error }): ReactNode {
  throw error
}

test('errors of rendering are reported, with and without a boundary', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  // The window would print what nothing catches.
  const preventOutput = (event: Event) => event.preventDefault()
  window.addEventListener('error', preventOutput)
  onTestFinished(() => window.removeEventListener('error', preventOutput))
  // `act` would throw them instead of reporting them.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const requests = receive()
  const options = watch()
  const caught = bug('caught')
  for (const content of [
    <Boundary key="caught">
      <Broken error={caught} />
    </Boundary>,
    <Broken key="uncaught" error={bug('uncaught')} />,
  ]) {
    const root = createRoot(document.createElement('div'), options)
    root.render(content)
    onTestFinished(() => root.unmount())
  }
  await vi.waitFor(() =>
    expect(requests.map(({ body }) => body.message).toSorted()).toEqual(['caught', 'uncaught']),
  )
  expect(printed).toHaveBeenCalledWith(caught, expect.stringContaining('at Broken'))
})

test('errors of calls that the page shows are reported, unless the server sent them', async () => {
  const requests = receive()
  watch()
  const client = createQueryClient()
  const failWith = (thrown: Error) => () => Promise.reject(thrown)
  const [broken, refused] = [bug('in a query'), new ApiError(422, { errors: 'Choose another name' })]
  for (const [name, error] of Object.entries({ broken, refused })) {
    const query = client.fetchQuery({ queryKey: [name], queryFn: failWith(error), retry: false })
    await expect(query).rejects.toBe(error)
    const mutation = client.getMutationCache().build(client, { mutationFn: failWith(error) })
    await expect(mutation.execute(undefined)).rejects.toBe(error)
  }
  client.clear()
  const mutated = client.getMutationCache().build(client, { mutationFn: failWith(bug('in a mutation')) })
  await expect(mutated.execute(undefined)).rejects.toThrow('in a mutation')
  client.clear()
  expect((await arrived(requests, 2)).map(({ message }) => message)).toEqual(['in a mutation', 'in a query'])
})

test('an error is reported once, and at most five of a page', async () => {
  const requests = receive()
  watch()
  for (let number = 0; number < 3; number += 1) throwUncaught(bug('again and again'))
  for (let number = 0; number < 9; number += 1) throwUncaught(bug(`number ${number}`))
  await vi.waitFor(() => expect(requests).toHaveLength(5))
  // Another page on which this is the first error.
  const others = receive()
  watch()
  await arrived(others, 0)
  expect(requests.map(({ body }) => body.message).toSorted()).toEqual([
    'again and again',
    'number 0',
    'number 1',
    'number 2',
    'number 3',
  ])
})

test('the same message from another place is another error', async () => {
  const requests = receive()
  watch()
  throwUncaught(bug('x is undefined'))
  throwUncaught(bug('x is undefined', [`seatsOf (${location.origin}/assets/seats.js:9:9)`]))
  expect(await arrived(requests, 2)).toHaveLength(2)
})

const lost = new TypeError('Failed to fetch')
markNetworkError(lost)

test.each<[string, unknown]>([
  ['a refusal of the server', new ApiError(422, { errors: 'Choose another name' })],
  ['an outage of the server', new ApiError(503, {})],
  ['a lost connection', lost],
  ['an aborted call', new DOMException('signal is aborted', 'AbortError')],
  ['a call that took too long', new DOMException('signal timed out', 'TimeoutError')],
  ['a file that Chrome missed', bug('Failed to fetch dynamically imported module: https://x.example/a.js')],
  ['a file that Firefox missed', bug('error loading dynamically imported module: https://x.example/a.js')],
  ['a file that Safari missed', bug('Importing a module script failed.')],
  ['styles that are missing', bug('Unable to preload CSS for /assets/a.css')],
  ['an error of an extension', bug('not ours', ['run (chrome-extension://abc/content.js:1:2)'])],
  ['a script of another site', null],
])('%s is not reported', async (_, error) => {
  const requests = receive()
  watch()
  throwUncaught(error)
  reject(error)
  expect(await arrived(requests, 0)).toEqual([])
})

test('a response that differs from the contract is reported', async () => {
  const requests = receive()
  watch()
  const parsed = z.object({ price: z.int() }).safeParse({ price: 'of Quillfeather' })
  const error = new ApiError(200, {}, { cause: parsed.error })
  error.stack = ''
  throwUncaught(error)
  const [report] = await arrived(requests, 1)
  expect(report).toMatchObject({ type: 'ApiError', message: expect.stringContaining('contract at price: ') })
  expect(report?.message).not.toContain('Quillfeather')
})

test('nothing is reported while the browser is offline', async () => {
  const requests = receive()
  watch()
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  throwUncaught(bug('offline'))
  await vi.waitFor(() => expect(online).toHaveBeenCalled())
  online.mockRestore()
  expect(await arrived(requests, 0)).toEqual([])
})

test('without an error service, nothing is sent', async () => {
  const requests = receive()
  watch()
  setEnv(testEnv)
  throwUncaught(bug('not collected'))
  setEnv({ ...testEnv, error_reports: { release: 'terrace@1.2.3' } })
  expect(await arrived(requests, 0)).toEqual([])
})

test('a report that fails changes nothing for the page', async () => {
  const requests = mockRoute(browserErrorsRoutes.report, () =>
    errorReply(429, 'Too many requests', 'rate.limited'),
  )
  watch()
  throwUncaught(bug('refused'))
  expect(await arrived(requests, 1)).toHaveLength(1)
})

test('half a word at the end of a long message is not sent', async () => {
  const requests = receive()
  watch()
  throwUncaught(bug(`${'x'.repeat(980)} ottoline.quillfeather@post.example`))
  expect((await arrived(requests, 1))[0]?.message).toBe(`${'x'.repeat(980)} `)
})

test('a page without a route yet is reported as the root', async () => {
  const requests = receive()
  watch('')
  throwUncaught(bug('early'))
  expect((await arrived(requests, 1))[0]?.route).toBe('/')
})
