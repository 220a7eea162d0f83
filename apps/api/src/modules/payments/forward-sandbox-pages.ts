import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { request as sendHttp } from 'undici'
import { commonErrors } from '#api/shared/app-error.ts'

const timeoutMs = 8000
/** The launcher restarts a crashed sandbox within this time. */
const restartMs = 8000
const retryDelayMs = 200

const requestHeaders = ['authorization', 'content-type', 'idempotency-key']
const responseHeaders = [
  'cache-control',
  'content-security-policy',
  'content-type',
  'location',
  'referrer-policy',
  'x-frame-options',
]

/**
 * Shows the card form and the bank's page of the sandbox on our own origin, so that a browser needs one address. A
 * setup's client secret opens its calls; the secret key is not accepted here.
 */
export function forwardSandboxPages(app: FastifyInstance, { url }: { url: string }): void {
  // URLs contain secrets of challenges, and might contain a card number by mistake, so requests are not logged.
  const logLevel = app.log.level === 'silent' ? 'fatal' : 'warn'
  void app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 16_384 }, (_request, body, done) =>
        done(null, body),
      )
      for (const path of ['/card-frame', '/card-frame/*', '/challenge/*', '/v1/setup_intents/*'])
        scope.route({
          method: ['GET', 'POST'],
          url: path,
          async handler(request, reply) {
            // The router matches `..` as text; the sandbox would leave these paths by it.
            if (new URL(request.url, url).pathname !== request.url.split('?')[0])
              throw commonErrors.make('route.not_found')
            const { statusCode, headers, body } = await sendToSandbox(url, request)
            return reply
              .code(statusCode)
              .headers(only(responseHeaders, headers))
              .send(Buffer.from(await body.arrayBuffer()))
          },
        })
      scope.all('/*', () => {
        throw commonErrors.make('route.not_found')
      })
    },
    { prefix: '/sandbox', logLevel },
  )
}

/** Tries again while the sandbox restarts: each of these requests has one effect, however often it arrives. */
async function sendToSandbox(url: string, { method, url: path, headers, body }: FastifyRequest) {
  const end = Date.now() + restartMs
  for (;;) {
    try {
      return await sendHttp(`${url}${path}`, {
        method: method === 'POST' ? 'POST' : 'GET',
        headers: only(requestHeaders, headers),
        body: Buffer.isBuffer(body) ? body : null,
        signal: AbortSignal.timeout(timeoutMs),
      })
    } catch (error) {
      if (Date.now() > end)
        throw commonErrors.make('server.unavailable', { retryAfterSeconds: 5, cause: error })
      await wait(retryDelayMs)
    }
  }
}

function only(names: readonly string[], headers: Record<string, string | string[] | undefined>) {
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  ) as Record<string, string>
}
