/**
 * Cookies set by a partner site for a handover (spec §2, product.md §11.3): `redirect` is readable by scripts,
 * `session` holds the one-time code and is HttpOnly. Both are required.
 */
export const handoverCookies = { redirect: 'handover_redirect', session: 'handover_session' } as const
