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

/** Control characters, and those that turn the direction of the text after them. */
const invisible = /[\p{Cc}\p{Cf}\u{FFFD}]/gu

/**
 * A name or title of a feed: entities read, blanks single, nothing invisible. Refused when it is empty, longer than
 * `most`, holds HTML, or has no letter or digit by which it could be found.
 */
export function feedText(most = 200): z.ZodType<string> {
  return z
    .string({ error: 'is missing' })
    .max(10_000, 'is too long')
    .transform(cleanText)
    .pipe(
      z
        .string()
        .min(1, 'is empty')
        .max(most, `is longer than ${most} characters`)
        .refine((text) => !/<[a-z!/?]/i.test(text), 'holds HTML')
        .refine((text) => text === '' || /[\p{L}\p{N}]/u.test(text), 'has no letter and no digit'),
    )
}

export function cleanText(text: string): string {
  return text
    .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
      if (name !== undefined) return named[String(name).toLowerCase()] ?? whole
      const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : ' '
    })
    .replaceAll(invisible, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
