import { foldProduct, foldProductKeys } from '@terrace/contracts/product'
import type { BodyInputOf, ResponseInputOf, RouteContract } from '@terrace/contracts/route'
import type { WireError } from '@terrace/contracts/wire-error'
import { cleanup } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { testEnv } from './test-env.ts'

/** Which test is running, what ends all its requests, and the header by which a request says from which test it comes. */
let test = 0
let isOver = false
let end = Promise.withResolvers<never>()
const testHeader = 'x-test'
const over = () => new TypeError('The test is over')
// Not the one that a test may play with.
const { setTimeout } = globalThis

/**
 * What a page sends as it is taken away may come while the next test runs, which neither sees nor answers it. Undefined for
 * what is no such request.
 */
const refuseLate = (request: Request) =>
  request.headers.get(testHeader) === String(test) ? undefined : HttpResponse.error()

export const server = setupServer(http.all('*', ({ request }) => refuseLate(request)))

beforeAll(() => {
  server.listen({ onUnhandledFrame: 'error' })
  const send = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set(testHeader, String(test))
    return isOver ? Promise.reject(over()) : Promise.race([send(input, { ...init, headers }), end.promise])
  }
})
beforeEach(() => {
  test += 1
  isOver = false
  end = Promise.withResolvers()
  end.promise.catch(() => undefined)
})
afterEach(async () => {
  // The page goes, with all that it still waits for; and what waited for that in turn is sent now, and fails.
  cleanup()
  isOver = true
  end.reject(over())
  await new Promise((resolve) => {
    setTimeout(resolve)
  })
  server.resetHandlers()
})
afterAll(() => server.close())

export interface ApiRequest<Body = unknown> {
  query: URLSearchParams
  params: Readonly<Record<string, string | readonly string[] | undefined>>
  body: Body
  headers: Headers
}

/** A refusal, as the server words it; see {@link fail}. */
class Refusal {
  readonly status: number
  readonly body: WireError
  constructor(status: number, body: WireError) {
    this.status = status
    this.body = body
  }
}

/** What a reply gives for an answer that is no success; `details` stand in `errors` beside the title. */
export function fail(
  status: number,
  title: string,
  code?: string,
  details: Record<string, unknown> = {},
): Refusal {
  return new Refusal(status, { errors: { title, ...details }, ...(code !== undefined && { code }) })
}

type Answer<R extends RouteContract> = ResponseInputOf<R> | Refusal

/**
 * Makes the API answer one call of the contract until the test ends. An answer that the contract would not let through
 * fails the call, so that no screen is tested on what the server never sends. Returns the requests as they come.
 */
export function answer<R extends RouteContract>(
  route: R,
  reply: (request: ApiRequest<BodyInputOf<R>>) => Answer<R> | Promise<Answer<R>>,
): ApiRequest<BodyInputOf<R>>[] {
  const requests: ApiRequest<BodyInputOf<R>>[] = []
  const base = route.host === 'tickets' ? testEnv.ticket_api_base : testEnv.api_base
  const methods = { GET: http.get, POST: http.post, PATCH: http.patch, DELETE: http.delete }
  server.use(
    methods[route.method](
      `${base}${foldProduct(route.path, testEnv.product)}`,
      async ({ request, params }) => {
        const refusal = refuseLate(request)
        if (refusal) return refusal
        const text = await request.text()
        // What a call sends is typed by its contract, see lib/api-client.ts.
        const body = (text === '' ? undefined : JSON.parse(text)) as BodyInputOf<R>
        const asked = {
          query: new URL(request.url).searchParams,
          params,
          body,
          headers: request.headers,
        }
        requests.push(asked)
        const given = await reply(asked)
        if (given instanceof Refusal) return HttpResponse.json(given.body, { status: given.status })
        const sent = route.response.parse(given)
        return Response.json(route.productKeys ? foldProductKeys(sent, testEnv.product) : sent)
      },
    ),
  )
  return requests
}
