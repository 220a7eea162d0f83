import { z } from 'zod'

/** An encoded message to the subscribers of some channels. */
export interface Message {
  channels: string[]
  event: string
  /** The JSON of `data`: a string for application events, any value for client events. */
  json: string
  /** The socket to exclude. */
  except?: string | undefined
  /** The sender of a client event on a presence channel. */
  userId?: string | undefined
}

/** A frame from a client; `data` is validated per event. */
export const clientFrame = z.object({
  event: z.string(),
  channel: z.string().optional(),
  data: z.unknown().optional(),
})
export type ClientFrame = z.output<typeof clientFrame>

export const subscribeData = z.object({
  channel: z.string(),
  auth: z.string().optional(),
  channel_data: z.string().optional(),
})
export const unsubscribeData = z.object({ channel: z.string() })
export const signInData = z.object({ auth: z.string(), user_data: z.string() })
export const userData = z.looseObject({ id: z.string().min(1) })
export const memberData = z.object({
  user_id: z.union([z.string().min(1), z.number()]).transform(String),
  user_info: z.unknown().optional(),
})

/** Part of the signed channel data; see {@link PusherServer.authorise}. */
export const sessionData = z.object({
  session_id: z.string().min(1).optional(),
  account_id: z.string().min(1).optional(),
})

/** A frame with `data` as a JSON string, which the protocol uses except in errors, pings and pongs. */
export function frame(event: string, data: unknown, channel?: string): string {
  return JSON.stringify({
    event,
    ...(channel !== undefined && { channel }),
    data: JSON.stringify(data),
  })
}

export function errorFrame(code: number | null, message: string): string {
  return JSON.stringify({ event: 'pusher:error', data: { code, message } })
}

export function subscriptionErrorFrame(
  channel: string,
  error: string,
  type = 'AuthError',
  status = 401,
): string {
  return JSON.stringify({
    event: 'pusher:subscription_error',
    channel,
    data: { type, error, status },
  })
}

export function messageFrame({ event, json, userId }: Message, channel: string): string {
  const sender = userId === undefined ? '' : `,"user_id":${JSON.stringify(userId)}`
  return `{"event":${JSON.stringify(event)},"channel":${JSON.stringify(channel)},"data":${json}${sender}}`
}

export const pingFrame = '{"event":"pusher:ping","data":{}}'
export const pongFrame = '{"event":"pusher:pong","data":{}}'
