const allowedPaths: readonly RegExp[] = [
  /^\/(?:home|search|profile|checkout(?:\/confirm)?|terms-and-condition|privacy|[a-z0-9-]+-buyer-policy)?$/,
  // `/tickets/{name}/{id}` and `/{slug}/{name}/{id?}`.
  /^\/[a-z][\w-]*\/[^/]+(?:\/[^/]+)?$/i,
]

/** Server paths, and pages that make no sense as a destination. */
const blockedPaths =
  /^\/(?:api|app|assets|dev|handover|health|quote|reset-password|sandbox|signing|\.[^/]*)(?:\/|$)/i

/** Query parameters of the handover, and names of secrets that must not be in a URL. */
const strippedParams = /^(?:handover\w*|state|code|token|\w*_token|authTokens|authData)$/i

/**
 * A page that a handover may end at: a path on the allow-list, without handover parameters. `undefined` for anything
 * else, other origins above all.
 */
export function handoverTarget(text: string): string | undefined {
  // Check before parsing: browsers read `/\host` as `//host` and skip control characters.
  if (text.length > 1000 || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(text)) return undefined
  const base = 'http://here.invalid'
  const url = URL.parse(text, base)
  if (!url || url.origin !== base || url.pathname.includes('//') || blockedPaths.test(url.pathname))
    return undefined
  if (!allowedPaths.some((path) => path.test(url.pathname))) return undefined
  const removedParams = [...url.searchParams.keys()].filter((name) => strippedParams.test(name))
  for (const name of removedParams) url.searchParams.delete(name)
  return url.pathname + url.search
}
