import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { constraintOf, inTransaction } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { settingsErrors } from './quote-settings.errors.ts'
import { findTeamName, writeQuoteOrigin } from './quote-settings.repo.ts'

/**
 * Registers the origin that shows this team's quotes exclusively (product.md §12.6); `null` removes it.
 * Returns the team's name.
 * @throws `quote.origin_invalid` when it is not an origin, is a trade site or belongs to another team.
 */
export async function registerQuoteOrigin(
  { db, config }: { db: Db; config: { tradeOrigins: readonly string[] } },
  { teamId, origin, caller }: { teamId: string; origin: string | null; caller: Caller },
): Promise<string> {
  if (origin !== null && !isOrigin(origin)) {
    throw invalidOrigin(`"${origin}" is not an origin such as https://tickets.example.com`)
  }
  if (origin !== null && config.tradeOrigins.includes(origin))
    throw invalidOrigin(`${origin} is a trade site`)
  try {
    return await inTransaction(db, async (tx) => {
      const name = await findTeamName(tx, teamId)
      if (name === undefined) throw invalidOrigin(`team ${teamId} not found`)
      const before = await writeQuoteOrigin(tx, teamId, origin)
      if (before !== origin) {
        await recordEvents(tx, [{ topic: 'quote_settings.changed', subject: teamId, payload: { teamId } }])
        await recordSecurityEvents(tx, {
          kind: 'team.quote_origin_changed',
          caller,
          teamId,
          details: { from: before ?? 'none', to: origin ?? 'none' },
        })
      }
      return name
    })
  } catch (error) {
    if (constraintOf(error) !== 'team_quote_settings__origin_unique') throw error
    throw invalidOrigin(`${origin} belongs to another team`, error)
  }
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && ['http:', 'https:'].includes(url.protocol) && url.origin === text
}

function invalidOrigin(reason: string, cause?: unknown) {
  return settingsErrors.make('quote.origin_invalid', { title: reason, cause })
}
