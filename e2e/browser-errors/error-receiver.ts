import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ErrorReceiver {
  /** What Terrace gets as `SENTRY_DSN`. */
  dsn: string
  /** Envelopes as they came. */
  received: string[]
  close: () => Promise<void>
}

/** The part of a Sentry event that tests read. */
export interface ReceivedError {
  message: string
  transaction: string
  tags: Record<string, string>
  exception: {
    values: {
      type: string
      value: string
      stacktrace: { frames: { filename: string; function: string }[] }
    }[]
  }
}

/** Accepts every envelope, as Sentry does. */
export async function startErrorReceiver(): Promise<ErrorReceiver> {
  const received: string[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => (text += part))
    request.on('end', () => {
      received.push(text)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    dsn: `http://key@127.0.0.1:${port}/1`,
    received,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The event of an envelope: a header, then pairs of an item's header and its contents, one per line. */
export function eventOf(envelope: string): ReceivedError {
  return JSON.parse(envelope.split('\n')[2] ?? '') as ReceivedError
}
