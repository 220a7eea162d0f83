import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type RawData, type WebSocket } from 'ws'
import { dismiss, newConnection, type Connection } from './connection.ts'
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
  const { hub, limits, logger, addressOf = (request) => request.socket.remoteAddress ?? '' } = deps
  const connections = new Set<Connection>()
  const socketsByAddress = new Map<string, number>()
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
    sockets.handleUpgrade(request, socket, head, (opened) => {
      const handshakeError = checkHandshake(url, deps.app)
      const { origin } = request.headers
      if (handshakeError || origin === undefined || !deps.isOriginAllowed)
        acceptSocket(opened, handshakeError, addressOf(request))
      else void acceptOrigin(opened, origin, request)
    })
  }

  /** A page of another site must not listen with this browser. Errors count as refusals. */
  async function acceptOrigin(socket: WebSocket, origin: string, request: IncomingMessage): Promise<void> {
    const isAllowed = await Promise.resolve(deps.isOriginAllowed?.(origin, request)).catch(
      (error: unknown) => {
        logger.warn({ err: error }, 'the origin of a socket could not be checked')
        return false
      },
    )
    // The client may have gone while the origin was checked.
    if (socket.readyState !== socket.OPEN) return
    const problem = { code: 4009, message: 'Pages of this origin may not connect' }
    acceptSocket(socket, isAllowed ? undefined : problem, addressOf(request))
  }

  function acceptSocket(
    socket: WebSocket,
    handshakeError: { code: number; message: string } | undefined,
    address: string,
  ): void {
    const problem =
      handshakeError ??
      (isClosing
        ? { code: 4200, message: 'The server is restarting' }
        : connections.size >= limits.maxSockets
          ? { code: 4100, message: 'Over capacity' }
          : (socketsByAddress.get(address) ?? 0) >= limits.socketsPerAddress && {
              code: 4100,
              message: 'Too many connections from this address',
            })
    if (problem) {
      // An unhandled error on the closing socket would end the process.
      socket.on('error', () => undefined)
      socket.send(errorFrame(problem.code, problem.message))
      socket.close(problem.code, problem.message)
      return
    }
    const connection = newConnection(socket, performance.now())
    connections.add(connection)
    socketsByAddress.set(address, (socketsByAddress.get(address) ?? 0) + 1)
    socket.on('message', (data, isBinary) => handleFrame(deps, connection, bytesOf(data), isBinary))
    socket.on('error', (error) => {
      // ws closes the socket after an oversized or broken frame.
      if (connection.hasViolated) return
      connection.hasViolated = true
      logger.warn({ socketId: connection.id, what: error.message }, 'a socket was closed after an error')
    })
    socket.once('close', () => {
      connections.delete(connection)
      const others = (socketsByAddress.get(address) ?? 1) - 1
      if (others === 0) socketsByAddress.delete(address)
      else socketsByAddress.set(address, others)
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

function bytesOf(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)
}
