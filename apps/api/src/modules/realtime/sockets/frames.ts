import { z } from 'zod'

/** A message to the subscribers of some channels, ready to be sent. */
export interface Message {
  channels: string[]
  event: string
  /** The JSON text of what stands in `data`: of application events a string, of client events any value. */
  json: string
  /** The socket that is left out. */
  except?: string | undefined
  /** The sender of a client event on a presence channel. */
  userId?: string | undefined
}

/** What a client may send; `data` is looked at by event. */
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

/** In the signed data of a channel, from our own authorisation. */
export const sessionData = z.object({ session_id: z.string().min(1) })

/** A frame whose `data` is a JSON string, as all of the server's own are but errors, pings and pongs. */
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

export function refusalFrame(channel: string, error: string, type = 'AuthError', status = 401): string {
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
