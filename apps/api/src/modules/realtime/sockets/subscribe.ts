import { isCache, isChannelName, isPresence, isUserId, needsSignature, userOfChannel } from '../channels.ts'
import type { RealtimeApp } from '../realtime.port.ts'
import { channelSignature, sameText } from '../signatures.ts'
import type { Connection } from './connection.ts'
import { errorFrame, frame, memberData, refusalFrame, sessionData } from './frames.ts'
import type { Hub } from './hub.ts'
import type { SocketLimits } from './limits.ts'

interface Wish {
  channel: string
  auth?: string | undefined
  channel_data?: string | undefined
}

interface SubscribeDeps {
  hub: Hub
  app: RealtimeApp
  limits: SocketLimits
}

type Admission =
  | { member?: { userId: string; info: unknown }; sessionId?: string | undefined }
  | { refused: string; status?: number }

/** Lets a socket into a channel, or tells it why not (wire.md §2.2). */
export function subscribe(deps: SubscribeDeps, connection: Connection, wish: Wish): void {
  const { hub } = deps
  const { channel } = wish
  if (connection.channels?.has(channel)) {
    hub.send(connection, errorFrame(null, `Existing subscription to channel ${channel}`))
    return
  }
  const admission = admit(deps, connection, wish)
  if ('refused' in admission) {
    const { refused, status } = admission
    const text =
      status === undefined
        ? refusalFrame(channel, refused)
        : refusalFrame(channel, refused, 'LimitReached', status)
    hub.send(connection, text)
    return
  }
  hub.join(connection, channel, admission.member)
  if (admission.sessionId !== undefined) hub.bindSession(connection, admission.sessionId)
  hub.send(connection, frame('pusher_internal:subscription_succeeded', welcome(hub, channel), channel))
  if (isCache(channel)) {
    hub.send(connection, hub.lastOn(channel) ?? frame('pusher:cache_miss', {}, channel))
  }
}

function admit(deps: SubscribeDeps, connection: Connection, wish: Wish): Admission {
  const { channel } = wish
  if (!isChannelName(channel)) return { refused: 'The channel name is not valid' }
  if ((connection.channels?.size ?? 0) >= deps.limits.channelsPerSocket) {
    return { refused: 'Too many channels on one connection', status: 4301 }
  }
  const user = userOfChannel(channel)
  if (user !== undefined) {
    return user === connection.userId ? {} : { refused: 'This channel belongs to another user' }
  }
  if (!needsSignature(channel)) return {}
  const { key, secret } = deps.app
  const data = isPresence(channel) ? (wish.channel_data ?? '') : wish.channel_data
  const expected = `${key}:${channelSignature(secret, connection.id, channel, data)}`
  if (!sameText(wish.auth ?? '', expected)) return { refused: 'The signature is not valid' }
  const content = jsonOf(data)
  const sessionId = sessionData.safeParse(content).data?.session_id
  return isPresence(channel) ? admitMember(deps, channel, content, sessionId) : { sessionId }
}

function jsonOf(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

function admitMember(
  { hub, limits }: SubscribeDeps,
  channel: string,
  value: unknown,
  sessionId: string | undefined,
): Admission {
  const parsed = memberData.safeParse(value)
  if (!parsed.success || !isUserId(parsed.data.user_id)) return { refused: 'channel_data has no user_id' }
  const { user_id: userId, user_info: info } = parsed.data
  const isFull = hub.membersOf(channel).size >= limits.membersPerChannel
  if (isFull && !hub.hasMember(channel, userId)) {
    return { refused: 'The presence channel is full', status: 4004 }
  }
  return { member: { userId, info }, sessionId }
}

function welcome(hub: Hub, channel: string): object {
  if (!isPresence(channel)) return {}
  const members = hub.membersOf(channel)
  return {
    presence: {
      count: members.size,
      ids: [...members.keys()],
      hash: Object.fromEntries([...members].map(([id, { info }]) => [id, info ?? null])),
    },
  }
}
