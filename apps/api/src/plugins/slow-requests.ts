import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { SlowRequestLimits } from '#api/config/server.ts'
import { loggedUrl } from './request-log.ts'

/** What a body must bring in to get one more second. */
const bodyBytesPerSecond = 10_000

/** How often slow requests are looked for. */
const checkMs = (limits: SlowRequestLimits) =>
  Math.min(2000, (Math.min(limits.headersSeconds, limits.bodySeconds) * 1000) / 2)

/** The options of the HTTP server that cut off slow requests. */
export function timeoutOptions(limits: SlowRequestLimits) {
  return {
    requestTimeout: limits.requestSeconds * 1000,
    http: {
      headersTimeout: limits.headersSeconds * 1000,
      requestTimeout: limits.requestSeconds * 1000,
      connectionsCheckingInterval: checkMs(limits),
    },
  }
}

const response = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

interface Upload {
  raw: IncomingMessage
  since: number
  bytesBefore: number
}

/** Ends requests whose body arrives so slowly that it only occupies a connection. */
export function installSlowBodyLimit(app: FastifyInstance, limits: SlowRequestLimits): void {
  const uploads = new Map<Socket, Upload>()

  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, raw } = request
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
    // Injected requests have no connection.
    if (hasBody && raw.socket instanceof Socket) {
      uploads.set(raw.socket, { raw, since: performance.now(), bytesBefore: raw.socket.bytesRead })
    }
    done()
  })

  function check(): void {
    const now = performance.now()
    for (const [socket, { raw, since, bytesBefore }] of uploads) {
      if (raw.complete || socket.destroyed) {
        uploads.delete(socket)
        continue
      }
      const allowedMs = 1000 * (limits.bodySeconds + (socket.bytesRead - bytesBefore) / bodyBytesPerSecond)
      if (now - since <= allowedMs) continue
      uploads.delete(socket)
      app.log.warn({ url: loggedUrl(raw.url ?? '') }, 'a request was cut off because its body was too slow')
      socket.end(response)
      socket.destroySoon()
      raw.destroy()
    }
  }

  const timer = setInterval(check, checkMs(limits))
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
