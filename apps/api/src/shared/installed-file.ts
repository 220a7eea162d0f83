import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { z } from 'zod'

/**
 * What a JSON file of this installation holds, made on the first start (product.md §12). All processes on the folder get
 * the same; processes on other machines must be told it by configuration.
 */
export function readInstalled<Content>(
  file: string,
  { schema, make }: { schema: z.ZodType<Content>; make: () => Content },
): Content {
  const known = read(file, schema)
  if (known !== undefined) return known

  mkdirSync(dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`
  writeFileSync(draft, `${JSON.stringify(make())}\n`, { mode: 0o600, flag: 'wx' })
  try {
    // Never seen half written, and whoever comes second reads what the first one made.
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
  const made = read(file, schema)
  if (made === undefined) throw new Error(`${file} cannot be read`)
  return made
}

function read<Content>(file: string, schema: z.ZodType<Content>): Content | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    throw new Error(`${file} is damaged. Remove it, and a new one is made at the next start.`, {
      cause: error,
    })
  }
}
