import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isChannelName, isPresence, isUserId } from '../channels.ts'
import type { PusherApp } from '../pusher-app.ts'
import type { Command } from '../command.ts'
import type { Hub } from '../sockets/hub.ts'
import { batchBody, eventBody, isTooLarge } from './request-bodies.ts'
import { signatureError } from './verify-request.ts'

interface EventsApiDeps {
  app: PusherApp
  now: () => Date
  hub: Hub
  dispatch: (command: Command) => void
}

interface AppEvent {
  channels: string[]
  name: string
  data: string
  socket_id?: string | undefined
}

class EventsApiError extends Error {
  readonly statusCode: number
  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

const bodyLimit = 512 * 1024

/**
 * Serves Pusher's HTTP API under `/apps/{id}` for the official server libraries, which sign requests with the secret
 * and expect errors as plain text. Counts cover this process only.
 */
export function serveEventsApi(root: FastifyInstance, deps: EventsApiDeps): void {
  const { hub } = deps
  void root.register(
    async (api) => {
      // The signature covers the raw bytes.
      api.removeAllContentTypeParsers()
      api.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
        done(null, body),
      )
      api.setErrorHandler<FastifyError>((error, request, reply) => {
        const status = error.statusCode ?? 500
        if (status >= 500) request.log.error({ err: error }, 'request failed')
        return reply
          .code(status)
          .type('text/plain; charset=utf-8')
          .header('cache-control', 'no-store')
          .send(status < 500 ? error.message : 'Something went wrong!')
      })
      api.addHook('preHandler', async (request) => {
        const { appId } = z.object({ appId: z.string() }).parse(request.params)
        if (appId !== deps.app.appId) throw new EventsApiError(401, 'Unknown app')
        const { method, url } = request.raw
        const problem = signatureError(deps.app, deps.now, {
          method: method ?? '',
          url: url ?? '',
          body: bytesOf(request),
        })
        if (problem !== undefined) throw new EventsApiError(401, problem)
      })

      api.post('/events', (request) => {
        const { name, data, socket_id, info, ...target } = parseRequest(eventBody, jsonOf(request))
        const channels = target.channels ?? (target.channel === undefined ? [] : [target.channel])
        publish(deps, [{ channels, name, data, socket_id }])
        if (info === undefined) return {}
        return { channels: Object.fromEntries(channels.map((each) => [each, infoOf(hub, each, info)])) }
      })

      api.post('/batch_events', (request) => {
        const { batch } = parseRequest(batchBody, jsonOf(request))
        publish(
          deps,
          batch.map(({ channel, ...event }) => ({ ...event, channels: [channel] })),
        )
        if (batch.every(({ info }) => info === undefined)) return {}
        return { batch: batch.map(({ channel, info }) => infoOf(hub, channel, info ?? '')) }
      })

      api.get('/channels', (request) => {
        const query = parseRequest(
          z.object({ filter_by_prefix: z.string().default(''), info: z.string().default('') }),
          request.query,
        )
        const { filter_by_prefix: prefix, info } = query
        if (info.split(',').includes('user_count') && !prefix.startsWith('presence-')) {
          throw new EventsApiError(400, 'user_count is available for presence channels only')
        }
        const names = hub.channelNames().filter((name) => name.startsWith(prefix) && !name.startsWith('#'))
        return { channels: Object.fromEntries(names.map((name) => [name, infoOf(hub, name, info)])) }
      })

      api.get('/channels/:channel', (request) => {
        const { info } = parseRequest(z.object({ info: z.string().default('') }), request.query)
        const channel = channelOf(request)
        return { occupied: hub.subscribersOf(channel) > 0, ...infoOf(hub, channel, info) }
      })

      api.get('/channels/:channel/users', (request) => {
        const channel = channelOf(request)
        if (!isPresence(channel)) {
          throw new EventsApiError(400, 'Users are available for presence channels only')
        }
        return { users: [...hub.membersOf(channel).keys()].map((id) => ({ id })) }
      })

      api.post('/users/:userId/terminate_connections', (request) => {
        const { userId } = parseRequest(
          z.object({ userId: z.string().refine(isUserId, 'is not valid') }),
          request.params,
        )
        deps.dispatch({ kind: 'terminate', userId })
        return {}
      })
    },
    { prefix: '/apps/:appId' },
  )
}

/** Sends all events or, when one is too large, none. */
function publish({ dispatch }: EventsApiDeps, events: readonly AppEvent[]): void {
  if (events.some(({ data }) => isTooLarge(data))) {
    throw new EventsApiError(413, 'The data content of this event exceeds the allowed maximum (10240 bytes)')
  }
  for (const { channels, name, data, socket_id: except } of events) {
    dispatch({ kind: 'message', channels, event: name, json: JSON.stringify(data), except })
  }
}

/** The requested counts of a channel. */
function infoOf(hub: Hub, channel: string, info: string): Record<string, number> {
  const requestedInfo = new Set(info.split(','))
  return {
    ...(requestedInfo.has('subscription_count') && { subscription_count: hub.subscribersOf(channel) }),
    ...(requestedInfo.has('user_count') &&
      isPresence(channel) && { user_count: hub.membersOf(channel).size }),
  }
}

function channelOf(request: FastifyRequest): string {
  const { channel } = parseRequest(
    z.object({ channel: z.string().refine(isChannelName, 'is not a valid channel name') }),
    request.params,
  )
  return channel
}

function bytesOf(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
}

function jsonOf(request: FastifyRequest): unknown {
  try {
    return JSON.parse(bytesOf(request).toString('utf8'))
  } catch {
    throw new EventsApiError(400, 'The body is not valid JSON')
  }
}

function parseRequest<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new EventsApiError(400, `${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is not valid'}`.trim())
}
