import { randomInt } from 'node:crypto'
import type { WebSocket } from 'ws'
import { errorFrame } from './frames.ts'

/** One socket. Most sockets are idle, so optional fields are created on demand. */
export interface Connection {
  readonly id: string
  readonly socket: WebSocket
  /** `performance.now()` of the last frame, and of the pending ping or 0. */
  lastReceivedAt: number
  pingedAt: number
  channels: Set<string> | undefined
  /** The user id by presence channel. */
  memberships: Map<string, string> | undefined
  userId: string | undefined
  /** Sessions that authorised its subscriptions. */
  sessions: Set<string> | undefined
  /** The account that its first signed subscription named. */
  accountId: string | undefined
  frames: Allowance
  clientEvents: Allowance
  hasViolated: boolean
}

/** Use within a fixed window that starts with the first use. */
export interface Allowance {
  since: number
  used: number
}

const maxIdPart = 1_000_000_000

export function newConnection(socket: WebSocket, now: number): Connection {
  return {
    id: `${randomInt(1, maxIdPart)}.${randomInt(1, maxIdPart)}`,
    socket,
    lastReceivedAt: now,
    pingedAt: 0,
    channels: undefined,
    memberships: undefined,
    userId: undefined,
    sessions: undefined,
    accountId: undefined,
    frames: { since: 0, used: 0 },
    clientEvents: { since: 0, used: 0 },
    hasViolated: false,
  }
}

/** Counts one use and returns whether it is within the limit. */
export function consumeAllowance(
  allowance: Allowance,
  { limit, windowMs, now }: { limit: number; windowMs: number; now: number },
): boolean {
  if (now - allowance.since >= windowMs) {
    allowance.since = now
    allowance.used = 0
  }
  allowance.used += 1
  return allowance.used <= limit
}

/** Sends an error and closes; ws terminates sockets that do not respond within 30 s. */
export function dismiss({ socket }: Connection, code: number, message: string): void {
  if (socket.readyState !== socket.OPEN) return
  socket.send(errorFrame(code, message))
  socket.close(code, message)
}
