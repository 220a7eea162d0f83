// Logged-in users need the next chunks right away, so load them in parallel with the large entry. The build writes
// their names on this script's tag; see build/prefetch.ts.
const { frame = '', tickets = '' } = document.currentScript?.dataset ?? {}
// A seller has another frame.
const isSeller = document.cookie.includes('%22role%22%3A%22seller%22')
if (document.cookie.includes('authTokens=') && !isSeller) {
  const files = location.pathname.startsWith('/tickets/') ? `${frame} ${tickets}` : frame
  for (const file of files.split(' ').filter(Boolean)) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = `/${file}`
    document.head.append(link)
  }
}
