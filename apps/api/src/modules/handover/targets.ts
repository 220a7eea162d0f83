const pages: readonly RegExp[] = [
  /^\/(?:home|search|profile|checkout(?:\/confirm)?|terms-and-condition|privacy|[a-z0-9-]+-buyer-policy)?$/,
  // `/tickets/{name}/{id}` and `/{slug}/{name}/{id?}`.
  /^\/[a-z][\w-]*\/[^/]+(?:\/[^/]+)?$/i,
]

/** What the server keeps for itself, and pages that are no place to go on at. */
const notPages =
  /^\/(?:api|app|assets|dev|handover|health|quote|reset-password|sandbox|signing|\.[^/]*)(?:\/|$)/i

/** Parts of an address that speak of the handover, or hold what must never stand in one. */
const cleaned = /^(?:handover\w*|state|code|token|\w*_token|authTokens|authData)$/i

/**
 * The page that a handover may end at: a path of the application, as written in an allow-list of their forms, without what
 * the handover put into its address. Undefined for everything else, other origins above all.
 */
export function handoverTarget(text: string): string | undefined {
  // Before it is parsed: browsers read `/\host` as `//host`, and skip control characters.
  if (text.length > 1000 || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(text)) return undefined
  const base = 'http://here.invalid'
  const url = URL.parse(text, base)
  if (!url || url.origin !== base || url.pathname.includes('//') || notPages.test(url.pathname))
    return undefined
  if (!pages.some((page) => page.test(url.pathname))) return undefined
  const unwanted = [...url.searchParams.keys()].filter((name) => cleaned.test(name))
  for (const name of unwanted) url.searchParams.delete(name)
  return url.pathname + url.search
}
