import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import { serverCaller, type Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { AppError } from '#api/shared/app-error.ts'
import { eraseAccount, eraseTeam, findErasable, lockAccount } from './erase-account.repo.ts'
import { eraseQuotes, pseudonymiseOrders } from './erase-person.repo.ts'
import { reasonsToKeep } from './find-person.ts'
import { countOpenPayments, findOrders, lockOrders } from './person-records.repo.ts'
import { privacyErrors } from './privacy.errors.ts'

/**
 * Erases the personal data of a closed account, and those of its team when no one else is in it. Orders and invoices stay,
 * under a pseudonym. Repeating it changes nothing. Returns the number of orders that stay.
 * @throws `privacy.account_open`, or `privacy.still_needed` with the reasons: an order or payment that is not settled
 */
export async function erasePersonalData(
  { db }: { db: Db },
  { accountId, caller = serverCaller }: { accountId: string; caller?: Caller },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    // Payments before orders: a payment that ends in between is found as an order.
    const openPayments = await countOpenPayments(tx, { accountId })
    await lockOrders(
      tx,
      (await findOrders(tx, { accountId })).map(({ id }) => id),
    )
    const orders = await findOrders(tx, { accountId })
    const account = await lockAccount(tx, accountId)
    if (account?.status !== 'removed') throw privacyErrors.make('privacy.account_open')
    if (account.isErased) return orders.length
    const reasons = [
      ...(openPayments > 0 ? ['a payment is in progress'] : []),
      ...orders.flatMap(reasonsToKeep),
    ]
    if (reasons.length > 0)
      throw privacyErrors.make('privacy.still_needed', {
        title: `Nothing was erased: ${reasons.join('; ')}`,
        details: { reasons },
      })
    await pseudonymiseOrders(
      tx,
      orders.map(({ id }) => id),
    )
    await eraseAccount(tx, account)
    if (account.isLastOfTeam) {
      const { teamId } = account
      const quoteIds = await eraseTeam(tx, teamId)
      await eraseQuotes(tx, quoteIds)
      await recordEvents(
        tx,
        quoteIds.map((id) => ({
          topic: 'quote.changed' as const,
          subject: id,
          payload: { quoteId: id, teamId },
        })),
      )
    }
    await recordSecurityEvents(tx, {
      kind: 'privacy.account_erased',
      caller,
      accountId,
      teamId: account.teamId,
      details: { with_team: account.isLastOfTeam, orders_kept: orders.length },
    })
    return orders.length
  })
}

/** Erases closed accounts whose time is over. Those that are still needed wait for another night. */
export async function eraseClosedAccounts(
  { db }: { db: Db },
  due: { until: Date; limit: number },
): Promise<number> {
  let erased = 0
  for (const accountId of await findErasable(db, due)) {
    try {
      await erasePersonalData({ db }, { accountId })
      erased += 1
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'privacy.still_needed')) throw error
    }
  }
  return erased
}
