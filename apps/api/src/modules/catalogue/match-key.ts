import { slugify } from '@terrace/domain/slug'

/** A name in the form in which names are compared: lower case, no accents, words of a-z and 0-9 with one blank between. */
export function matchKey(name: string): string {
  return slugify(name).replaceAll('-', ' ')
}
