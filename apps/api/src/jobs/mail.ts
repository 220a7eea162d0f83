import type { PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { draftPasswordChanged, draftPasswordReset } from '../modules/accounts/index.ts'
import { createMailroom, passwordChangedWords, passwordResetWords } from '../modules/notifications/index.ts'

const resetRequested = z.object({ resetId: z.string() })
const passwordChanged = z.object({ accountId: z.string() })

/** The letters of this house: each event that somebody is told of by mail, with who is told what. */
export function createMail(deps: Deps, boss: PgBoss) {
  const { db, outbox, mailer, logger, config } = deps
  const { brand } = config
  return createMailroom({
    db,
    boss,
    outbox,
    mailer,
    logger,
    brand,
    drafts: {
      async 'password_reset.requested'(payload) {
        const draft = await draftPasswordReset(deps, resetRequested.parse(payload).resetId)
        return draft && { email: draft.email, words: passwordResetWords({ ...draft, brand }) }
      },
      async 'password.changed'(payload) {
        const draft = await draftPasswordChanged(deps, passwordChanged.parse(payload).accountId)
        return draft && { email: draft.email, words: passwordChangedWords({ ...draft, brand }) }
      },
    },
  })
}
