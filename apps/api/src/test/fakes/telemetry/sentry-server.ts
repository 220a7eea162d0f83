import { createServer } from 'node:http'

export interface ReceivedEvent {
  event_id: string
  release: string
  environment: string
  message: string
  platform: string
  /** Where it happened: a route of the browser. */
  transaction?: string
  exception: {
    values: {
      type: string
      value: string
      stacktrace?: { frames: { filename: string; function: string }[] }
    }[]
  }
  contexts?: { trace?: { trace_id: string; span_id: string }; runtime?: { name: string } }
  tags: Record<string, string>
}

export interface SentryServer {
  dsn: string
  events: ReceivedEvent[]
  /** Envelopes as they came. */
  received: string[]
  /** Responds "too many" to events with this tag `side`. */
  refusedSide?: string
  close(): Promise<void>
}

const key = 'publickey0of0the0project'

/** A server that takes envelopes as Sentry does, of one project. */
export async function receiveErrors(): Promise<SentryServer> {
  const [events, received]: [ReceivedEvent[], string[]] = [[], []]
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://sentry')
      const hasKey = `${url.search} ${String(request.headers['x-sentry-auth'])}`.includes(key)
      if (url.pathname !== '/api/42/envelope/' || !hasKey) {
        response.writeHead(403).end()
        return
      }
      const envelope = Buffer.concat(chunks).toString('utf8')
      received.push(envelope)
      const [, ...lines] = envelope.split('\n')
      for (let index = 0; index + 1 < lines.length; index += 2) {
        const { type } = JSON.parse(lines[index] ?? '{}') as { type?: string }
        if (type !== 'event') continue
        const event = JSON.parse(lines[index + 1] ?? '{}') as ReceivedEvent
        events.push(event)
        if (event.tags['side'] === receiver.refusedSide) {
          response.writeHead(429, { 'retry-after': '60' }).end()
          return
        }
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const receiver: SentryServer = {
    dsn: `http://${key}@127.0.0.1:${address.port}/42`,
    events,
    received,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}
