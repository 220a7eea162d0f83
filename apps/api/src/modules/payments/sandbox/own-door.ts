import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { request } from 'undici'

interface OwnRequest {
  /** The adapter's own two verbs. */
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body: string | null
  /** How long the answer may take to come. */
  timeoutMs: number
}

interface OwnAnswer {
  status: number
  text: string
}

type Send = (url: string, wanted: OwnRequest) => Promise<OwnAnswer>

export interface OwnDoor {
  /** Tells the door which app it is in; called once while the app is built. */
  attach(app: FastifyInstance): void
  baseUrl(): string
  send: Send
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
    send: (url, wanted) =>
      listeningAddress(attached()) === undefined
        ? sendThrough(attached(), url, wanted)
        : sendOver(url, wanted),
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

/** A purchase goes this way several times: what `fetch` adds to a request is not wanted here, and costs as much again. */
const sendOver: Send = async (url, { method, headers, body, timeoutMs }) => {
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await request(url, { method, headers, body, signal })
  return { status: response.statusCode, text: await response.body.text() }
}

/** Hands the request to an app without a port. */
async function sendThrough(
  app: FastifyInstance,
  url: string,
  { method, headers, body, timeoutMs }: OwnRequest,
): Promise<OwnAnswer> {
  const { pathname, search } = new URL(url)
  const answer = app.inject({
    method,
    url: pathname + search,
    headers,
    ...(body !== null && { payload: body }),
  })
  const { statusCode, body: text } = await Promise.race([answer, tooLate(timeoutMs)])
  return { status: statusCode, text }
}

async function tooLate(timeoutMs: number): Promise<never> {
  await wait(timeoutMs, undefined, { ref: false })
  throw new Error('no answer in time')
}
