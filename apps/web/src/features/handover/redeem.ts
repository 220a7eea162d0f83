import type { WireSecondFactorPrompt } from '@terrace/contracts/accounts'
import {
  handoverQuestion,
  handoverRestart,
  handoverRoutes,
  type HandoverQuestion,
} from '@terrace/contracts/handover'
import { ApiError } from '#web/lib/http/api-error.ts'
import { call } from '#web/lib/http/api-client.ts'
import { safeNext } from '#web/lib/url/paths.ts'
import { storeSession } from '#web/lib/http/session.ts'
import { removeRedirectCookie } from './handover-cookies.ts'
import { replaceAndReload } from './replace-and-reload.ts'

type Outcome =
  /** No handover; the application opens as usual. */
  | { kind: 'nothing' }
  /** The page is reloading with the new session. */
  | { kind: 'reloading' }
  | { kind: 'question'; question: HandoverQuestion }
  /** The login needs the account's second factor; then the page continues at `redirect`. */
  | { kind: 'second_factor'; prompt: WireSecondFactorPrompt; redirect: string }
  | { kind: 'failed'; error: unknown; restart: string | undefined }

/**
 * Redeems the handover on the server, stores the session, cleans the URL and reloads (spec §2). `confirm` is the
 * user's confirmation token. Never throws.
 */
export async function redeem(confirm?: string): Promise<Outcome> {
  try {
    const { data } = await call(handoverRoutes.redeem, { body: confirm === undefined ? {} : { confirm } })
    removeRedirectCookie(location)
    if (!data.status) {
      const { second_factor: prompt, redirect = '/' } = data
      return prompt ? { kind: 'second_factor', prompt, redirect: safeNext(redirect) } : { kind: 'nothing' }
    }
    const { redirect, ...session } = data
    storeSession(session.token, session)
    replaceAndReload(safeNext(redirect))
    return { kind: 'reloading' }
  } catch (error) {
    return outcomeOf(error)
  }
}

/** Discards the handover. The current session stays, even if the server does not respond. */
export async function decline(): Promise<void> {
  removeRedirectCookie(location)
  await call(handoverRoutes.decline).catch((error: unknown) => {
    console.error('Declining the handover failed:', error)
  })
}

function outcomeOf(error: unknown): Outcome {
  const details = error instanceof ApiError ? error.errors : undefined
  const needsConfirmation = error instanceof ApiError && error.code === 'handover.other_user'
  if (needsConfirmation && typeof details === 'object' && 'handover' in details) {
    const question = handoverQuestion.safeParse(details.handover)
    if (question.success) return { kind: 'question', question: question.data }
  }
  removeRedirectCookie(location)
  if (error instanceof ApiError) {
    // Handover cookies that did not start in this browser were planted by another site; ignore them silently.
    if (error.code === 'handover.not_started') return { kind: 'nothing' }
    if (error.code === 'handover.unreadable') {
      // Spec §8: malformed JSON means no token.
      console.error('Failed to parse cookie token:', error)
      return { kind: 'nothing' }
    }
  }
  return { kind: 'failed', error, restart: handoverRestart.safeParse(details).data?.restart }
}
