import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { request } from 'undici'

interface LoopbackRequest {
  /** The only methods the adapter uses. */
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body: string | null
  timeoutMs: number
}

interface LoopbackResponse {
  status: number
  text: string
}

type Send = (url: string, init: LoopbackRequest) => Promise<LoopbackResponse>

export interface LoopbackClient {
  /** Connects the client to its app; called once while the app is built. */
  attach(app: FastifyInstance): void
  baseUrl(): string
  send: Send
}

/**
 * Calls this process's own HTTP server at the address it listens on, or injects into the app if it does not listen.
 */
export function createLoopbackClient(): LoopbackClient {
  let app: FastifyInstance | undefined
  function requireApp(): FastifyInstance {
    if (!app) throw new Error('the sandbox is not mounted in an app')
    return app
  }
  return {
    attach(mounted) {
      app = mounted
    },
    baseUrl: () => listeningUrl(requireApp()) ?? 'http://localhost',
    send: (url, init) =>
      listeningUrl(requireApp()) === undefined
        ? injectRequest(requireApp(), url, init)
        : sendOverHttp(url, init),
  }
}

function listeningUrl(app: FastifyInstance): string | undefined {
  const address = app.server.address()
  if (address === null || typeof address === 'string') return undefined
  // A server that listens on all addresses also listens on loopback.
  const wildcard = address.address === '0.0.0.0' || address.address === '::'
  const host = wildcard ? '127.0.0.1' : address.address
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`
}

/** Every purchase makes several of these calls, and `fetch` would double their cost. */
const sendOverHttp: Send = async (url, { method, headers, body, timeoutMs }) => {
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await request(url, { method, headers, body, signal })
  return { status: response.statusCode, text: await response.body.text() }
}

/** Injects the request into an app without a port. */
async function injectRequest(
  app: FastifyInstance,
  url: string,
  { method, headers, body, timeoutMs }: LoopbackRequest,
): Promise<LoopbackResponse> {
  const { pathname, search } = new URL(url)
  const injected = app.inject({
    method,
    url: pathname + search,
    headers,
    ...(body !== null && { payload: body }),
  })
  const { statusCode, body: text } = await Promise.race([injected, rejectAfter(timeoutMs)])
  return { status: statusCode, text }
}

async function rejectAfter(timeoutMs: number): Promise<never> {
  await wait(timeoutMs, undefined, { ref: false })
  throw new Error('response timed out')
}
