/** The two session cookies of spec §3; `authTokens` alone decides whether somebody is logged in. */
const tokenCookie = 'authTokens'
const userCookie = 'authData'

/** Never kept in the browser (spec §3). */
const withheld = ['tx_pay_info', 'txPayInfo', 'seller_level', 'sellerLevel', 'token', 'status']

/** The session token, or null when there is none or its cookie is not JSON (spec §8). */
export function readToken(): string | null {
  const token = readJsonCookie(tokenCookie)
  return typeof token === 'string' && token !== '' ? token : null
}

export function isLoggedIn(): boolean {
  return readToken() !== null
}

/** What the login answer told about the user, as stored; null when there is nothing readable. */
export function readUser(): Record<string, unknown> | null {
  const user = readJsonCookie(userCookie)
  // A JSON object read from a cookie has string keys and nothing more is claimed about its values.
  return user !== null && typeof user === 'object' && !Array.isArray(user)
    ? (user as Record<string, unknown>)
    : null
}

/** Turns logged out into logged in: stores the token and the user data of a login answer. */
export function storeSession(token: string, user: Record<string, unknown>): void {
  const kept = Object.fromEntries(Object.entries(user).filter(([key]) => !withheld.includes(key)))
  writeCookie(tokenCookie, JSON.stringify(token))
  const isWhole = fitsCookie(userCookie, JSON.stringify(kept))
  writeCookie(userCookie, JSON.stringify(isWhole ? kept : whoItIs(kept)))
}

/** Browsers keep no cookie that is longer, and say nothing. */
const longestCookie = 4096

function fitsCookie(name: string, value: string): boolean {
  return name.length + 1 + encodeURIComponent(value).length <= longestCookie
}

/**
 * Names of a hundred letters take nine bytes each and stand there several times: as much as says who it is, and in which
 * currency they pay.
 */
function whoItIs(user: Record<string, unknown>) {
  const { id, username, firstname, lastname, base_currency, team_data: team } = user
  const teamId = typeof team === 'object' && team !== null && 'id' in team ? team.id : undefined
  return { id, username, firstname, lastname, base_currency, team_data: { id: teamId } }
}

const endings = new Set<() => void>()

/** Calls the listener when the session ends here, before anything else of the next one can begin; gives the way to stop. */
export function onSessionEnd(listener: () => void): () => void {
  endings.add(listener)
  return () => void endings.delete(listener)
}

/** Turns logged in into logged out: both cookies go. */
export function clearSession(): void {
  for (const listener of endings) listener()
  for (const name of [tokenCookie, userCookie]) {
    const ended = `${name}=; path=/; max-age=0; samesite=lax${secure()}`
    document.cookie = ended
    // A sibling site may have set one for the whole domain.
    const labels = location.hostname.split('.')
    for (let from = 0; from < labels.length; from += 1) {
      document.cookie = `${ended}; domain=${labels.slice(from).join('.')}`
    }
  }
}

/** Clears both cookies and local storage, as every 401 does (spec §4). */
export function forgetEverything(): void {
  clearSession()
  localStorage.clear()
}

function writeCookie(name: string, value: string): void {
  // No expires and no max-age: the session ends with the browser (spec §3).
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; samesite=lax${secure()}`
}

function secure(): string {
  return location.protocol === 'https:' ? '; secure' : ''
}

function readJsonCookie(name: string): unknown {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  if (found === undefined) return null
  try {
    return JSON.parse(decodeURIComponent(found.slice(name.length + 1)))
  } catch (error) {
    console.error('Failed to parse cookie token:', error)
    return null
  }
}
