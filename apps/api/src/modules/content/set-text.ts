import type { ContentName } from '@terrace/contracts/content'
import type { Db } from '#api/db/client.ts'
import { contentErrors } from './content.errors.ts'
import { deleteText, upsertText } from './content.repo.ts'

const maxLength = 200_000

/**
 * Stores the operator's text for a page and returns its length in characters. On an error, the previous text stays.
 * @throws `content.not_text`, `content.empty`, `content.too_long`
 */
export async function setText(
  { db }: { db: Db },
  { name, bytes }: { name: ContentName; bytes: Uint8Array },
): Promise<number> {
  const text = decode(bytes).replaceAll(/\r\n?/g, '\n').trim()
  if (text === '') throw contentErrors.make('content.empty')
  if (text.length > maxLength) throw contentErrors.make('content.too_long')
  await upsertText(db, name, text)
  return text.length
}

/** Restores the page's default text and returns whether it had another. */
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
