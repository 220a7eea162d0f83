import { z } from 'zod'
import { isChannelName, isEventName } from '../channels.ts'
import { maxDataBytes } from '../sockets/limits.ts'

const maxChannels = 100
const maxBatch = 10

const channel = z.string().refine(isChannelName, 'is not a valid channel name')
const socketId = z.string().regex(/^\d+\.\d+$/, 'is not a socket id')
const name = z
  .string()
  .refine((text) => isEventName(text) && !/^pusher(_internal)?:/.test(text), 'is not a valid event name')
const info = z.string().optional()

const data = z.string()

export const eventBody = z
  .object({
    name,
    data,
    channels: z.array(channel).min(1).max(maxChannels, `can name ${maxChannels} channels at most`).optional(),
    channel: channel.optional(),
    socket_id: socketId.optional(),
    info,
  })
  .refine(
    (body) => (body.channels === undefined) !== (body.channel === undefined),
    'channels or channel is required',
  )

export const batchBody = z.object({
  batch: z
    .array(z.object({ channel, name, data, socket_id: socketId.optional(), info }))
    .min(1)
    .max(maxBatch, `can contain ${maxBatch} events at most`),
})

export const isTooLarge = (text: string): boolean => Buffer.byteLength(text) > maxDataBytes
