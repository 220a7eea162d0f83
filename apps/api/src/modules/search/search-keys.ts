import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { readOrCreateSecrets } from '#api/shared/crypto/secrets-file.ts'

/** The application id of the embedded search when none is configured. */
export const defaultSearchApp = 'EMBEDDED'

const schema = z.object({ search_key: z.string().min(8), admin_key: z.string().min(8) })

/** The search and admin keys of this installation, created on the first start. */
export function readSearchKeys(dataFolder: string): { searchKey: string; adminKey: string } {
  const keys = readOrCreateSecrets(join(dataFolder, 'search.json'), {
    schema,
    make: () => ({ search_key: randomBytes(16).toString('hex'), admin_key: randomBytes(32).toString('hex') }),
  })
  return { searchKey: keys.search_key, adminKey: keys.admin_key }
}
