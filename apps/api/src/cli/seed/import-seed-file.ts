import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { SeedFile } from '../../../../../seeds/seed-files.ts'
import {
  importFile,
  importFixtures,
  openSourceFile,
  type ImportReport,
} from '#api/modules/catalogue/index.ts'

const data = new URL('../../../../../seeds/data/', import.meta.url)

/** Imports one file of `seeds/data`. */
export async function importSeedFile(
  context: Parameters<typeof importFile>[0],
  { kind, path, profile, season }: SeedFile,
): Promise<ImportReport & { rowsName: string }> {
  const url = new URL(path, data)
  if (profile === undefined) return importFile(context, { kind, content: await readFile(url, 'utf8') })
  const file = await openSourceFile(fileURLToPath(url))
  const report = await importFixtures(context, { file, profile, season })
  if (!('counts' in report)) throw new RangeError(`the demo has no profile ${profile}`)
  return { ...report, rowsName: 'events' }
}
