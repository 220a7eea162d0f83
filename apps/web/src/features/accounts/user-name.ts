/** User data with names: the login response stored in the cookie, or the current-user response. */
export type UserRecord = Record<string, unknown>

/** `firstname`, else `name`, else `username`, followed by `lastname` (spec §3). */
export function userName(user: UserRecord | null): string {
  const text = (key: string) => {
    const value = user?.[key]
    return typeof value === 'string' ? value.trim() : ''
  }
  const first = text('firstname') || text('name') || text('username')
  return [first, text('lastname')].filter((part) => part !== '').join(' ')
}

/** The name of the user's team, or '' when missing. */
export function teamName(user: UserRecord | null): string {
  const team = user?.['team_data']
  const hasName = team !== null && typeof team === 'object' && 'name' in team
  return hasName && typeof team.name === 'string' ? team.name : ''
}
