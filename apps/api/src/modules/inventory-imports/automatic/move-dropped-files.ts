import { readdir, rename, rmdir, unlink, writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { RealFolder } from './real-folder.ts'

const keptDays = 30
/** File systems allow 255 bytes, and a time and a suffix are added. */
const maxNameBytes = 200

/** The name with the time in front, so that no earlier file is replaced. */
export function datedName(name: string): string {
  const type = extname(name).slice(0, 10)
  let stem = Array.from(name.slice(0, name.length - type.length))
  while (Buffer.byteLength(stem.join('') + type) > maxNameBytes) stem = stem.slice(0, -1)
  return `${new Date().toISOString().replaceAll(/[:.]/g, '-')}~${stem.join('')}${type}`
}

/** Moves the file to the refused ones, with the reason next to it. Returns whether it did. */
export async function refuseFile(
  refused: RealFolder,
  path: string,
  name: string,
  reason: string,
): Promise<boolean> {
  const target = refused(datedName(name.replaceAll(/[^\p{L}\p{N}_ .()+,-]/gu, '_')))
  const explanation = `${target}.reason.txt`
  await writeFile(explanation, `${reason}\n`, { flag: 'wx' })
  if (await moveUnlessGone(path, target)) return true
  // Another process moved it, with a reason of its own.
  await unlessGone(unlink(explanation))
  return false
}

/** Deletes files that were moved to the folder 30 days ago. */
export async function removeOld(folder: RealFolder): Promise<void> {
  const oldest = new Date(Date.now() - keptDays * 86_400_000).toISOString().slice(0, 10)
  const entries = await readdir(folder(), { withFileTypes: true })
  for (const { name } of entries.filter((entry) => !entry.isDirectory()))
    if (/^\d{4}-\d{2}-\d{2}T/.test(name) && name.slice(0, 10) < oldest) await unlessGone(unlink(folder(name)))
}

export async function moveUnlessGone(from: string, to: string): Promise<boolean> {
  return (await unlessGone(rename(from, to).then(() => true))) ?? false
}

export async function removeIfEmpty(folder: string): Promise<void> {
  await unlessGone(rmdir(folder), ['ENOENT', 'ENOTEMPTY'])
}

/** `undefined` after one of the errors. By default: another process took the file, or it is a link. */
export async function unlessGone<Result>(
  work: Promise<Result>,
  codes: readonly unknown[] = ['ENOENT', 'ELOOP'],
): Promise<Result | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && codes.includes(error.code)) return undefined
    throw error
  }
}
