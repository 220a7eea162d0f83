import { connect, type Socket } from 'node:net'

/** A keep-alive connection with at most one request in flight. */
export interface Connection {
  /** Sends a raw request and waits for the complete response. */
  send: (request: string) => Promise<HttpResponse>
  close: () => void
}

export interface HttpResponse {
  status: number
  /** Including headers. */
  bytes: Buffer
  bodyStart: number
}

/**
 * A minimal HTTP client, because it shares the machine with the server. It supports only responses with a content
 * length.
 */
export function openConnection(port: number): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.off('error', reject)
      resolve(overSocket(socket))
    })
  })
}

/** Raw HTTP request with an optional JSON body. */
export function requestText(
  method: 'GET' | 'POST',
  path: string,
  { token, body, headers = {} }: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
): string {
  const payload = body === undefined ? '' : JSON.stringify(body)
  return [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'accept: application/json',
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined
      ? []
      : ['content-type: application/json', `content-length: ${Buffer.byteLength(payload)}`]),
    '',
    payload,
  ].join('\r\n')
}

export function bodyOf({ bytes, bodyStart }: HttpResponse): unknown {
  return JSON.parse(bytes.toString('utf8', bodyStart))
}

const headerEnd = Buffer.from('\r\n\r\n')

function overSocket(socket: Socket): Connection {
  let waiting: PromiseWithResolvers<HttpResponse> | undefined
  let chunks: Buffer[] = []
  let received = 0
  let header: { status: number; bodyStart: number; total: number } | undefined

  function fail(error: Error): void {
    waiting?.reject(error)
    waiting = undefined
  }

  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the server closed the connection')))
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    received += chunk.length
    header ??= readHeader(chunks.length === 1 ? chunk : Buffer.concat(chunks))
    if (!header || received < header.total) return
    const response = {
      status: header.status,
      bytes: chunks.length === 1 ? chunk : Buffer.concat(chunks),
      bodyStart: header.bodyStart,
    }
    chunks = []
    received = 0
    header = undefined
    const done = waiting
    waiting = undefined
    done?.resolve(response)
  })

  return {
    send(request) {
      waiting = Promise.withResolvers<HttpResponse>()
      socket.write(request)
      return waiting.promise
    },
    close: () => void socket.destroy(),
  }
}

function readHeader(bytes: Buffer): { status: number; bodyStart: number; total: number } | undefined {
  const end = bytes.indexOf(headerEnd)
  if (end === -1) return undefined
  const text = bytes.toString('latin1', 0, end)
  const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
  if (length === undefined) throw new Error(`response without a content length:\n${text}`)
  const bodyStart = end + headerEnd.length
  return { status: Number(text.slice(9, 12)), bodyStart, total: bodyStart + Number(length) }
}
