import type { ChatSettings } from '@terrace/contracts/chat'
import type { FastifyInstance } from 'fastify'

/** Whom the provider is told about. */
export interface ChatUser {
  id: string
}

/** What vouches for a user towards the provider; the empty hash of who needs none. */
export interface ChatIdentity {
  intercom_hash: string
  intercom_user_jwt?: string
}

/** Sources that the content security policy must let in for the widget, by directive. */
export type ChatSources = Partial<
  Record<
    'connectSrc' | 'fontSrc' | 'formAction' | 'frameSrc' | 'imgSrc' | 'mediaSrc' | 'scriptSrc',
    readonly string[]
  >
>

/** The customer chat (spec §7). Adapters differ in whose widget it is. */
export interface ChatPort {
  /** Undefined: no widget, and the browser loads nothing of it. */
  browser: ChatSettings | undefined
  sources: ChatSources
  identify(user: ChatUser, now: Date): ChatIdentity
  /** Opens what the adapter serves itself. */
  attach(app: FastifyInstance): void
}
