import { slugify } from '@terrace/domain/text/slug'

/** Normalises a name for comparison: lower-case words of a-z and 0-9, without accents, separated by single spaces. */
export function matchKey(name: string): string {
  return slugify(name).replaceAll('-', ' ')
}
