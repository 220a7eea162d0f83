/** Warnings for the operator about a valid but incomplete configuration, one sentence each. */
export function startWarnings({
  production,
  tradeOrigins,
}: {
  production: boolean
  tradeOrigins: readonly string[]
}): string[] {
  if (!production || tradeOrigins.length > 0) return []
  // Links never use the request's `Host` header, which proves nothing.
  return [
    'TRADE_ORIGINS is empty: emails can’t contain links, so password resets, invitations and email confirmations are not sent.',
  ]
}
