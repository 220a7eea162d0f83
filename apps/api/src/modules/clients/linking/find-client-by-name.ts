import type { Tx } from '#api/db/transaction.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import type { Client } from '../client.ts'
import { readClients } from '../clients.repo.ts'

/** The client with this name or company, ignoring case, if only one has it. */
export async function findClientByName(
  tx: Tx,
  fieldCipher: FieldCipher,
  { teamId, name }: { teamId: string; name: string },
): Promise<Client | 'ambiguous' | undefined> {
  const searchedName = name.toLowerCase()
  const [first, ...others] = (await readClients(tx, fieldCipher, { teamId })).filter((client) =>
    [client.name, client.company].some((text) => text.toLowerCase() === searchedName),
  )
  return others.length > 0 ? 'ambiguous' : first
}
