import type { ChatSettings } from '@terrace/contracts/chat'
import type { FastifyInstance } from 'fastify'

export interface ChatUser {
  id: string
}

/** Proves the user's identity to the provider; the hash is empty if none is needed. */
export interface ChatIdentity {
  intercom_hash: string
  intercom_user_jwt?: string
}

/** Content-Security-Policy sources of the widget, by directive. */
export type ChatSources = Partial<
  Record<
    'connectSrc' | 'fontSrc' | 'formAction' | 'frameSrc' | 'imgSrc' | 'mediaSrc' | 'scriptSrc',
    readonly string[]
  >
>

/** The customer chat (spec §7). */
export interface ChatPort {
  /** `undefined`: no widget, and the browser loads nothing. */
  browser: ChatSettings | undefined
  sources: ChatSources
  identify(user: ChatUser, now: Date): ChatIdentity
  /** Mounts the adapter's own routes. */
  attach(app: FastifyInstance): void
}
