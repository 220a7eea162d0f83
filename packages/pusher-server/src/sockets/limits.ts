/** Durations in milliseconds. */
export interface SocketLimits {
  /** Silence before a ping; sent to clients as `activity_timeout`. */
  activityMs: number
  /** Silence after a ping before the socket is closed. */
  pongMs: number
  idleCheckMs: number
  /** How long a closing server waits for clients to disconnect. */
  closeTimeoutMs: number
  maxSockets: number
  /** Open sockets from one client address. */
  socketsPerAddress: number
  /** Open sockets with subscriptions of one account. */
  socketsPerAccount: number
  channelsPerSocket: number
  membersPerChannel: number
  clientEventsPerSecond: number
  /** All frames of a socket; browsers stay far below. */
  framesPerTenSeconds: number
  /** Sockets with more unsent bytes are terminated. */
  backlogBytes: number
}

export const defaultLimits: SocketLimits = {
  activityMs: 120_000,
  pongMs: 30_000,
  idleCheckMs: 5000,
  closeTimeoutMs: 2000,
  maxSockets: 20_000,
  socketsPerAddress: 2000,
  socketsPerAccount: 100,
  channelsPerSocket: 100,
  membersPerChannel: 100,
  clientEventsPerSecond: 10,
  framesPerTenSeconds: 500,
  backlogBytes: 1_048_576,
}

/** The JSON of an event's data. */
export const maxDataBytes = 10_240
/** A whole frame from a client. */
export const maxFrameBytes = 32_768
