import type { FastifyInstance } from 'fastify'

type Fetch = (url: string, init: RequestInit & { body?: string | null }) => Promise<Response>

export interface OwnDoor {
  /** Tells the door which app it is in; called once while the app is built. */
  attach(app: FastifyInstance): void
  baseUrl(): string
  fetch: Fetch
}

/** The way from this process to its own HTTP door: by the address it listens on; where it does not listen, into the app itself. */
export function createOwnDoor(): OwnDoor {
  let app: FastifyInstance | undefined
  function attached(): FastifyInstance {
    if (!app) throw new Error('the sandbox is not mounted in an app')
    return app
  }
  return {
    attach(mounted) {
      app = mounted
    },
    baseUrl: () => listeningAddress(attached()) ?? 'http://localhost',
    fetch: (url, init) =>
      listeningAddress(attached()) === undefined ? fetchThrough(attached())(url, init) : fetch(url, init),
  }
}

function listeningAddress(app: FastifyInstance): string | undefined {
  const address = app.server.address()
  if (address === null || typeof address === 'string') return undefined
  // Who listens on every address also listens on the loopback one.
  const wildcard = address.address === '0.0.0.0' || address.address === '::'
  const host = wildcard ? '127.0.0.1' : address.address
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`
}

/** A `fetch` that hands its requests to an app without a port. */
function fetchThrough(app: FastifyInstance): Fetch {
  return async (url, { method, headers, body, signal }) => {
    const { pathname, search } = new URL(url)
    const answer = app.inject({
      // The adapter's own two verbs.
      method: method === 'POST' ? 'POST' : 'GET',
      url: pathname + search,
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof body === 'string' && { payload: body }),
    })
    const response = await (signal ? Promise.race([answer, aborted(signal)]) : answer)
    return new Response(response.body, { status: response.statusCode })
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('no answer in time', { cause: signal.reason })))
  })
}
