import { sql } from 'kysely'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { Clock } from '#api/shared/clock.ts'

const warnedBeforeMs = 3_600_000

/** Records one event per team for sellers' own holds that end within an hour; each hold is reported once. */
export async function warnOfEndingOwnHolds({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const now = clock.now()
  const until = new Date(now.getTime() + warnedBeforeMs)
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ teamId: string; listingIds: string[] }>`
      with warned as (
        update listings set own_hold_warned_until = own_hold_until
        where id in (
          select l.id from listings l
          where l.own_hold_until > ${now} and l.own_hold_until <= ${until}
            and l.own_hold_until is distinct from l.own_hold_warned_until
          order by l.id collate "C" for no key update skip locked)
        returning id, seller_team_id
      )
      select seller_team_id as "teamId", array_agg(id order by id) as "listingIds" from warned group by seller_team_id`.execute(
      tx,
    )
    await recordEvents(
      tx,
      rows.map(({ teamId, listingIds }) => ({
        topic: 'supply.own_holds_ending' as const,
        subject: teamId,
        payload: { teamId, listingIds: listingIds.slice(0, 50), count: listingIds.length },
      })),
    )
    return rows.length
  })
}
