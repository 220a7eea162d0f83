import { matchKey } from '@terrace/domain/text/match-key'
import { slugify } from '@terrace/domain/text/slug'

const maxCached = 5000

/** The slug of a name. Cached, because the same names occur in many events. */
export const cachedSlug = cached(slugify)
/** The name in matching form. */
export const cachedMatchKey = cached(matchKey)

function cached(convert: (name: string) => string): (name: string) => string {
  const results = new Map<string, string>()
  return (name) => {
    const known = results.get(name)
    if (known !== undefined) return known
    const result = convert(name)
    if (results.size > maxCached) results.clear()
    results.set(name, result)
    return result
  }
}
