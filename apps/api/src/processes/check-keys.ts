import { inTransaction } from '#api/db/transaction.ts'
import type { Db } from '#api/db/client.ts'
import { StartupError } from '#api/shared/startup/startup-error.ts'
import {
  dataFingerprintsOf,
  variablesOfKey,
  type InstallationKeys,
  type SharedKey,
} from './key-fingerprints.ts'
import { findNeededKey } from './encrypted-values.repo.ts'
import { addDataKeys, findEarlierProcess, readDataKeys, removeDataKey } from './processes.repo.ts'

/**
 * Compares this process's keys with those that the database was used with, and with those of the running processes.
 * @throws StartupError that names the key and says what to do
 */
export async function checkKeys(
  db: Db,
  { id, keys, fingerprints }: { id: string; keys: InstallationKeys; fingerprints: Record<SharedKey, string> },
): Promise<void> {
  const earlier = await findEarlierProcess(db, id)
  const names = Object.keys(variablesOfKey) as SharedKey[] // its own keys
  const different = names.filter((name) => (earlier[name] ?? fingerprints[name]) !== fingerprints[name])
  if (different.length === 0) return checkDataKeys(db, keys)
  const variables = different.map((name) => variablesOfKey[name]).join('; ')
  throw new StartupError(
    `Another process runs with other ${different.join(' and ')} keys, so browsers would be rejected by one of them. Set ${variables} to the same values for all processes, or let them share a data folder. To change a key, stop all processes first.`,
  )
}

async function checkDataKeys(db: Db, keys: InstallationKeys): Promise<void> {
  const configured = dataFingerprintsOf(keys)
  await inTransaction(db, async (tx) => {
    const stored = await readDataKeys(tx)
    const known = new Map(stored.map((key) => [key.id, key.fingerprint]))
    for (const { id, fingerprint } of configured) {
      if ((known.get(id) ?? fingerprint) !== fingerprint) throw new StartupError(wrongKeyText(id))
    }
    const [encrypting] = stored
    const absent = stored.map(({ id }) => id).filter((id) => !configured.some((key) => key.id === id))
    if (encrypting && absent.includes(encrypting.id)) throw new StartupError(missingKeyText(encrypting.id))
    // Only after a key was taken out of the configuration: it reads whole tables.
    const needed = absent.length > 0 ? await findNeededKey(tx, absent) : undefined
    if (needed !== undefined) throw new StartupError(neededKeyText(needed))
    for (const id of absent) await removeDataKey(tx, id)
    await addDataKeys(tx, configured)
  })
}

const whereText =
  'Restore it in DATA_ENCRYPTION_KEYS, or the file data-key.json of the data folder if it was generated.'

function wrongKeyText(id: number): string {
  return `Key ${id} of DATA_ENCRYPTION_KEYS is not the key ${id} that this database was encrypted with. ${whereText} A new key needs another number. ${giveUpText(id)}`
}

function missingKeyText(id: number): string {
  return `DATA_ENCRYPTION_KEYS lacks key ${id}, which encrypts this database. ${whereText} To replace it, put the new key first and keep key ${id} after it. ${giveUpText(id)}`
}

function neededKeyText(id: number): string {
  return `DATA_ENCRYPTION_KEYS lacks key ${id}, and there are values that only it can decrypt. Put it back after the first key and run npm run admin -- data-keys re-encrypt; then it is no longer needed. ${giveUpText(id)}`
}

function giveUpText(id: number): string {
  return `If it is lost, what it encrypted cannot be recovered; to start without it: npm run admin -- data-keys give-up ${id}`
}
