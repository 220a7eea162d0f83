import { recordSecurityEvents } from '../../audit/audit.repo.ts'
import type { Caller } from '../../audit/caller.ts'
import type { Db } from '../../db/client.ts'
import { constraintOf, inTransaction } from '../../db/transaction.ts'
import { recordEvents } from '../../outbox/outbox.repo.ts'
import { settingsErrors } from './quote-settings.errors.ts'
import { findTeamName, writeQuoteOrigin } from './quote-settings.repo.ts'

/**
 * Makes an origin the one on which this team's quotes are shown and no others (product.md §12 "Quotes"); null takes it
 * away. Answers the team's name. Throws `quote.origin_refused` for what is no origin, is a trade site, or is another team's.
 */
export async function registerQuoteOrigin(
  { db, config }: { db: Db; config: { tradeOrigins: readonly string[] } },
  { teamId, origin, caller }: { teamId: string; origin: string | null; caller: Caller },
): Promise<string> {
  if (origin !== null && !isOrigin(origin)) {
    throw refused(`"${origin}" is no origin such as https://tickets.example.com`)
  }
  if (origin !== null && config.tradeOrigins.includes(origin)) throw refused(`${origin} is a trade site`)
  try {
    return await inTransaction(db, async (tx) => {
      const name = await findTeamName(tx, teamId)
      if (name === undefined) throw refused(`there is no team ${teamId}`)
      const before = await writeQuoteOrigin(tx, teamId, origin)
      if (before !== origin) {
        await recordEvents(tx, [{ topic: 'quote_settings.changed', subject: teamId, payload: { teamId } }])
        await recordSecurityEvents(tx, {
          kind: 'team.quote_origin_changed',
          caller,
          teamId,
          facts: { from: before ?? 'none', to: origin ?? 'none' },
        })
      }
      return name
    })
  } catch (error) {
    if (constraintOf(error) !== 'team_quote_settings__origin_once') throw error
    throw refused(`${origin} is another team’s already`, error)
  }
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && ['http:', 'https:'].includes(url.protocol) && url.origin === text
}

function refused(why: string, cause?: unknown) {
  return settingsErrors.make('quote.origin_refused', { title: why, cause })
}
