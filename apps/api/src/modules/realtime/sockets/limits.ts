/** Times are milliseconds. The first two are those of spec §9, from the server's side. */
export interface SocketLimits {
  /** Silence after which a socket is pinged; told to the client as `activity_timeout`. */
  activityMs: number
  /** Silence after the ping that closes it. */
  pongMs: number
  sweepMs: number
  /** What a closing server waits for its clients to take their leave. */
  leaveMs: number
  maxSockets: number
  channelsPerSocket: number
  membersPerChannel: number
  clientEventsPerSecond: number
  /** Of any kind, in ten seconds: more comes from nobody's browser. */
  framesPerTenSeconds: number
  /** A reader so slow that this much waits for it is let go. */
  backlogBytes: number
}

export const defaultLimits: SocketLimits = {
  activityMs: 120_000,
  pongMs: 30_000,
  sweepMs: 5000,
  leaveMs: 2000,
  maxSockets: 20_000,
  channelsPerSocket: 100,
  membersPerChannel: 100,
  clientEventsPerSecond: 10,
  framesPerTenSeconds: 500,
  backlogBytes: 1_048_576,
}

/** Of the JSON that an event carries. */
export const maxDataBytes = 10_240
/** Of a whole frame from a client: an event's data, its names, and escapes. */
export const maxFrameBytes = 32_768
