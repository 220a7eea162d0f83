/**
 * The cookies by which another site hands somebody over (spec §2, product.md §11): where to go, for scripts to see, and the
 * one-time code, which no script sees. One without the other does nothing.
 */
export const handoverCookies = { redirect: 'handover_redirect', session: 'handover_session' } as const
