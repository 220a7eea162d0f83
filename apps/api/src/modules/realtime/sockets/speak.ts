import type { FastifyBaseLogger } from 'fastify'
import { isEventName, isPresence, needsSignature } from '../channels.ts'
import type { RealtimeApp } from '../realtime.port.ts'
import { sameText, userSignature } from '../signatures.ts'
import { take, type Connection } from './connection.ts'
import type { FanOut } from './fan-out.ts'
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

export interface SpeakDeps {
  hub: Hub
  app: RealtimeApp
  limits: SocketLimits
  fanOut: FanOut
  logger: FastifyBaseLogger
}

/** Hears one frame of a client. Whatever it is, the process goes on: what cannot be understood is refused, and logged once a socket. */
export function hear(deps: SpeakDeps, connection: Connection, bytes: Buffer, isBinary: boolean): void {
  const now = performance.now()
  connection.heardAt = now
  connection.pingedAt = 0
  const { framesPerTenSeconds: limit } = deps.limits
  if (!take(connection.frames, { limit, windowMs: 10_000, now })) {
    misbehaved(deps, connection, 'too many frames')
    connection.socket.close(4100, 'Too many frames')
    return
  }
  if (isBinary) {
    misbehaved(deps, connection, 'a binary frame')
    connection.socket.close(1003, 'Text only')
    return
  }
  const heard = readFrame(bytes)
  if (!heard) {
    refuse(deps, connection, 'The frame is not valid')
    return
  }
  try {
    answer(deps, connection, heard)
  } catch (error) {
    deps.logger.error({ err: error, event: heard.event.slice(0, 200) }, 'a socket frame failed')
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

function answer(deps: SpeakDeps, connection: Connection, heard: ClientFrame): void {
  const { hub } = deps
  switch (heard.event) {
    case 'pusher:ping':
      hub.send(connection, pongFrame)
      return
    case 'pusher:pong':
      return
    case 'pusher:subscribe': {
      const wish = subscribeData.safeParse(heard.data)
      if (wish.success) subscribe(deps, connection, wish.data)
      else refuse(deps, connection, 'pusher:subscribe needs a channel')
      return
    }
    case 'pusher:unsubscribe': {
      const wish = unsubscribeData.safeParse(heard.data)
      if (wish.success) hub.leave(connection, wish.data.channel)
      else refuse(deps, connection, 'pusher:unsubscribe needs a channel')
      return
    }
    case 'pusher:signin':
      signIn(deps, connection, heard.data)
      return
    default:
      if (heard.event.startsWith('client-')) forward(deps, connection, heard)
      else refuse(deps, connection, 'The event is not known')
  }
}

function signIn({ hub, app }: SpeakDeps, connection: Connection, data: unknown): void {
  const wish = signInData.safeParse(data)
  const given = wish.data?.user_data ?? ''
  const expected = `${app.key}:${userSignature(app.secret, connection.id, given)}`
  const id = idOfUser(given)
  if (!wish.success || id === undefined || !sameText(wish.data.auth, expected)) {
    hub.send(connection, errorFrame(4009, 'The signature is not valid'))
    connection.socket.close(4009, 'Unauthorized')
    return
  }
  if (connection.userId !== undefined) {
    hub.send(connection, errorFrame(null, 'The connection is signed in already'))
    return
  }
  hub.signIn(connection, id)
  hub.send(connection, frame('pusher:signin_success', { user_data: given }))
}

function idOfUser(text: string): string | undefined {
  try {
    return userData.safeParse(JSON.parse(text)).data?.id
  } catch {
    return undefined
  }
}

/** Client events go to the others on the channel, never back to the sender (wire.md §2.2). */
function forward({ hub, limits, fanOut }: SpeakDeps, connection: Connection, heard: ClientFrame): void {
  const { event, channel = '' } = heard
  const reject = (why: string) => hub.send(connection, errorFrame(4301, `Client event rejected - ${why}`))
  if (!needsSignature(channel)) {
    reject('only supported on private and presence channels')
    return
  }
  if (!connection.channels?.has(channel)) {
    reject('you are not subscribed to this channel')
    return
  }
  if (!isEventName(event)) {
    reject('the name of the event is not valid')
    return
  }
  const json = JSON.stringify(heard.data) ?? 'null'
  if (Buffer.byteLength(json) > maxDataBytes) {
    reject(`its data exceeds ${maxDataBytes} bytes`)
    return
  }
  const { clientEventsPerSecond: limit } = limits
  if (!take(connection.clientEvents, { limit, windowMs: 1000, now: performance.now() })) {
    reject(`you have exceeded the rate limit of ${limit} events a second`)
    return
  }
  const userId = isPresence(channel) ? connection.memberships?.get(channel) : undefined
  fanOut.send({
    kind: 'message',
    channels: [channel],
    event,
    json,
    except: connection.id,
    ...(userId !== undefined && { userId }),
  })
}

function refuse(deps: SpeakDeps, connection: Connection, message: string): void {
  misbehaved(deps, connection, message)
  deps.hub.send(connection, errorFrame(null, message))
}

function misbehaved({ logger }: SpeakDeps, connection: Connection, what: string): void {
  if (connection.hasMisbehaved) return
  connection.hasMisbehaved = true
  logger.warn({ socketId: connection.id, what }, 'a socket sent what it should not')
}
