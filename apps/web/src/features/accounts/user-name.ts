/** Anything that carries a user's names: the login answer as stored in the cookie, or the current-user answer. */
export type Named = Record<string, unknown>

/** `firstname`, else `name`, else `username`, with `lastname` after it (spec §3). */
export function userName(user: Named | null): string {
  const text = (key: string) => {
    const value = user?.[key]
    return typeof value === 'string' ? value.trim() : ''
  }
  const first = text('firstname') || text('name') || text('username')
  return [first, text('lastname')].filter((part) => part !== '').join(' ')
}

/** Name of the team that the user trades for, or '' where the stored data has none. */
export function teamName(user: Named | null): string {
  const team = user?.['team_data']
  const hasName = team !== null && typeof team === 'object' && 'name' in team
  return hasName && typeof team.name === 'string' ? team.name : ''
}
