import { randomInt } from 'node:crypto'
import type { WebSocket } from 'ws'

/** One socket. Thousands are idle at a time: what most never need is made when it is needed. */
export interface Connection {
  readonly id: string
  readonly socket: WebSocket
  /** `performance.now()` when it last said anything, and when it was pinged since, or 0. */
  heardAt: number
  pingedAt: number
  channels: Set<string> | undefined
  /** Its user id on each presence channel. */
  memberships: Map<string, string> | undefined
  /** Whom it has signed in as. */
  userId: string | undefined
  /** In whose name it may hear what it hears. */
  sessions: Set<string> | undefined
  frames: Allowance
  clientEvents: Allowance
  hasMisbehaved: boolean
}

/** So many in a window of time; the window begins with the first. */
export interface Allowance {
  since: number
  used: number
}

const half = 1_000_000_000

export function newConnection(socket: WebSocket, now: number): Connection {
  return {
    id: `${randomInt(1, half)}.${randomInt(1, half)}`,
    socket,
    heardAt: now,
    pingedAt: 0,
    channels: undefined,
    memberships: undefined,
    userId: undefined,
    sessions: undefined,
    frames: { since: 0, used: 0 },
    clientEvents: { since: 0, used: 0 },
    hasMisbehaved: false,
  }
}

/** Takes one of the allowance; false when it is used up. */
export function take(
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
