import type { ContentName } from '@terrace/contracts/content'
import type { Db } from '#api/db/client.ts'
import { contentErrors } from './content.errors.ts'
import { deleteText, upsertText } from './content.repo.ts'

const longest = 200_000

/**
 * Puts the operator's own text on a page (product.md §10); answers how many characters it has.
 *
 * Throws `content.not_text`, `content.empty` or `content.too_long`, and then leaves what was there.
 */
export async function setText(
  { db }: { db: Db },
  { name, bytes }: { name: ContentName; bytes: Uint8Array },
): Promise<number> {
  const text = decode(bytes).replaceAll(/\r\n?/g, '\n').trim()
  if (text === '') throw contentErrors.make('content.empty')
  if (text.length > longest) throw contentErrors.make('content.too_long')
  await upsertText(db, name, text)
  return text.length
}

/** Brings the page's default text back; answers whether another one stood there. */
export function clearText({ db }: { db: Db }, name: ContentName): Promise<boolean> {
  return deleteText(db, name)
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
