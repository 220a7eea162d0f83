import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { readInstalled } from '../../shared/installed-file.ts'

/** The application id where none is configured: whoever asks the embedded endpoint must name one. */
export const defaultSearchApp = 'EMBEDDED'

const schema = z.object({ search_key: z.string().min(8), admin_key: z.string().min(8) })

/** The search key and the admin key of this installation. */
export function installedKeys(dataFolder: string): { searchKey: string; adminKey: string } {
  const keys = readInstalled(join(dataFolder, 'search.json'), {
    schema,
    make: () => ({ search_key: randomBytes(16).toString('hex'), admin_key: randomBytes(32).toString('hex') }),
  })
  return { searchKey: keys.search_key, adminKey: keys.admin_key }
}
