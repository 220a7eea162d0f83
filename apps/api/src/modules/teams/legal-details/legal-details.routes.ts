import { teamLegalDetailsRoutes } from '@terrace/contracts/team-legal-details'
import { actorOf } from '#api/audit/actor.ts'
import { recordChanges } from '#api/audit/record-changes.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import { assertOwner } from '../assert-owner.ts'
import { readLegalDetails, writeLegalDetails, type LegalDetails } from './legal-details.repo.ts'

/** A team's legal name, address and tax number, for its invoices. */
export function mountLegalDetails(http: HttpContext, { db }: { db: Db }): void {
  mountRoute(http, teamLegalDetailsRoutes.read, async ({ account }) => ({
    data: present(await readLegalDetails(db, account.teamId)),
  }))

  mountRoute(http, teamLegalDetailsRoutes.change, async ({ account, body, request }) => {
    const wanted = { legalName: body.legal_name, address: body.address, taxNumber: body.tax_number }
    await inTransaction(db, async (tx) => {
      await assertOwner(tx, account)
      const changed = changedNames(await readLegalDetails(tx, account.teamId), wanted)
      if (changed.length === 0) return
      await writeLegalDetails(tx, account.teamId, wanted)
      await recordChanges(tx, actorOf(account, request), {
        kind: 'team.legal_details_changed',
        details: { changed: changed.join(', ') },
      })
    })
    return { data: present(wanted) }
  })
}

const present = ({ legalName, address, taxNumber }: LegalDetails) => ({
  legal_name: legalName,
  address,
  tax_number: taxNumber,
})

function changedNames(before: LegalDetails, after: LegalDetails): string[] {
  const names = { legalName: 'legal name', address: 'address', taxNumber: 'tax number' } as const
  return (Object.keys(names) as (keyof LegalDetails)[])
    .filter((name) => before[name] !== after[name])
    .map((name) => names[name])
}
