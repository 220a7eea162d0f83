/** What the operator should know of a configuration that starts all the same; one sentence each. */
export function startWarnings({
  production,
  tradeOrigins,
}: {
  production: boolean
  tradeOrigins: readonly string[]
}): string[] {
  if (!production || tradeOrigins.length > 0) return []
  // What a request says of its own host proves nothing, so no link in a letter is ever made of it.
  return [
    'TRADE_ORIGINS is empty: letters have no site to lead to, so nobody is sent a link to confirm an address, reset a password or join a team.',
  ]
}
