import type { PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { draftPasswordReset, draftToAccount } from '../modules/accounts/index.ts'
import {
  accountApprovedWords,
  createMailroom,
  passwordChangedWords,
  passwordResetWords,
} from '../modules/notifications/index.ts'

const resetRequested = z.object({ resetId: z.string() })
const ofAccount = z.object({ accountId: z.string() })

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
        const draft = await draftToAccount(deps, ofAccount.parse(payload).accountId)
        return draft && { email: draft.email, words: passwordChangedWords({ ...draft, brand }) }
      },
      async 'account.approved'(payload) {
        const draft = await draftToAccount(deps, ofAccount.parse(payload).accountId)
        const origin = config.tradeOrigins[0]
        return (
          draft && {
            email: draft.email,
            words: accountApprovedWords({
              ...draft,
              brand,
              loginLink: origin === undefined ? undefined : `${origin}/login`,
            }),
          }
        )
      },
    },
  })
}
