import { slugify } from '@terrace/domain/text/slug'

const maxCached = 5000
const slugs = new Map<string, string>()

/** The slug of a name. Cached, because the same names occur in many events. */
export function cachedSlug(name: string): string {
  const cached = slugs.get(name)
  if (cached !== undefined) return cached
  const slug = slugify(name)
  if (slugs.size > maxCached) slugs.clear()
  slugs.set(name, slug)
  return slug
}
