import { preferencesRoutes } from '@terrace/contracts/preferences'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import { readPreferences, writePreferences } from './preferences.repo.ts'

interface PreferencesDeps {
  db: Db
  outbox: Pick<OutboxTail, 'wake'>
}

export function mountPreferences(http: HttpContext, { db, outbox }: PreferencesDeps): void {
  mountRoute(http, preferencesRoutes.read, async ({ account }) => ({
    data: await readPreferences(db, account.accountId),
  }))

  mountRoute(http, preferencesRoutes.change, async ({ body, account: { accountId, teamId } }) => {
    const data = await inTransaction(db, async (tx) => {
      await writePreferences(tx, accountId, body)
      await recordEvents(tx, [
        { topic: 'account.preferences_changed', subject: accountId, payload: { accountId, teamId } },
      ])
      return await readPreferences(tx, accountId)
    })
    outbox.wake()
    return { data }
  })
}
