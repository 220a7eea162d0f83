import { accountsRoutes } from '@terrace/contracts/accounts'
import { foldProduct, productDefaults } from '@terrace/contracts/product'
import type { BodyInputOf, ParamsOf, QueryInputOf, ResponseOf, RouteContract } from '@terrace/contracts/route'

interface CallOptions<R extends RouteContract> {
  params?: ParamsOf<R>
  query?: QueryInputOf<R>
  body?: BodyInputOf<R>
}

/** Somebody who is signed in and talks to the API beside the browser: to set a scene, or to look behind it. */
export interface Broker {
  token: string
  /** The user data of the login answer, as the browser keeps it. */
  user: Record<string, unknown>
  /** The parsed answer; throws for any answer but success. */
  call: <R extends RouteContract>(route: R, options?: CallOptions<R>) => Promise<ResponseOf<R>>
}

/** The password of the demo accounts (product.md §9). */
export const demoPassword = 'terrace-demo'

export async function logIn(baseURL: string, username: string): Promise<Broker> {
  const body = { username, password: demoPassword }
  const answer = await send(baseURL, accountsRoutes.logIn, { body })
  // Kept as it came: the browser's own copy carries the product's key by its configured name.
  const { token, status: _, ...user } = (answer as { data: { token: string; status: boolean } }).data
  return {
    token,
    user,
    async call(route, options = {}) {
      const payload = await send(baseURL, route, { ...options, token })
      // The contract's own schema produces it.
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
  if (!response.ok) throw new Error(`${route.name} answered ${response.status}: ${text}`)
  return JSON.parse(text)
}

function pathOf(route: RouteContract, params: unknown): string {
  const values = new Map(entriesOf(params))
  return foldProduct(route.path, productDefaults.product).replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name))),
  )
}

function entriesOf(value: unknown): [string, unknown][] {
  return value !== null && typeof value === 'object' ? Object.entries(value) : []
}
