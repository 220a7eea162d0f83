import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type RawData, type WebSocket } from 'ws'
import { newConnection, type Connection } from './connection.ts'
import { errorFrame, frame, pingFrame } from './frames.ts'
import { isSocketPath, refusalOf } from './handshake.ts'
import { maxFrameBytes } from './limits.ts'
import { hear, type SpeakDeps } from './speak.ts'

export interface SocketServer {
  /** Sends everybody away in a manner that makes clients connect again at once, and waits until they have gone. */
  close(): Promise<void>
}

/** Answers WebSocket connections at `/app/{key}` on the server (product.md §9). */
export function listen(server: Server, deps: SpeakDeps): SocketServer {
  const { hub, limits, logger } = deps
  const connections = new Set<Connection>()
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // Compression would cost each idle socket more than all the rest of it.
    perMessageDeflate: false,
    maxPayload: maxFrameBytes,
  })
  let isClosing = false

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = request.url ?? ''
    if (!isSocketPath(url.split('?')[0] ?? '')) {
      // An upgraded socket is ours alone: what breaks on it while it is told would end the process.
      socket.on('error', () => socket.destroy())
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, (opened) => greet(opened, refusalOf(url, deps.app)))
  }

  function greet(socket: WebSocket, refusal: { code: number; message: string } | undefined): void {
    const problem =
      refusal ??
      (isClosing
        ? { code: 4200, message: 'The server restarts' }
        : connections.size >= limits.maxSockets && { code: 4100, message: 'Over capacity' })
    if (problem) {
      // Without a listener an error of the closing socket would end the process.
      socket.on('error', () => undefined)
      socket.send(errorFrame(problem.code, problem.message))
      socket.close(problem.code, problem.message)
      return
    }
    const connection = newConnection(socket, performance.now())
    connections.add(connection)
    socket.on('message', (data, isBinary) => hear(deps, connection, bytesOf(data), isBinary))
    socket.on('error', (error) => {
      // A frame too large, half a frame, a broken pipe: ws closes the socket itself.
      if (connection.hasMisbehaved) return
      connection.hasMisbehaved = true
      logger.warn({ socketId: connection.id, what: error.message }, 'a socket was broken off')
    })
    socket.once('close', () => {
      connections.delete(connection)
      hub.forget(connection)
    })
    const greeting = { socket_id: connection.id, activity_timeout: Math.ceil(limits.activityMs / 1000) }
    hub.send(connection, frame('pusher:connection_established', greeting))
  }

  /** One timer for all: pings who was silent for long, closes who does not answer (4201). */
  function sweep(): void {
    const now = performance.now()
    for (const connection of connections) {
      if (connection.pingedAt > 0) {
        if (now - connection.pingedAt > limits.pongMs) dismiss(connection, 4201, 'Pong reply not received')
      } else if (now - connection.heardAt > limits.activityMs) {
        connection.pingedAt = now
        hub.send(connection, pingFrame)
      }
    }
  }

  server.on('upgrade', upgrade)
  const sweeping = setInterval(sweep, limits.sweepMs)
  sweeping.unref()

  return {
    async close() {
      isClosing = true
      clearInterval(sweeping)
      const left = [...connections].map(
        ({ socket }) =>
          new Promise<void>((done) => {
            socket.once('close', () => done())
            socket.close(4200, 'The server restarts')
          }),
      )
      const late = setTimeout(() => {
        for (const { socket } of connections) socket.terminate()
      }, limits.leaveMs)
      await Promise.all(left)
      clearTimeout(late)
      server.off('upgrade', upgrade)
    },
  }
}

/** Tells a client why, and closes; what does not close by itself is cut by ws after half a minute. */
export function dismiss({ socket }: Connection, code: number, message: string): void {
  if (socket.readyState !== socket.OPEN) return
  socket.send(errorFrame(code, message))
  socket.close(code, message)
}

function bytesOf(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)
}
