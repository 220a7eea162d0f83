import { isCache, isPresence, userOfChannel } from '../channels.ts'
import type { WebhookEvent } from '../webhook-events.ts'
import type { Connection } from './connection.ts'
import { frame, messageFrame, type Message } from './frames.ts'
import { createSubscriptionCounts } from './subscription-counts.ts'

const maxCached = 10_000
const cachedMs = 30 * 60_000

interface Member {
  info: unknown
  /** A user with several sockets counts as one member. */
  sockets: number
}

export interface HubOptions {
  /** Sockets with more unsent bytes are terminated. */
  backlogBytes: number
  /** Tells subscribers how many they are, except on presence channels. */
  sendsSubscriptionCounts?: boolean | undefined
  /** Receives what webhooks report. */
  record?: ((event: WebhookEvent) => void) | undefined
}

/** The subscriptions, members and users of this process. */
export function createHub({ backlogBytes, sendsSubscriptionCounts, record: report }: HubOptions) {
  const subscribers = new Map<string, Set<Connection>>()
  const presence = new Map<string, Map<string, Member>>()
  const users = new Map<string, Set<Connection>>()
  const sessions = new Map<string, Set<Connection>>()
  const accounts = new Map<string, Set<Connection>>()
  const cached = new Map<string, { text: string; until: number }>()

  function send({ socket }: Connection, text: string | Buffer): void {
    if (socket.readyState !== socket.OPEN) return
    // A close frame would queue behind the backlog.
    if (socket.bufferedAmount > backlogBytes) socket.terminate()
    else socket.send(text, { binary: false })
  }

  function sendToChannel(channel: string, text: string, except?: string): void {
    const listeners = subscribers.get(channel)
    if (!listeners) return
    // Encoded once for all subscribers.
    const bytes = Buffer.from(text)
    for (const connection of listeners) if (connection.id !== except) send(connection, bytes)
  }

  /** The channels of users are internal. */
  function record(event: WebhookEvent): void {
    if (userOfChannel(event.channel) === undefined) report?.(event)
  }

  const counts = createSubscriptionCounts({
    countOf: (channel) => subscribers.get(channel)?.size ?? 0,
    report(channel, count, text) {
      sendToChannel(channel, text)
      record({ name: 'subscription_count', channel, subscription_count: count })
    },
  })

  function changeCount(channel: string): void {
    const isCounted = !isPresence(channel) && userOfChannel(channel) === undefined
    if (sendsSubscriptionCounts === true && isCounted) counts.change(channel)
  }

  function cacheMessage(channel: string, text: string): void {
    cached.delete(channel)
    cached.set(channel, { text, until: performance.now() + cachedMs })
    const oldest = cached.size > maxCached ? cached.keys().next().value : undefined
    if (oldest !== undefined) cached.delete(oldest)
  }

  function joinPresence(connection: Connection, channel: string, userId: string, info: unknown): void {
    const members = presence.get(channel) ?? new Map<string, Member>()
    presence.set(channel, members)
    ;(connection.memberships ??= new Map()).set(channel, userId)
    const existing = members.get(userId)
    if (existing) {
      existing.sockets += 1
      return
    }
    members.set(userId, { info, sockets: 1 })
    record({ name: 'member_added', channel, user_id: userId })
    const memberAdded = { user_id: userId, ...(info !== undefined && { user_info: info }) }
    sendToChannel(channel, frame('pusher_internal:member_added', memberAdded, channel), connection.id)
  }

  function leavePresence(connection: Connection, channel: string): void {
    const userId = connection.memberships?.get(channel)
    const members = presence.get(channel)
    const member = userId === undefined ? undefined : members?.get(userId)
    if (userId === undefined || !members || !member) return
    connection.memberships?.delete(channel)
    member.sockets -= 1
    if (member.sockets > 0) return
    members.delete(userId)
    if (members.size === 0) presence.delete(channel)
    record({ name: 'member_removed', channel, user_id: userId })
    sendToChannel(channel, frame('pusher_internal:member_removed', { user_id: userId }, channel))
  }

  function leave(connection: Connection, channel: string): void {
    if (!connection.channels?.delete(channel)) return
    remove(subscribers, channel, connection)
    leavePresence(connection, channel)
    if (subscribers.has(channel)) changeCount(channel)
    else record({ name: 'channel_vacated', channel })
  }

  return {
    send,
    record,
    /** Subscribes the socket; `member` is required on presence channels. The caller has authorised it. */
    join(connection: Connection, channel: string, member?: { userId: string; info: unknown }): void {
      if (!subscribers.has(channel)) record({ name: 'channel_occupied', channel })
      add(subscribers, channel, connection)
      changeCount(channel)
      ;(connection.channels ??= new Set()).add(channel)
      if (member) joinPresence(connection, channel, member.userId, member.info)
    },
    leave,
    signIn(connection: Connection, userId: string): void {
      connection.userId = userId
      add(users, userId, connection)
    },
    /** Ties the socket to a session that authorised a subscription. */
    bindSession(connection: Connection, sessionId: string): void {
      ;(connection.sessions ??= new Set()).add(sessionId)
      add(sessions, sessionId, connection)
    },
    /** Counts the socket as one of the account's; a socket belongs to the first account only. */
    bindAccount(connection: Connection, accountId: string): void {
      if (connection.accountId !== undefined) return
      connection.accountId = accountId
      add(accounts, accountId, connection)
    },
    disconnect(connection: Connection): void {
      for (const channel of connection.channels ?? []) leave(connection, channel)
      if (connection.userId !== undefined) remove(users, connection.userId, connection)
      for (const sessionId of connection.sessions ?? []) remove(sessions, sessionId, connection)
      if (connection.accountId !== undefined) remove(accounts, connection.accountId, connection)
    },
    deliver(message: Message): void {
      for (const channel of message.channels) {
        const isCached =
          isCache(channel) && message.userId === undefined && !message.event.startsWith('client-')
        if (!isCached && !subscribers.has(channel)) continue
        const text = messageFrame(message, channel)
        if (isCached) cacheMessage(channel, text)
        sendToChannel(channel, text, message.except)
      }
    },
    lastMessageOn(channel: string): string | undefined {
      const entry = cached.get(channel)
      return entry && entry.until > performance.now() ? entry.text : undefined
    },
    hasMember: (channel: string, userId: string): boolean => presence.get(channel)?.has(userId) ?? false,
    membersOf: (channel: string): ReadonlyMap<string, Member> => presence.get(channel) ?? new Map(),
    socketsOfChannel: (channel: string): Connection[] => [...(subscribers.get(channel) ?? [])],
    subscribersOf: (channel: string): number => subscribers.get(channel)?.size ?? 0,
    channelNames: (): string[] => [...subscribers.keys()],
    socketsOf: (userId: string): Connection[] => [...(users.get(userId) ?? [])],
    countSocketsOfAccount: (accountId: string): number => accounts.get(accountId)?.size ?? 0,
    socketsOfSession: (sessionId: string): Connection[] => [...(sessions.get(sessionId) ?? [])],
  }
}

function add(sets: Map<string, Set<Connection>>, key: string, connection: Connection): void {
  const set = sets.get(key)
  if (set) set.add(connection)
  else sets.set(key, new Set([connection]))
}

/** Deletes empty sets, because channel names come from clients. */
function remove(sets: Map<string, Set<Connection>>, key: string, connection: Connection): void {
  const set = sets.get(key)
  set?.delete(connection)
  if (set?.size === 0) sets.delete(key)
}

export type Hub = ReturnType<typeof createHub>
