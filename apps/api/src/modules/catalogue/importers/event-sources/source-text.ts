import { removeInvisible } from '@terrace/domain/text/visible-text'
import { z } from 'zod'

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
}

/** Control characters separate words; a replacement character stands for text that was lost. */
const blank = /[\p{Cc}\u{FFFD}]/gu

/**
 * Schema for a name or title: decodes entities, collapses spaces and removes invisible characters. Rejects text that
 * is empty, longer than `maxLength`, contains HTML or has no letter or digit.
 */
export function sourceText(maxLength = 200): z.ZodType<string> {
  return z
    .string({ error: 'is missing' })
    .max(10_000, 'is too long')
    .transform(cleanText)
    .pipe(
      z
        .string()
        .min(1, 'is empty')
        .max(maxLength, `is longer than ${maxLength} characters`)
        .refine((text) => !/<[a-z!/?]/i.test(text), 'contains HTML')
        .refine((text) => text === '' || /[\p{L}\p{N}]/u.test(text), 'has no letter or digit'),
    )
}

export function cleanText(text: string): string {
  const decoded = text
    .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (match, decimal, hex, name) => {
      if (name !== undefined) return named[String(name).toLowerCase()] ?? match
      const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : ' '
    })
    .replaceAll(blank, ' ')
  return removeInvisible(decoded).replaceAll(/\s+/g, ' ').trim()
}
