import { createHash } from 'node:crypto'
import type { ContentName } from '@terrace/contracts/content'
import type { Actor } from '#api/audit/actor.ts'
import { recordChanges } from '#api/audit/record-changes.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { contentErrors } from './content.errors.ts'
import { deleteText, lockText, upsertText } from './content.repo.ts'

const maxLength = 200_000

/**
 * Stores the operator's text for a page and returns its length in characters. On an error, the previous text stays.
 * @throws `content.not_text`, `content.empty`, `content.too_long`
 */
export async function setText(
  { db }: { db: Db },
  { name, bytes, actor }: { name: ContentName; bytes: Uint8Array; actor?: Actor },
): Promise<number> {
  const text = decode(bytes).replaceAll(/\r\n?/g, '\n').trim()
  if (text === '') throw contentErrors.make('content.empty')
  if (text.length > maxLength) throw contentErrors.make('content.too_long')
  await inTransaction(db, async (tx) => {
    const before = await lockText(tx, name)
    if (before === text) return
    await upsertText(tx, name, text)
    await recordTextChange(tx, actor, { name, before, after: text })
  })
  return text.length
}

/** Restores the page's default text and returns whether it had another. */
export function clearText(
  { db }: { db: Db },
  { name, actor }: { name: ContentName; actor?: Actor },
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const before = await lockText(tx, name)
    if (before === undefined) return false
    await deleteText(tx, name)
    await recordTextChange(tx, actor, { name, before, after: undefined })
    return true
  })
}

/** The texts themselves are too long for an entry; their hashes tell versions apart. `null`: the default text. */
async function recordTextChange(
  tx: Tx,
  actor: Actor | undefined,
  { name, before, after }: { name: ContentName; before: string | undefined; after: string | undefined },
): Promise<void> {
  const hashOf = (text: string | undefined) => ({
    sha256: text === undefined ? null : createHash('sha256').update(text).digest('hex'),
  })
  await recordChanges(tx, actor, {
    kind: 'content.changed',
    details: { page: name, before: hashOf(before), after: hashOf(after) },
  })
}

function decode(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch (error) {
    throw contentErrors.make('content.not_text', { cause: error })
  }
  throw contentErrors.make('content.not_text')
}
