import {
  handoverQuestion,
  handoverRestart,
  handoverRoutes,
  type HandoverQuestion,
} from '@terrace/contracts/handover'
import { ApiError } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api-client.ts'
import { safeNext } from '#web/lib/paths.ts'
import { storeSession } from '#web/lib/session.ts'
import { removeRedirectCookie } from './handover-cookies.ts'
import { reloadAt } from './reload-at.ts'

type Outcome =
  /** Nothing was handed over: the page goes on as if nothing had been. */
  | { kind: 'nothing' }
  /** The page is being loaded again as who was handed over. */
  | { kind: 'leaving' }
  | { kind: 'question'; question: HandoverQuestion }
  | { kind: 'failed'; error: unknown; restart: string | undefined }

/**
 * Has the server redeem what another site handed over, and stores the session that comes of it; the address is cleaned and
 * the page loaded again (spec §2). `confirm` is the answer to a question. Never throws.
 */
export async function redeem(confirm?: string): Promise<Outcome> {
  try {
    const { data } = await call(handoverRoutes.redeem, { body: confirm === undefined ? {} : { confirm } })
    removeRedirectCookie(location)
    if (!data.status) return { kind: 'nothing' }
    const { redirect, ...session } = data
    storeSession(session.token, session)
    reloadAt(safeNext(redirect))
    return { kind: 'leaving' }
  } catch (error) {
    return outcomeOf(error)
  }
}

/** Gives up what was handed over. Whoever is logged in stays it, also where the server cannot be told. */
export async function decline(): Promise<void> {
  removeRedirectCookie(location)
  await call(handoverRoutes.decline).catch((error: unknown) => {
    console.error('The handover could not be given up:', error)
  })
}

function outcomeOf(error: unknown): Outcome {
  const details = error instanceof ApiError ? error.errors : undefined
  const asked = error instanceof ApiError && error.code === 'handover.other_user'
  if (asked && typeof details === 'object' && 'handover' in details) {
    const question = handoverQuestion.safeParse(details.handover)
    if (question.success) return { kind: 'question', question: question.data }
  }
  removeRedirectCookie(location)
  if (error instanceof ApiError) {
    // Cookies that nobody here has asked for are somebody else's doing, and none of this person's business.
    if (error.code === 'handover.not_begun') return { kind: 'nothing' }
    if (error.code === 'handover.unreadable') {
      // Spec §8: what is no JSON is no token.
      console.error('Failed to parse cookie token:', error)
      return { kind: 'nothing' }
    }
  }
  return { kind: 'failed', error, restart: handoverRestart.safeParse(details).data?.restart }
}
