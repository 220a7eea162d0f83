import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type RawData, type WebSocket } from 'ws'
import { newConnection, type Connection } from './connection.ts'
import { errorFrame, frame, pingFrame } from './frames.ts'
import { isSocketPath, checkHandshake } from './handshake.ts'
import { maxFrameBytes } from './limits.ts'
import { handleFrame, type SocketDeps } from './handle-frame.ts'

export interface SocketServer {
  /** Open sockets. */
  count(): number
  /** Closes all sockets with 4200, so that clients reconnect at once, and waits for them. */
  close(): Promise<void>
}

/** Accepts WebSocket connections at `/app/{key}`. */
export function listen(server: Server, deps: SocketDeps): SocketServer {
  const { hub, limits, logger } = deps
  const connections = new Set<Connection>()
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // Compression would multiply the memory of an idle socket.
    perMessageDeflate: false,
    maxPayload: maxFrameBytes,
  })
  let isClosing = false

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = request.url ?? ''
    if (!isSocketPath(url.split('?')[0] ?? '')) {
      // An unhandled error on the upgraded socket would end the process.
      socket.on('error', () => socket.destroy())
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, (opened) =>
      acceptSocket(opened, checkHandshake(url, deps.app)),
    )
  }

  function acceptSocket(
    socket: WebSocket,
    handshakeError: { code: number; message: string } | undefined,
  ): void {
    const problem =
      handshakeError ??
      (isClosing
        ? { code: 4200, message: 'The server is restarting' }
        : connections.size >= limits.maxSockets && { code: 4100, message: 'Over capacity' })
    if (problem) {
      // An unhandled error on the closing socket would end the process.
      socket.on('error', () => undefined)
      socket.send(errorFrame(problem.code, problem.message))
      socket.close(problem.code, problem.message)
      return
    }
    const connection = newConnection(socket, performance.now())
    connections.add(connection)
    socket.on('message', (data, isBinary) => handleFrame(deps, connection, bytesOf(data), isBinary))
    socket.on('error', (error) => {
      // ws closes the socket after an oversized or broken frame.
      if (connection.hasViolated) return
      connection.hasViolated = true
      logger.warn({ socketId: connection.id, what: error.message }, 'a socket was closed after an error')
    })
    socket.once('close', () => {
      connections.delete(connection)
      hub.disconnect(connection)
    })
    const greeting = { socket_id: connection.id, activity_timeout: Math.ceil(limits.activityMs / 1000) }
    hub.send(connection, frame('pusher:connection_established', greeting))
  }

  /** Pings silent sockets and closes those that do not reply (4201). */
  function closeIdleSockets(): void {
    const now = performance.now()
    for (const connection of connections) {
      if (connection.pingedAt > 0) {
        if (now - connection.pingedAt > limits.pongMs) dismiss(connection, 4201, 'Pong reply not received')
      } else if (now - connection.lastReceivedAt > limits.activityMs) {
        connection.pingedAt = now
        hub.send(connection, pingFrame)
      }
    }
  }

  server.on('upgrade', upgrade)
  const idleTimer = setInterval(closeIdleSockets, limits.idleCheckMs)
  idleTimer.unref()

  return {
    count: () => connections.size,
    async close() {
      isClosing = true
      clearInterval(idleTimer)
      const closing = [...connections].map(
        ({ socket }) =>
          new Promise<void>((done) => {
            socket.once('close', () => done())
            socket.close(4200, 'The server is restarting')
          }),
      )
      const forceCloseTimer = setTimeout(() => {
        for (const { socket } of connections) socket.terminate()
      }, limits.closeTimeoutMs)
      await Promise.all(closing)
      clearTimeout(forceCloseTimer)
      server.off('upgrade', upgrade)
    },
  }
}

/** Sends an error and closes; ws terminates sockets that do not respond within 30 s. */
export function dismiss({ socket }: Connection, code: number, message: string): void {
  if (socket.readyState !== socket.OPEN) return
  socket.send(errorFrame(code, message))
  socket.close(code, message)
}

function bytesOf(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)
}
