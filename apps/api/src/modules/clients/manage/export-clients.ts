import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import { csvText } from '@terrace/domain/text/csv-text'
import { assertOwner } from '#api/modules/teams/index.ts'
import type { Client } from '../client.ts'
import { presentCommission } from '../clients.presenter.ts'
import { readClients } from '../clients.repo.ts'

const columns: readonly [head: string, cell: (client: Client) => string][] = [
  ['Name', ({ name }) => name],
  ['Company', ({ company }) => company],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone],
  ['Currency', ({ currency }) => currency ?? ''],
  ['Default commission', commissionText],
  ['Notes', ({ notes }) => notes],
  ['Added (UTC)', ({ createdAt }) => dayOf(createdAt)],
  ['Last used (UTC)', ({ lastUsedAt }) => dayOf(lastUsedAt)],
]

const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10)

function commissionText({ commission, currency }: Client): string {
  if (!commission) return ''
  return `${presentCommission(commission)}${commission.method === 'fixed' ? ` ${currency ?? ''}` : '%'}`
}

/**
 * The client book, or these clients of it, as CSV, by name. Every export is in the audit log.
 * @throws `team.not_owner`
 */
export async function exportClients(
  { db, fieldCipher }: { db: Db; fieldCipher: FieldCipher },
  by: AuthenticatedAccount,
  { ids, caller }: { ids?: readonly string[]; caller: Caller },
): Promise<string> {
  const { teamId, accountId, sessionId } = by
  return inTransaction(db, async (tx) => {
    await assertOwner(tx, by)
    const clients = await readClients(tx, fieldCipher, { teamId, ...(ids && { ids }) })
    await recordSecurityEvents(tx, {
      kind: 'team.clients_exported',
      caller,
      actorId: accountId,
      teamId,
      sessionId,
      details: { count: clients.length },
    })
    return csvText([
      columns.map(([head]) => head),
      ...clients
        .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
        .map((client) => columns.map(([, cell]) => cell(client))),
    ])
  })
}
