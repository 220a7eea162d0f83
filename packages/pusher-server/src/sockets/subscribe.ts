import { isCache, isChannelName, isPresence, isUserId, needsSignature, userOfChannel } from '../channels.ts'
import type { PusherApp } from '../pusher-app.ts'
import { channelSignature, isEqualText } from '../signatures.ts'
import { dismiss, type Connection } from './connection.ts'
import { errorFrame, frame, memberData, subscriptionErrorFrame, sessionData } from './frames.ts'
import type { Hub } from './hub.ts'
import type { SocketLimits } from './limits.ts'

interface SubscribeRequest {
  channel: string
  auth?: string | undefined
  channel_data?: string | undefined
}

interface SubscribeDeps {
  hub: Hub
  app: PusherApp
  limits: SocketLimits
}

type Admission =
  | {
      member?: { userId: string; info: unknown }
      sessionId?: string | undefined
      accountId?: string | undefined
    }
  | { rejection: string; status?: number }

/** Subscribes a socket to a channel, or sends it the reason for the rejection. */
export function subscribe(deps: SubscribeDeps, connection: Connection, request: SubscribeRequest): void {
  const { hub } = deps
  const { channel } = request
  if (connection.channels?.has(channel)) {
    hub.send(connection, errorFrame(null, `Existing subscription to channel ${channel}`))
    return
  }
  const admission = admit(deps, connection, request)
  if ('rejection' in admission) {
    const { rejection, status } = admission
    const text =
      status === undefined
        ? subscriptionErrorFrame(channel, rejection)
        : subscriptionErrorFrame(channel, rejection, 'LimitReached', status)
    hub.send(connection, text)
    return
  }
  const { accountId } = admission
  if (accountId !== undefined && connection.accountId === undefined) {
    if (hub.countSocketsOfAccount(accountId) >= deps.limits.socketsPerAccount) {
      dismiss(connection, 4004, 'This account has too many connections')
      return
    }
    hub.bindAccount(connection, accountId)
  }
  hub.join(connection, channel, admission.member)
  if (admission.sessionId !== undefined) hub.bindSession(connection, admission.sessionId)
  hub.send(connection, frame('pusher_internal:subscription_succeeded', welcome(hub, channel), channel))
  if (isCache(channel)) {
    const last = hub.lastMessageOn(channel)
    if (last === undefined) hub.record({ name: 'cache_miss', channel })
    hub.send(connection, last ?? frame('pusher:cache_miss', {}, channel))
  }
}

function admit(deps: SubscribeDeps, connection: Connection, request: SubscribeRequest): Admission {
  const { channel } = request
  if (!isChannelName(channel)) return { rejection: 'The channel name is not valid' }
  if ((connection.channels?.size ?? 0) >= deps.limits.channelsPerSocket) {
    return { rejection: 'Too many channels on one connection', status: 4301 }
  }
  const user = userOfChannel(channel)
  if (user !== undefined) {
    return user === connection.userId ? {} : { rejection: 'This channel belongs to another user' }
  }
  if (!needsSignature(channel)) return {}
  const { key, secret } = deps.app
  const data = isPresence(channel) ? (request.channel_data ?? '') : request.channel_data
  const expected = `${key}:${channelSignature(secret, connection.id, channel, data)}`
  if (!isEqualText(request.auth ?? '', expected)) return { rejection: 'The signature is not valid' }
  const content = jsonOf(data)
  const { session_id: sessionId, account_id: accountId } = sessionData.safeParse(content).data ?? {}
  const signedBy = { sessionId, accountId }
  return isPresence(channel) ? { ...admitMember(deps, channel, content), ...signedBy } : signedBy
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
): { member: { userId: string; info: unknown } } | { rejection: string; status?: number } {
  const parsed = memberData.safeParse(value)
  if (!parsed.success || !isUserId(parsed.data.user_id)) return { rejection: 'channel_data has no user_id' }
  const { user_id: userId, user_info: info } = parsed.data
  const isFull = hub.membersOf(channel).size >= limits.membersPerChannel
  if (isFull && !hub.hasMember(channel, userId)) {
    return { rejection: 'The presence channel is full', status: 4004 }
  }
  return { member: { userId, info } }
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
