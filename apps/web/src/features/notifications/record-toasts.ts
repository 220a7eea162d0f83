import { notificationsRoutes } from '@terrace/contracts/notifications'
import { z } from 'zod/mini'
import { call } from '#web/lib/http/api-client.ts'
import { isPermanentError } from '#web/lib/http/api-error.ts'
import { newIdempotencyKey } from '#web/lib/http/idempotency-key.ts'
import { onSessionEnd, readUser } from '#web/lib/http/session.ts'
import { onToast } from '#web/ui/overlay/toast-queue.ts'

const storageKey = 'unsentNotifications'
/** Limit of one call. */
const maxUnsent = 50
const maxAgeSeconds = 604_800
const retryDelayMs = 15_000

const message = z.object({
  key: z.string(),
  text: z.string(),
  severity: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  link: z.nullable(z.string()),
  shown_at: z.number(),
})
type Message = z.output<typeof message>
const stored = z.object({ owner: z.string(), messages: z.array(message) })

/**
 * Sends every toast to the notifications centre. Those that cannot be sent stay in the browser for later, even after a
 * reload; their keys keep the server from listing one twice. Returns a function that stops.
 */
export function recordToasts(): () => void {
  let isStopped = false
  let isSending = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function send(): Promise<void> {
    const messages = readUnsent()
    if (isStopped || isSending || messages.length === 0) return
    isSending = true
    try {
      await call(notificationsRoutes.record, { body: { messages: messages.map(toWire) } })
      remove(messages)
    } catch (error) {
      // The same request would fail again.
      if (isPermanentError(error)) remove(messages)
      else sendLater()
    } finally {
      isSending = false
    }
    if (readUnsent().some(({ key }) => !messages.some((sent) => sent.key === key))) void send()
  }

  function remove(sent: readonly Message[]): void {
    if (!isStopped) writeUnsent(readUnsent().filter(({ key }) => !sent.some((each) => each.key === key)))
  }

  function sendLater(): void {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(() => void send(), retryDelayMs)
  }

  const sendNow = () => void send()
  const ends = [
    onToast(({ message: text, severity }) => {
      const link = location.pathname + location.search
      const added = { key: newIdempotencyKey(), text, severity, link, shown_at: Date.now() }
      writeUnsent([...readUnsent(), added].slice(-maxUnsent))
      sendNow()
    }),
    onSessionEnd(() => stop()),
  ]
  window.addEventListener('online', sendNow)

  function stop(): void {
    isStopped = true
    clearTimeout(timer)
    window.removeEventListener('online', sendNow)
    for (const end of ends) end()
  }

  sendNow()
  return stop
}

function toWire({ shown_at: shownAt, text, link, ...rest }: Message) {
  const age = Math.round((Date.now() - shownAt) / 1000)
  return {
    ...rest,
    text: text.slice(0, 1000),
    link: link !== null && link.length <= 500 && !link.startsWith('//') ? link : null,
    age_seconds: Math.min(Math.max(age, 0), maxAgeSeconds),
  }
}

function owner(): string {
  const id = readUser()?.['id']
  return typeof id === 'string' ? id : ''
}

function readUnsent(): Message[] {
  try {
    const parsed = stored.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null'))
    return parsed.data?.owner === owner() ? parsed.data.messages : []
  } catch {
    // Storage is blocked; the toast was still shown.
    return []
  }
}

function writeUnsent(messages: readonly Message[]): void {
  try {
    if (messages.length === 0) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, JSON.stringify({ owner: owner(), messages }))
  } catch {
    // Storage is blocked or full; the toast was still shown.
  }
}
