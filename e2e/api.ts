import { accountsRoutes } from '@terrace/contracts/accounts'
import { expandProduct, productDefaults } from '@terrace/contracts/product'
import type { BodyInputOf, ParamsOf, QueryInputOf, ResponseOf, RouteContract } from '@terrace/contracts/route'

interface CallOptions<R extends RouteContract> {
  params?: ParamsOf<R>
  query?: QueryInputOf<R>
  body?: BodyInputOf<R>
}

/** A logged-in user who calls the API directly, to set up or inspect data for a browser test. */
export interface Broker {
  token: string
  /** User data of the login response, as the browser stores it. */
  user: Record<string, unknown>
  /** Returns the parsed response; throws unless the call succeeds. */
  call: <R extends RouteContract>(route: R, options?: CallOptions<R>) => Promise<ResponseOf<R>>
}

/** Password of the demo accounts (product.md §9). */
export const demoPassword = 'terrace-demo'

export async function logIn(baseURL: string, username: string): Promise<Broker> {
  const body = { username, password: demoPassword }
  const loginResult = await send(baseURL, accountsRoutes.logIn, { body })
  // Stored unparsed, because the browser’s copy names the product’s key as configured.
  const { token, status: _, ...user } = (loginResult as { data: { token: string; status: boolean } }).data
  return {
    token,
    user,
    async call(route, options = {}) {
      const payload = await send(baseURL, route, { ...options, token })
      // The contract’s own schema produces this type.
      return route.response.parse(payload) as ResponseOf<typeof route>
    },
  }
}

async function send(
  baseURL: string,
  route: RouteContract,
  { params, query, body, token }: { params?: unknown; query?: unknown; body?: unknown; token?: string },
): Promise<unknown> {
  const url = new URL(`/api${pathOf(route, params)}`, baseURL)
  for (const [name, value] of entriesOf(query)) {
    for (const item of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(item))
  }
  const response = await fetch(url, {
    method: route.method,
    headers: {
      accept: 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${route.name} responded with ${response.status}: ${text}`)
  return JSON.parse(text)
}

function pathOf(route: RouteContract, params: unknown): string {
  const values = new Map(entriesOf(params))
  return expandProduct(route.path, productDefaults.product).replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name))),
  )
}

function entriesOf(value: unknown): [string, unknown][] {
  return value !== null && typeof value === 'object' ? Object.entries(value) : []
}
