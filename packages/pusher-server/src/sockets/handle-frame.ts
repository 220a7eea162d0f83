import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { isEncrypted, isEventName, isPresence, needsSignature } from '../channels.ts'
import type { PusherApp } from '../pusher-app.ts'
import { isEqualText, userSignature } from '../signatures.ts'
import { consumeAllowance, type Connection } from './connection.ts'
import type { Command } from '../command.ts'
import {
  clientFrame,
  errorFrame,
  frame,
  pongFrame,
  signInData,
  subscribeData,
  unsubscribeData,
  userData,
  type ClientFrame,
} from './frames.ts'
import type { Hub } from './hub.ts'
import { maxDataBytes, type SocketLimits } from './limits.ts'
import { subscribe } from './subscribe.ts'

export interface SocketDeps {
  hub: Hub
  app: PusherApp
  limits: SocketLimits
  dispatch: (command: Command) => void
  /** Whether clients may send events to the channel's other subscribers. */
  acceptsClientEvents: (channel: string) => boolean
  /** The client's address, by which sockets are limited; by default that of the connection. */
  isOriginAllowed?: ((origin: string, request: IncomingMessage) => boolean | Promise<boolean>) | undefined
  addressOf?: ((request: IncomingMessage) => string) | undefined
  logger: FastifyBaseLogger
}

/** Handles one frame. Invalid frames get an error and are logged once per socket; none can throw. */
export function handleFrame(
  deps: SocketDeps,
  connection: Connection,
  bytes: Buffer,
  isBinary: boolean,
): void {
  const now = performance.now()
  connection.lastReceivedAt = now
  connection.pingedAt = 0
  const { framesPerTenSeconds: limit } = deps.limits
  if (!consumeAllowance(connection.frames, { limit, windowMs: 10_000, now })) {
    recordViolation(deps, connection, 'too many frames')
    connection.socket.close(4100, 'Too many frames')
    return
  }
  if (isBinary) {
    recordViolation(deps, connection, 'a binary frame')
    connection.socket.close(1003, 'Text only')
    return
  }
  const clientMessage = readFrame(bytes)
  if (!clientMessage) {
    rejectFrame(deps, connection, 'The frame is not valid')
    return
  }
  try {
    handleMessage(deps, connection, clientMessage)
  } catch (error) {
    deps.logger.error(
      { err: error, event: clientMessage.event.slice(0, 200) },
      'handling a socket frame failed',
    )
    deps.hub.send(connection, errorFrame(null, 'Something went wrong!'))
  }
}

function readFrame(bytes: Buffer): ClientFrame | undefined {
  try {
    return clientFrame.safeParse(JSON.parse(bytes.toString('utf8'))).data
  } catch {
    return undefined
  }
}

function handleMessage(deps: SocketDeps, connection: Connection, clientMessage: ClientFrame): void {
  const { hub } = deps
  switch (clientMessage.event) {
    case 'pusher:ping':
      hub.send(connection, pongFrame)
      return
    case 'pusher:pong':
      return
    case 'pusher:subscribe': {
      const request = subscribeData.safeParse(clientMessage.data)
      if (request.success) subscribe(deps, connection, request.data)
      else rejectFrame(deps, connection, 'pusher:subscribe needs a channel')
      return
    }
    case 'pusher:unsubscribe': {
      const request = unsubscribeData.safeParse(clientMessage.data)
      if (request.success) hub.leave(connection, request.data.channel)
      else rejectFrame(deps, connection, 'pusher:unsubscribe needs a channel')
      return
    }
    case 'pusher:signin':
      signIn(deps, connection, clientMessage.data)
      return
    default:
      if (clientMessage.event.startsWith('client-')) forward(deps, connection, clientMessage)
      else rejectFrame(deps, connection, 'The event is not known')
  }
}

function signIn({ hub, app }: SocketDeps, connection: Connection, data: unknown): void {
  const request = signInData.safeParse(data)
  const signedUserData = request.data?.user_data ?? ''
  const expected = `${app.key}:${userSignature(app.secret, connection.id, signedUserData)}`
  const id = idOfUser(signedUserData)
  if (!request.success || id === undefined || !isEqualText(request.data.auth, expected)) {
    hub.send(connection, errorFrame(4009, 'The signature is not valid'))
    connection.socket.close(4009, 'Unauthorized')
    return
  }
  if (connection.userId !== undefined) {
    hub.send(connection, errorFrame(null, 'The connection is already signed in'))
    return
  }
  hub.signIn(connection, id)
  hub.send(connection, frame('pusher:signin_success', { user_data: signedUserData }))
}

function idOfUser(text: string): string | undefined {
  try {
    return userData.safeParse(JSON.parse(text)).data?.id
  } catch {
    return undefined
  }
}

/** Client events go to the other subscribers of the channel, not to the sender. */
function forward(
  { hub, limits, dispatch, acceptsClientEvents }: SocketDeps,
  connection: Connection,
  clientMessage: ClientFrame,
): void {
  const { event, channel = '' } = clientMessage
  const reject = (reason: string) =>
    hub.send(connection, errorFrame(4301, `Client event rejected - ${reason}`))
  if (!needsSignature(channel)) {
    reject('only supported on private and presence channels')
    return
  }
  if (!acceptsClientEvents(channel)) {
    reject('not enabled on this channel')
    return
  }
  if (isEncrypted(channel)) {
    reject('not supported on encrypted channels')
    return
  }
  if (!connection.channels?.has(channel)) {
    reject('you are not subscribed to this channel')
    return
  }
  if (!isEventName(event)) {
    reject('the event name is not valid')
    return
  }
  const json = JSON.stringify(clientMessage.data) ?? 'null'
  if (Buffer.byteLength(json) > maxDataBytes) {
    reject(`its data exceeds ${maxDataBytes} bytes`)
    return
  }
  const { clientEventsPerSecond: limit } = limits
  if (!consumeAllowance(connection.clientEvents, { limit, windowMs: 1000, now: performance.now() })) {
    reject(`you have exceeded the rate limit of ${limit} events a second`)
    return
  }
  const userId = isPresence(channel) ? connection.memberships?.get(channel) : undefined
  hub.record({
    name: 'client_event',
    channel,
    event,
    data: typeof clientMessage.data === 'string' ? clientMessage.data : json,
    socket_id: connection.id,
    ...(userId !== undefined && { user_id: userId }),
  })
  dispatch({
    kind: 'message',
    channels: [channel],
    event,
    json,
    except: connection.id,
    ...(userId !== undefined && { userId }),
  })
}

function rejectFrame(deps: SocketDeps, connection: Connection, message: string): void {
  recordViolation(deps, connection, message)
  deps.hub.send(connection, errorFrame(null, message))
}

function recordViolation({ logger }: SocketDeps, connection: Connection, what: string): void {
  if (connection.hasViolated) return
  connection.hasViolated = true
  logger.warn({ socketId: connection.id, what }, 'invalid socket frame')
}
