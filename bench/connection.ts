import { connect, type Socket } from 'node:net'

/** One keep-alive connection that has at most one request under way. */
export interface Connection {
  /** Sends the text of a request and waits for the whole answer. */
  send: (request: string) => Promise<Answer>
  close: () => void
}

export interface Answer {
  status: number
  /** Headers included. */
  bytes: Buffer
  bodyStart: number
}

/**
 * A client that costs next to nothing: it shares the machine with what it measures. It understands answers with a
 * content length only, which are the only ones that the measured calls give.
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

/** The text of a request with a JSON body, or without one. */
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

export function bodyOf({ bytes, bodyStart }: Answer): unknown {
  return JSON.parse(bytes.toString('utf8', bodyStart))
}

const headEnd = Buffer.from('\r\n\r\n')

function overSocket(socket: Socket): Connection {
  let waiting: PromiseWithResolvers<Answer> | undefined
  let chunks: Buffer[] = []
  let received = 0
  let head: { status: number; bodyStart: number; total: number } | undefined

  function fail(error: Error): void {
    waiting?.reject(error)
    waiting = undefined
  }

  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the server closed the connection')))
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    received += chunk.length
    head ??= readHead(chunks.length === 1 ? chunk : Buffer.concat(chunks))
    if (!head || received < head.total) return
    const answer = {
      status: head.status,
      bytes: chunks.length === 1 ? chunk : Buffer.concat(chunks),
      bodyStart: head.bodyStart,
    }
    chunks = []
    received = 0
    head = undefined
    const done = waiting
    waiting = undefined
    done?.resolve(answer)
  })

  return {
    send(request) {
      waiting = Promise.withResolvers<Answer>()
      socket.write(request)
      return waiting.promise
    },
    close: () => void socket.destroy(),
  }
}

function readHead(bytes: Buffer): { status: number; bodyStart: number; total: number } | undefined {
  const end = bytes.indexOf(headEnd)
  if (end === -1) return undefined
  const text = bytes.toString('latin1', 0, end)
  const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
  if (length === undefined) throw new Error(`an answer without a content length:\n${text}`)
  const bodyStart = end + headEnd.length
  return { status: Number(text.slice(9, 12)), bodyStart, total: bodyStart + Number(length) }
}
