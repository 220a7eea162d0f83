import { scryptSync } from 'node:crypto'
import type { DataKey } from '#api/shared/crypto/field-cipher.ts'

/** Keys that every process of an installation must have in common. */
export interface InstallationKeys {
  /** The first one encrypts. */
  data: readonly DataKey[]
  realtime: string
  search: string
  signing: string
}

export type SharedKey = Exclude<keyof InstallationKeys, 'data'>

/** The variables that set each key. */
export const variablesOfKey: Readonly<Record<SharedKey, string>> = {
  realtime: 'REALTIME_APP_ID, REALTIME_KEY and REALTIME_SECRET',
  search: 'SEARCH_API_KEY and SEARCH_ADMIN_KEY',
  signing: 'DOCUSIGN_HMAC_KEYS',
}

const fingerprintBytes = 12

/** Tells keys apart and does not help to guess them, even if they were chosen badly. */
function fingerprint(name: string, key: string | Buffer): string {
  return scryptSync(key, `terrace/${name}`, fingerprintBytes).toString('hex')
}

export function fingerprintsOf(keys: InstallationKeys): Record<SharedKey, string> {
  return {
    realtime: fingerprint('realtime', keys.realtime),
    search: fingerprint('search', keys.search),
    signing: fingerprint('signing', keys.signing),
  }
}

export function dataFingerprintsOf({ data }: InstallationKeys): { id: number; fingerprint: string }[] {
  return data.map(({ id, key }) => ({ id, fingerprint: fingerprint('data', key) }))
}
