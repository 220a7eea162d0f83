/** The two session cookies of spec §3; only `authTokens` decides whether the user is logged in. */
const tokenCookie = 'authTokens'
const userCookie = 'authData'

/** Never stored in the browser (spec §3). */
const omittedFields = ['tx_pay_info', 'txPayInfo', 'seller_level', 'sellerLevel', 'token', 'status']

/** The session token; `null` when the cookie is missing or malformed (spec §8). */
export function readToken(): string | null {
  const token = readJsonCookie(tokenCookie)
  return typeof token === 'string' && token !== '' ? token : null
}

export function isLoggedIn(): boolean {
  return readToken() !== null
}

/** User data of the login response; `null` when missing or malformed. */
export function readUser(): Record<string, unknown> | null {
  const user = readJsonCookie(userCookie)
  // A parsed JSON object has string keys; its values stay unknown.
  return user !== null && typeof user === 'object' && !Array.isArray(user)
    ? (user as Record<string, unknown>)
    : null
}

/** Logs in: stores the token and the user data of a login response. */
export function storeSession(token: string, user: Record<string, unknown>): void {
  const storedUser = Object.fromEntries(Object.entries(user).filter(([key]) => !omittedFields.includes(key)))
  writeCookie(tokenCookie, JSON.stringify(token))
  const fits = fitsCookie(userCookie, JSON.stringify(storedUser))
  writeCookie(userCookie, JSON.stringify(fits ? storedUser : minimalUser(storedUser)))
}

/** Browsers silently drop longer cookies. */
const maxCookieLength = 4096

function fitsCookie(name: string, value: string): boolean {
  return name.length + 1 + encodeURIComponent(value).length <= maxCookieLength
}

/** Identity, role and currency only: long non-ASCII names take up to nine bytes per character and occur several times. */
function minimalUser(user: Record<string, unknown>) {
  const { id, username, firstname, lastname, role, base_currency, team_data: team } = user
  const teamId = typeof team === 'object' && team !== null && 'id' in team ? team.id : undefined
  return { id, username, firstname, lastname, role, base_currency, team_data: { id: teamId } }
}

const sessionEndListeners = new Set<() => void>()

/** Calls the listener when the session ends, before another one can start; returns a function to unsubscribe. */
export function onSessionEnd(listener: () => void): () => void {
  sessionEndListeners.add(listener)
  return () => void sessionEndListeners.delete(listener)
}

/** Logs out: clears both cookies. */
export function clearSession(): void {
  for (const listener of sessionEndListeners) listener()
  for (const name of [tokenCookie, userCookie]) {
    const expired = `${name}=; path=/; max-age=0; samesite=lax${secure()}`
    document.cookie = expired
    // A sibling site may have set a cookie for the whole domain.
    const labels = location.hostname.split('.')
    for (let from = 0; from < labels.length; from += 1) {
      document.cookie = `${expired}; domain=${labels.slice(from).join('.')}`
    }
  }
  forgetCookies()
}

/** Clears both cookies and local storage, as every 401 does (spec §4). */
export function clearStoredSession(): void {
  clearSession()
  localStorage.clear()
}

function writeCookie(name: string, value: string): void {
  // A session cookie: neither `expires` nor `max-age` (spec §3).
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; samesite=lax${secure()}`
  forgetCookies()
}

function secure(): string {
  return location.protocol === 'https:' ? '; secure' : ''
}

const parsedCookies = new Map<string, { text: string; value: unknown }>()

let cookiesOfTask: string | null = null

/** Reads the cookies once per task: components ask on every render, and each read is a call to another process. */
function readCookies(): string {
  if (cookiesOfTask === null) {
    cookiesOfTask = document.cookie
    queueMicrotask(forgetCookies)
  }
  return cookiesOfTask
}

function forgetCookies(): void {
  cookiesOfTask = null
}

/** Parses only when the text changed. */
function readJsonCookie(name: string): unknown {
  const found = readCookies()
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
  if (found === undefined) return null
  const known = parsedCookies.get(name)
  if (known?.text === found) return known.value
  try {
    const value: unknown = JSON.parse(decodeURIComponent(found.slice(name.length + 1)))
    parsedCookies.set(name, { text: found, value })
    return value
  } catch (error) {
    console.error('Failed to parse cookie token:', error)
    return null
  }
}
